import type { OwnType } from '../../rig/crd.ts'
import { unique } from '../../rig/rig.ts'
import type { Incident } from '../incident.ts'
import type { Stage } from '../stage.ts'

const SNAPSHOTS = 'snapshot.storage.k8s.io'
const APPROVED = { annotations: { 'api-approved.kubernetes.io': 'unapproved, of a test' } }

/** A user of a control plane that may change the type, as managed clusters have them. */
async function bindUser({ api }: Stage, user: string, role: string, { group, plural }: OwnType): Promise<void> {
  const RBAC = 'rbac.authorization.k8s.io'
  const metadata = { name: unique(role) }
  const rules = [{ apiGroups: [group], resources: [plural, `${plural}/status`], verbs: ['*'] }]
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata, rules })
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: metadata.name }
  const subjects = [{ apiGroup: RBAC, kind: 'User', name: user }]
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata, roleRef, subjects })
}

/** An object that a program wrote hours ago, and that goes with its namespace. */
const inEndingNamespace = (group: string, kind: string, finalizer: string, manager: string) => async (stage: Stage) => {
  const place = await stage.namespace()
  const type = await stage.type(group, kind)
  const draft = type.draft(unique(kind.toLowerCase()), place, { metadata: { finalizers: [finalizer] } })
  const thing = await stage.write(manager, draft)
  await stage.age(thing, 7200)
  return { thing, finalizer, holds: [await stage.tearDown(place, thing)] }
}

const K3S_SERVER = { annotations: { 'k3s.io/node-args': '["server"]' } }

const ELSEWHERE = { cause: 'ControllerUnknown unknown', guard: 'ControllerUnknown', ends: 'controller' } as const

