import { unique } from '../../rig/rig.ts'
import type { Incident, Made } from '../incident.ts'
import { condition, type Stage, says } from '../stage.ts'

const INFRASTRUCTURE = 'infrastructure.cluster.x-k8s.io'

/** A Cluster of Cluster API with a part of a provider that it owns, whose words were there before the deletion. */
const cluster =
  (kind: string, finalizer: string, program: string, status: object) =>
  async (stage: Stage): Promise<Made> => {
    const [clusters, parts] = await Promise.all([
      stage.type('cluster.x-k8s.io', 'Cluster'),
      stage.type(INFRASTRUCTURE, kind),
    ])
    await Promise.all([stage.operator('capi-controller-manager', [clusters]), stage.operator(program, [parts])])
    const place = await stage.namespace()
    const metadata = { finalizers: ['cluster.cluster.x-k8s.io'] }
    const whole = await stage.write('manager', clusters.draft('edge', place, { metadata }))
    const { apiVersion, kind: ownerKind, metadata: owner } = whole
    const ownerReferences = [{ apiVersion, kind: ownerKind, name: owner.name, uid: owner.uid, controller: true }]
    const draft = parts.draft('edge', place, { metadata: { finalizers: [finalizer], ownerReferences } })
    const thing = await stage.write(program, draft)
    await stage.say(program, thing, status)
    await stage.drop(whole)
    await stage.secondsAfter(await stage.drop(thing))
    // It tries again, and writes the same.
    await stage.say(program, thing, { ...status, observedGeneration: 2 })
    return { thing, finalizer, holds: [whole], finish: () => stage.finish(thing, whole) }
  }

const WRONG_FROM_THE_START = {
  cause: 'CleanupFailing stuck',
  guard: 'ControllerAlive',
  says: /since before the deletion/,
  ends: 'remove',
} as const

/** Something that a namespaced provider of Crossplane manages, in a namespace that is being deleted; it says this. */
const managed =
  (group: string, kind: string, provider: string, message: (place: string) => string) =>
  async (stage: Stage): Promise<Made> => {
    const type = await stage.type(group, kind)
    await stage.operator(provider, [type])
    const place = await stage.namespace()
    const finalizer = 'finalizer.managedresource.crossplane.io'
    const spec = { providerConfigRef: { kind: 'ClusterProviderConfig', name: 'default' } }
    const draft = type.draft(unique(kind.toLowerCase()), place, { metadata: { finalizers: [finalizer] }, spec })
    const thing = await stage.write('provider', draft)
    const holds = [await stage.tearDown(place, thing)]
    await stage.say('provider', thing, says(condition('Synced', 'False', 'ReconcileError', message(place))))
    return { thing, finalizer, holds }
  }

const refused = (before: string, what: string) => (place: string) =>
  `${before}${what} is forbidden: unable to create new content in namespace ${place} because it is being terminated`

const DEADLOCK = {
  cause: 'CleanupFailing stuck',
  guard: 'ControllerAlive',
  says: /it can never finish/,
  ends: 'remove',
} as const

/** An object in a watched namespace of which the operator's RoleBinding is swept first. */
const unbound =
  (group: string, kind: string, finalizer: string, operator: string) =>
  async (stage: Stage): Promise<Made> => {
    const type = await stage.type(group, kind)
    const place = await stage.namespace()
    await stage.operator(operator, [type], { within: place })
    const draft = type.draft(unique(kind.toLowerCase()), place, { metadata: { finalizers: [finalizer] } })
    const thing = await stage.write(operator, draft)
    const RBAC = 'rbac.authorization.k8s.io/v1'
    const bindings = await stage.api.list({ apiVersion: RBAC, kind: 'RoleBinding', namespace: place })
    const holds = [await stage.tearDown(place, thing)]
    for (const each of bindings) await stage.api.waitGone({ ...each, apiVersion: RBAC, kind: 'RoleBinding' })
    return { thing, finalizer, subjects: [`ServiceAccount/${operator}`], holds }
  }

const UNBOUND = { cause: 'ControllerForbidden stuck', guard: 'RepairFirst', says: /patch/, ends: 'repair' } as const

/** An object of a product whose operator runs, and says nothing of what it names. */
const naming =
  (
    group: string,
    kind: string,
    finalizer: string,
    operator: string,
    named: { kind: string; spec: (name: string) => object },
  ) =>
  async (stage: Stage): Promise<Made> => {
    const annotations = { 'api-approved.kubernetes.io': 'https://github.com/kubernetes-sigs/gateway-api' }
    const [type] = await Promise.all([
      stage.type(group, kind, { annotations }),
      stage.type(group, named.kind, { annotations, plural: `${named.kind.toLowerCase()}es`, scope: 'Cluster' }),
    ])
    await stage.operator(operator, [type])
    const name = unique('gone')
    const draft = type.draft(unique(kind.toLowerCase()), await stage.namespace(), {
      metadata: { finalizers: [finalizer] },
      spec: named.spec(name),
    })
    const thing = await stage.drop(await stage.write(operator, draft))
    return { thing, finalizer, subjects: [`${named.kind}/${name}`] }
  }

