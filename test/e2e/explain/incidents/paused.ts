import { unique } from '../../rig/rig.ts'
import type { Incident, Made } from '../incident.ts'
import { condition, type Stage, says } from '../stage.ts'

/** An object whose product was told to leave it alone, and what its controller says of it. */
const left =
  (
    group: string,
    kind: string,
    finalizer: string,
    program: string,
    rest: { metadata?: object; spec?: object },
    tell: (stage: Stage, thing: Made['thing']) => Promise<unknown> = async () => undefined,
  ) =>
  async (stage: Stage): Promise<Made> => {
    const type = await stage.type(group, kind)
    await stage.operator(program, [type])
    const place = await stage.namespace()
    const draft = type.draft(unique(kind.toLowerCase()), place, {
      metadata: { finalizers: [finalizer], ...rest.metadata },
      ...(rest.spec && { spec: rest.spec }),
    })
    const thing = await stage.drop(await stage.write(program, draft))
    await tell(stage, thing)
    return { thing, finalizer }
  }

const PAUSED = { cause: 'Paused stuck', guard: 'RepairFirst', says: /paused/, ends: 'repair' } as const
const BY_ANNOTATION = { metadata: { annotations: { 'crossplane.io/paused': 'true' } } }

const saysPaused = (program: string) => async (stage: Stage, thing: Made['thing']) => {
  const message = 'Reconciliation is paused via the pause annotation'
  await stage.say(program, thing, says(condition('Synced', 'False', 'ReconcilePaused', message)))
  await stage.tell(program, thing, { reason: 'ReconciliationPaused', message: 'Reconciliation is paused' })
}

/** Threads in which the controller was told to leave the object alone, and one that only looks as if it failed. */
export const paused: readonly Incident[] = [
  {
    ...PAUSED,
    thread: 'crossplane/crossplane#4839',
    make: left(
      'platform.example.org',
      'Tenant',
      'finalizer.apiextensions.crossplane.io',
      'crossplane',
      BY_ANNOTATION,
      saysPaused('crossplane'),
    ),
  },
  {
    ...PAUSED,
    thread: 'crossplane/docs#573',
    make: left(
      'ec2.aws.upbound.io',
      'VPC',
      'finalizer.managedresource.crossplane.io',
      'provider-aws-ec2',
      BY_ANNOTATION,
      saysPaused('provider-aws-ec2'),
    ),
  },
  {
    ...PAUSED,
    thread: 'kubernetes-sigs/cluster-api-provider-aws#4584',
    make: left(
      'infrastructure.cluster.x-k8s.io',
      'AWSCluster',
      'awscluster.infrastructure.cluster.x-k8s.io',
      'capa-controller-manager',
      { metadata: { annotations: { 'cluster.x-k8s.io/paused': '' } } },
    ),
  },
  {
    ...PAUSED,
    thread: 'prometheus-operator/prometheus-operator#8339',
    make: left('monitoring.coreos.com', 'ThanosRuler', 'monitoring.coreos.com/status-cleanup', 'prometheus-operator', {
      spec: { paused: true },
    }),
  },
  {
    ...PAUSED,
    thread: 'clastix/cluster-api-control-plane-provider-kamaji#156',
    make: left(
      'controlplane.cluster.x-k8s.io',
      'KamajiControlPlane',
      'controlplane.cluster.x-k8s.io/kamaji',
      'capi-kamaji-controller-manager',
      { metadata: { annotations: { 'cluster.x-k8s.io/paused': 'true' } } },
    ),
  },
  {
    thread: 'kubevirt/kubevirt#1491',
    make: async stage => {
      const type = await stage.type('kubevirt.io', 'KubeVirt')
      await stage.operator('virt-operator', [type])
      const finalizer = 'foregroundDeleteKubeVirt'
      const draft = type.draft('kubevirt', await stage.namespace(), { metadata: { finalizers: [finalizer] } })
      const thing = await stage.drop(await stage.write('virt-operator', draft))
      const message = 'Deletion was triggered'
      await stage.say('virt-operator', thing, {
        phase: 'Deleting',
        ...says(
          condition('Available', 'False', 'DeletionInProgress', message),
          condition('Progressing', 'False', 'DeletionInProgress', message),
          condition('Degraded', 'True', 'DeletionInProgress', message),
        ),
      })
      return { thing, finalizer }
    },
    cause: 'CleanupInProgress progressing',
    guard: 'ControllerAlive',
    says: /DeletionInProgress/,
    ends: 'controller',
  },
]