/** Threads in which a controller is gone, or is no Pod of the cluster. The products are fake: their types, and who wrote last. */
export const gone: readonly Incident[] = [
  {
    ...ELSEWHERE,
    thread: 'k8snetworkplumbingwg/sriov-network-operator#132',
    says: /operator-webhook-service, which does not exist/,
    make: async stage => {
      const group = 'sriovnetwork.openshift.io'
      const [type, place] = [await stage.type(group, 'SriovNetwork'), await stage.namespace()]
      const finalizer = `netattdef.finalizers.${group}`
      const thing = await stage.write(
        'sriov-network-operator',
        type.draft(unique('net'), place, { metadata: { finalizers: [finalizer] } }),
      )
      const service = { name: 'operator-webhook-service', namespace: place, path: '/validating-custom-resource' }
      const resources = ['sriovnetworknodepolicies']
      await stage.api.create({
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: unique('sriov-operator-webhook-config') },
        webhooks: [
          {
            name: `operator-webhook.${group}`,
            admissionReviewVersions: ['v1'],
            sideEffects: 'None',
            clientConfig: { service },
            rules: [{ apiGroups: [group], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE', 'DELETE'], resources }],
          },
        ],
      })
      await stage.drop(thing)
      return { thing, finalizer }
    },
  },
  {
    thread: 'kubernetes-csi/external-snapshotter#894',
    make: async stage => {
      const [snapshots, contents] = await Promise.all([
        stage.type(SNAPSHOTS, 'VolumeSnapshot', APPROVED),
        stage.type(SNAPSHOTS, 'VolumeSnapshotContent', { ...APPROVED, scope: 'Cluster' }),
      ])
      const [place, content] = [await stage.namespace(), unique('snapcontent')]
      const gone = { kind: 'ServiceAccount', name: 'snapshot-controller', namespace: unique('gone') }
      await stage.grant(unique('snapshot-controller-runner'), gone, [snapshots, contents])
      const bound = 'snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection'
      const finalizer = 'snapshot.storage.kubernetes.io/volumesnapshot-bound-protection'
      const snapshot = await stage.write(
        'snapshot-controller',
        snapshots.draft('nightly', place, {
          metadata: { finalizers: [finalizer] },
          spec: { source: { persistentVolumeClaimName: 'data' } },
        }),
      )
      const { name, uid } = snapshot.metadata
      const thing = await stage.write(
        'snapshot-controller',
        contents.draft(content, undefined, {
          metadata: { finalizers: [bound] },
          spec: { deletionPolicy: 'Delete', volumeSnapshotRef: { namespace: place, name, uid } },
        }),
      )
      await stage.say('snapshot-controller', snapshot, { boundVolumeSnapshotContentName: content, readyToUse: true })
      for (const each of [snapshot, thing]) await stage.age(each, 7200)
      await stage.drop(thing)
      const subjects = [snapshots, contents].map(({ resource }) => `CustomResourceDefinition/${resource}`)
      return { thing: snapshot, finalizer, subjects, holds: [thing, await stage.tearDown(place, snapshot)] }
    },
    cause: 'ControllerMissing stuck',
    guard: 'ProtectedFinalizer',
    says: /its operator is not installed/,
    ends: 'remove',
  },
  {
    ...ELSEWHERE,
    thread: 'k3s-io/helm-controller#33',
    make: async stage => {
      const charts = await stage.type('helm.cattle.io', 'HelmChart')
      const finalizer = 'wrangler.cattle.io/on-helm-chart-remove'
      const draft = charts.draft('traefik', await stage.namespace(), {
        metadata: { finalizers: [finalizer] },
        spec: { chart: 'traefik', targetNamespace: 'kube-system' },
      })
      await stage.node('True', K3S_SERVER)
      const chart = await stage.write('k3s', draft)
      await stage.say('k3s', chart, { jobName: 'helm-install-traefik' })
      await stage.age(chart, 7200)
      return { thing: await stage.drop(chart), finalizer }
    },
    says: /k3s or rke2 server/,
  },
  {
    ...ELSEWHERE,
    thread: 'k3s-io/helm-controller#135',
    make: async stage => {
      await stage.node('True', K3S_SERVER)
      const finalizer = 'wrangler.cattle.io/on-helm-chart-remove'
      return inEndingNamespace('helm.cattle.io', 'HelmChart', finalizer, 'helm-controller')(stage)
    },
    ends: 'remove',
    says: /has to create the Job that uninstalls the chart/,
  },
  {
    ...ELSEWHERE,
    thread: 'kubernetes/ingress-gce#1720',
    make: async stage => {
      const [groups, attachments] = await Promise.all([
        stage.type('networking.gke.io', 'ServiceNetworkEndpointGroup'),
        stage.type('networking.gke.io', 'ServiceAttachment'),
      ])
      await bindUser(stage, 'system:controller:glbc', 'system:glbc-status', groups)
      const place = await stage.namespace()
      const finalizer = 'networking.gke.io/neg-finalizer'
      const draft = groups.draft('k8s1-80-web', place, { metadata: { finalizers: [finalizer] } })
      const thing = await stage.write('glbc', draft)
      const attached = { metadata: { finalizers: ['networking.gke.io/service-attachment-finalizer'] } }
      const attachment = await stage.write('glbc', attachments.draft('web', place, attached))
      for (const each of [thing, attachment]) await stage.age(each, 7200)
      const holds = [attachment, await stage.tearDown(place, thing, attachment)]
      const subjects = ['ServiceNetworkEndpointGroup/k8s1-80-web', 'ServiceAttachment/web']
      return { thing, finalizer, subjects, holds, finish: () => stage.finish(thing, attachment) }
    },
    says: /GKE/,
  },
  {
    ...ELSEWHERE,
    thread: 'aws/amazon-vpc-resource-controller-k8s#418',
    make: async stage => {
      const type = await stage.type('vpcresources.k8s.aws', 'CNINode', { scope: 'Cluster' })
      await stage.operator('aws-node', [type])
      const finalizer = 'networking.k8s.aws/resource-cleanup'
      const draft = type.draft('ip-10-0-0-1.ec2.internal', undefined, { metadata: { finalizers: [finalizer] } })
      return { thing: await stage.drop(await stage.write('manager', draft)), finalizer }
    },
    says: /VPC resource controller/,
  },
  {
    ...ELSEWHERE,
    thread: 'hosted: a Machine of a Gardener shoot',
    make: inEndingNamespace(
      'machine.sapcloud.io',
      'Machine',
      'machine.sapcloud.io/machine-controller',
      'machine-controller',
    ),
    says: /seed/,
  },
  {
    ...ELSEWHERE,
    thread: 'hosted: an endpoint of a HyperShift guest',
    make: inEndingNamespace(
      'hypershift.openshift.io',
      'AWSEndpointService',
      'hypershift.openshift.io/control-plane-operator-finalizer',
      'control-plane-operator',
    ),
    says: /management cluster/,
  },
  {
    ...ELSEWHERE,
    thread: 'hosted: a TargetGroupBinding of EKS Auto Mode',
    make: inEndingNamespace('eks.amazonaws.com', 'TargetGroupBinding', 'eks.amazonaws.com/resources', 'eks-auto-mode'),
    says: /EKS Auto Mode/,
  },
]