/** An object that its operator keeps until nobody belongs to it any more; one still does, in another namespace. */
const belonging =
  (
    kept: { group: string; kind: string; plural: string; finalizer: string },
    member: { kind: string; others: readonly string[]; spec: (name: string) => object },
    operator: string,
  ) =>
  async (stage: Stage): Promise<Made> => {
    const { group, kind, plural, finalizer } = kept
    const [type, members] = await Promise.all([
      stage.type(group, kind, { plural, scope: 'Cluster' }),
      stage.type(group, member.kind),
      ...member.others.map(other => stage.type(group, other)),
    ])
    await stage.operator(operator, [type, members!])
    const name = unique(kind.toLowerCase())
    const thing = await stage.write(operator, type!.draft(name, undefined, { metadata: { finalizers: [finalizer] } }))
    const place = await stage.namespace()
    const one = await stage.api.create(members!.draft(unique('member'), place, { spec: member.spec(name) }))
    await stage.secondsAfter(await stage.drop(thing))
    return { thing, finalizer, subjects: [`${one.kind}/${one.metadata.name}`] }
  }

/** The controller updates Namespaces at the end, and the webhook for that has lost its Service. */
const refusedByWebhook = async (stage: Stage): Promise<Made> => {
  const type = await stage.type('operator.tekton.dev', 'TektonConfig', { scope: 'Cluster' })
  await stage.operator('openshift-pipelines-operator', [type])
  const webhook = 'namespace.operator.tekton.dev'
  const service = { name: 'tekton-operator-proxy-webhook', namespace: await stage.namespace() }
  const configuration = await stage.api.create({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: unique(webhook) },
    webhooks: [
      {
        name: webhook,
        clientConfig: { service },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['namespaces'], operations: ['UPDATE'] }],
        namespaceSelector: { matchLabels: { 'operator.tekton.dev/reconciled': 'true' } },
        failurePolicy: 'Fail',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  })
  const finalizer = 'tektonconfigs.operator.tekton.dev'
  const draft = type.draft(unique('config'), undefined, { metadata: { finalizers: [finalizer] } })
  const thing = await stage.write('openshift-pipelines-operator', draft)
  await stage.secondsAfter(await stage.drop(thing))
  const url = `https://${service.name}.${service.namespace}.svc:443/namespace-validation?timeout=3s`
  const message = `failed to update namespace default: Internal error occurred: failed calling webhook "${webhook}": failed to call webhook: Post "${url}": service "${service.name}" not found`
  await stage.say('openshift-pipelines-operator', thing, says(condition('Ready', 'False', 'Error', message)))
  return { thing, finalizer, subjects: [`ValidatingWebhookConfiguration/${configuration.metadata.name}`] }
}

/** The broker that the controller calls is scaled to zero. */
const calledInVain = async (stage: Stage): Promise<Made> => {
  const type = await stage.type('rabbitmq.com', 'User')
  await stage.operator('messaging-topology-operator', [type])
  const [place, name, labels] = [await stage.namespace(), unique('broker'), { app: 'broker' }]
  const metadata = { name, namespace: place }
  const spec = { selector: labels, ports: [{ port: 15672 }] }
  await stage.api.create({ apiVersion: 'v1', kind: 'Service', metadata, spec })
  const containers = [{ name: 'rabbitmq', image: 'registry.example.com/rabbitmq:v1' }]
  const template = { metadata: { labels }, spec: { containers } }
  const selector = { matchLabels: labels }
  const set = { replicas: 0, serviceName: name, selector, template }
  await stage.api.create({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec: set })
  const finalizer = 'deletion.finalizers.users.rabbitmq.com'
  const thing = await stage.write(
    'manager',
    type.draft(unique('user'), place, { metadata: { finalizers: [finalizer] } }),
  )
  await stage.secondsAfter(await stage.drop(thing))
  const message = `failed to delete user: Delete "http://${name}.${place}.svc:15672/api/users/a": dial tcp 10.96.14.7:15672: connect: connection refused`
  await stage.tell('user-controller', thing, { type: 'Warning', reason: 'FailedDelete', message })
  return { thing, finalizer }
}

/** Threads in which the controller runs and lacks what it needs: credentials, a place to write in, its rights. */
export const needs: readonly Incident[] = [
  {
    thread: 'aws/aws-application-networking-k8s#115',
    cause: 'ReferenceMissing unknown',
    guard: 'RepairFirst',
    says: /GatewayClass gone-\S+ does not exist/,
    ends: 'controller',
    make: naming('gateway.networking.k8s.io', 'Gateway', 'gateway.k8s.aws/resources', 'gateway-api-controller', {
      kind: 'GatewayClass',
      spec: gatewayClassName => ({ gatewayClassName }),
    }),
  },
  {
    thread: 'aws/aws-app-mesh-controller-for-k8s#93',
    cause: 'InstanceAlive stuck',
    guard: 'ProtectedFinalizer',
    says: /uses Mesh/,
    ends: 'repair',
    make: belonging(
      {
        group: 'appmesh.k8s.aws',
        kind: 'Mesh',
        plural: 'meshes',
        finalizer: 'finalizers.appmesh.k8s.aws/mesh-members',
      },
      {
        kind: 'VirtualNode',
        others: ['VirtualService', 'VirtualRouter', 'VirtualGateway'],
        spec: name => ({ meshRef: { name } }),
      },
      'appmesh-controller',
    ),
  },
  {
    ...WRONG_FROM_THE_START,
    thread: 'kubernetes-sigs/cluster-api#4685',
    says: /Authentication failed/,
    make: cluster('OpenStackCluster', 'openstackcluster.infrastructure.cluster.x-k8s.io', 'capo-controller-manager', {
      failureReason: 'CreateError',
      failureMessage: 'providerClient authentication err: Authentication failed',
    }),
  },
  {
    ...WRONG_FROM_THE_START,
    thread: 'kubernetes-sigs/cluster-api-provider-aws#2606',
    make: cluster('AWSCluster', 'awscluster.infrastructure.cluster.x-k8s.io', 'capa-controller-manager', {
      ...says(
        condition(
          'PrincipalCredentialRetrieved',
          'False',
          'CredentialProviderBuildFailed',
          'AuthFailure: AWS was not able to validate the provided access credentials',
          -3600,
        ),
      ),
    }),
  },
  {
    ...WRONG_FROM_THE_START,
    thread: 'kubernetes-sigs/cluster-api-provider-aws#2270',
    make: cluster('AWSMachine', 'awsmachine.infrastructure.cluster.x-k8s.io', 'capa-machine-manager', {
      ...says(
        condition(
          'InstanceReady',
          'False',
          'InstanceProvisionFailed',
          'failed to query instances by tags: UnauthorizedOperation',
          -3600,
        ),
      ),
    }),
  },

  {
    ...DEADLOCK,
    thread: 'crossplane/crossplane-runtime#1010',
    make: managed(
      'nop.m.crossplane.io',
      'NopResource',
      'provider-nop',
      refused('cannot track usage of ProviderConfig: cannot apply ProviderConfigUsage: ', 'providerconfigusages "a"'),
    ),
  },
  {
    ...DEADLOCK,
    thread: 'crossplane/crossplane-runtime#1150',
    make: managed(
      'sql.m.crossplane.io',
      'Database',
      'provider-sql',
      refused(
        'connect failed: cannot track ProviderConfig usage: cannot create object: ',
        'clusterproviderconfigusages.sql.m.crossplane.io "1f"',
      ),
    ),
  },
  {
    ...DEADLOCK,
    thread: 'crossplane-contrib/provider-upjet-aws#2091',
    make: managed(
      's3.aws.m.upbound.io',
      'Bucket',
      'provider-aws-s3',
      refused(
        'cannot initialize the Terraform plugin SDK async external client: cannot get terraform setup: cannot track ProviderConfig usage: ',
        'providerconfigusages.aws.m.upbound.io "8d7d"',
      ),
    ),
  },
  {
    ...DEADLOCK,
    thread: 'crossplane-contrib/provider-keycloak#492',
    make: managed(
      'realm.keycloak.m.crossplane.io',
      'Realm',
      'provider-keycloak',
      refused('failed to track provider config usage: ', 'providerconfigusages.keycloak.m.crossplane.io "r"'),
    ),
  },
  {
    ...DEADLOCK,
    thread: 'crossplane-contrib/provider-helm#309',
    make: managed(
      'helm.m.crossplane.io',
      'Release',
      'provider-helm',
      refused('failed to create new client: cannot track usage: ', 'providerconfigusages.helm.m.crossplane.io "w"'),
    ),
  },
  {
    ...DEADLOCK,
    thread: 'crossplane-contrib/provider-kubernetes#440',
    make: managed(
      'kubernetes.m.crossplane.io',
      'Object',
      'provider-kubernetes',
      refused('connect failed: cannot track ProviderConfig usage: ', 'providerconfigusages "sample"'),
    ),
  },

  {
    ...UNBOUND,
    thread: 'strimzi/proposals#204',
    make: unbound('kafka.strimzi.io', 'KafkaTopic', 'strimzi.io/topic-operator', 'strimzi-topic-operator'),
  },
  {
    ...UNBOUND,
    thread: 'OLM, an operator bound by its OperatorGroup',
    make: unbound('etcd.database.coreos.com', 'EtcdCluster', 'etcd.database.coreos.com/backup', 'etcd-operator'),
  },

  {
    thread: 'tektoncd/operator#3472',
    make: refusedByWebhook,
    cause: 'WebhookUnavailable stuck',
    guard: 'RepairFirst',
    says: /there is no Service/,
    ends: 'repair',
  },
  {
    thread: 'rabbitmq/messaging-topology-operator#1206',
    make: calledInVain,
    cause: 'CleanupFailing stuck',
    guard: 'ControllerAlive',
    says: /has no ready address behind it/,
    ends: 'repair',
  },
]
