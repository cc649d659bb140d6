import { suite } from 'uvu'
import type { OwnType } from '../rig/crd.ts'
import { kubectlAvailable, unique } from '../rig/rig.ts'
import { type Incident, type Made, showIncidents } from './incident.ts'
import { ownCluster, ownClusterAvailable } from './own-cluster.ts'
import { openStage, type Stage, time } from './stage.ts'

/** Threads in which the controller runs and cannot, or will not, finish. What it would write the tests write (fake). */
const test = suite('explain of real incidents: controllers that run')
const withCluster = kubectlAvailable() && ownClusterAvailable() ? test : test.skip

const condition = (type: string, status: string, reason: string, message: string, since = 1) => ({
  type,
  status,
  reason,
  message,
  lastTransitionTime: time(since),
})

const says = (...conditions: readonly object[]) => ({ conditions })

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
    for (const each of [whole, thing]) await stage.drop(each)
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

/** An object whose product was told to leave it alone, and what its controller says of it. */
const paused =
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

const TERMINATION = 'karpenter.sh/termination'
const CANNOT = 'Cannot disrupt Node: state node is marked for deletion'

interface Karpenter {
  readonly claims: OwnType
  readonly classes: OwnType
  readonly pools: OwnType
}

async function karpenter(stage: Stage): Promise<Karpenter> {
  const cluster = { scope: 'Cluster' } as const
  const [claims, classes, pools] = await Promise.all([
    stage.type('karpenter.sh', 'NodeClaim', cluster),
    stage.type('karpenter.k8s.aws', 'EC2NodeClass', { ...cluster, plural: 'ec2nodeclasses' }),
    stage.type('karpenter.sh', 'NodePool', cluster),
  ])
  await stage.operator('karpenter', [claims, classes, pools, { group: '', plural: 'nodes' }])
  return { claims, classes, pools }
}

interface Worker extends Made {
  readonly place: string
  /** Name of its Pod, and of the budget. */
  readonly app: string
  readonly claim: Made['thing']
}

/** A Node of Karpenter with its NodeClaim, which go; on it Pods that may be covered by a budget. */
async function worker(
  stage: Stage,
  {
    budgeted = true,
    spec = {},
    pod = {},
    ready = 'True',
  }: { budgeted?: boolean; spec?: object; pod?: object; ready?: 'True' | 'Unknown' } = {},
): Promise<Worker> {
  const { claims } = await karpenter(stage)
  const place = await stage.namespace()
  const metadata = { finalizers: [TERMINATION] }
  const claim = await stage.write('karpenter', claims.draft(unique('default'), undefined, { metadata, spec }))
  const { name, uid } = claim.metadata
  const ownerReferences = [{ apiVersion: claim.apiVersion, kind: 'NodeClaim', name, uid, blockOwnerDeletion: true }]
  const node = await stage.node(ready, { ...metadata, ownerReferences })
  await stage.say('karpenter', claim, { nodeName: node.metadata.name, providerID: 'aws:///eu-west-1a/i-0a1b2c3d4e' })
  const app = unique('app')
  const web = await stage.podOn(node, place, app, { labels: { app }, ...pod })
  if (budgeted) await stage.budget(place, app, app)
  await stage.drop(claim)
  const thing = await stage.drop(node)
  return {
    thing,
    claim,
    place,
    app,
    finalizer: TERMINATION,
    subjects: [budgeted ? `PodDisruptionBudget/${app}` : `Pod/${app}`],
    holds: [claim],
    finish: async () => {
      await stage.api.delete(web, { gracePeriodSeconds: 0 }).catch(() => undefined)
      await stage.finish(thing, claim)
    },
  }
}

const DRAIN = { guard: 'ControllerAlive', ends: 'repair' } as const
const LOST = { cause: 'CleanupInProgress unknown', guard: 'ControllerAlive', ends: 'controller' } as const

/** A Node, or its NodeClaim, of which Karpenter repeats the same Normal event and nothing else. */
const lost =
  (event: { reason: string; message: string } | undefined, what: 'Node' | 'NodeClaim' = 'Node') =>
  async (stage: Stage): Promise<Made> => {
    const { claims } = await karpenter(stage)
    const metadata = { finalizers: [TERMINATION] }
    const made =
      what === 'Node'
        ? await stage.node('Unknown', metadata)
        : await stage.write('karpenter', claims.draft(unique('default'), undefined, { metadata }))
    const thing = await stage.drop(made)
    if (event !== undefined) await stage.tell('karpenter', thing, event)
    return { thing, finalizer: TERMINATION, subjects: /^Node(Claim)?\// }
  }

const incidents: readonly Incident[] = [
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
    ...PAUSED,
    thread: 'crossplane/crossplane#4839',
    make: paused(
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
    make: paused(
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
    make: paused(
      INFRASTRUCTURE,
      'AWSCluster',
      'awscluster.infrastructure.cluster.x-k8s.io',
      'capa-controller-manager',
      { metadata: { annotations: { 'cluster.x-k8s.io/paused': '' } } },
    ),
  },
  {
    ...PAUSED,
    thread: 'prometheus-operator/prometheus-operator#8339',
    make: paused(
      'monitoring.coreos.com',
      'ThanosRuler',
      'monitoring.coreos.com/status-cleanup',
      'prometheus-operator',
      { spec: { paused: true } },
    ),
  },
  {
    ...PAUSED,
    thread: 'clastix/cluster-api-control-plane-provider-kamaji#156',
    make: paused(
      'controlplane.cluster.x-k8s.io',
      'KamajiControlPlane',
      'controlplane.cluster.x-k8s.io/kamaji',
      'capi-kamaji-controller-manager',
      { metadata: { annotations: { 'cluster.x-k8s.io/paused': 'true' } } },
    ),
  },

  {
    ...DRAIN,
    thread: 'kubernetes-sigs/karpenter#1392',
    make: async stage => {
      const made = await worker(stage)
      const message = `Cannot disrupt Node: PDB "${made.place}/${made.app}" prevents pod evictions`
      await stage.tell('karpenter', made.thing, { reason: 'DisruptionBlocked', message }, 6875)
      return made
    },
    cause: 'DrainBlocked stuck',
    says: /prevents pod evictions/,
  },
  {
    ...DRAIN,
    thread: 'kubernetes-sigs/karpenter#2802',
    make: async stage => {
      const annotations = { 'karpenter.sh/do-not-disrupt': 'true' }
      const made = await worker(stage, { budgeted: false, pod: { annotations } })
      const message = `Pod has "karpenter.sh/do-not-disrupt" annotation (Pod=${made.place}/train)`
      await stage.tell('karpenter', made.thing, { reason: 'DisruptionBlocked', message })
      return made
    },
    cause: 'DrainBlocked stuck',
    says: /do-not-disrupt/,
  },
  {
    ...DRAIN,
    thread: 'kubernetes-sigs/karpenter#1776',
    make: async stage => {
      const made = await worker(stage, { spec: { terminationGracePeriod: '0s' } })
      const message = 'Failed to drain node, 12 pods are waiting to be evicted'
      await stage.tell('karpenter', made.thing, { type: 'Warning', reason: 'FailedDraining', message })
      return made
    },
    cause: 'DrainBlocked stuck',
    says: /should have gone on without the Pods/,
  },
  {
    guard: 'ControllerAlive',
    ends: 'controller',
    thread: 'kubernetes-sigs/karpenter#1776, before its deadline',
    make: async stage => worker(stage, { spec: { terminationGracePeriod: '4h' } }),
    cause: 'DrainBlocked progressing',
    says: /goes on without the Pods at /,
  },
  {
    ...DRAIN,
    thread: 'aws/karpenter-provider-aws#6462',
    make: async stage => {
      const { classes } = await karpenter(stage)
      const nodeClassRef = { group: classes.group, kind: 'EC2NodeClass', name: unique('default') }
      const made = await worker(stage, { spec: { nodeClassRef } })
      const finalizer = 'karpenter.k8s.aws/termination'
      const draft = classes.draft(nodeClassRef.name, undefined, { metadata: { finalizers: [finalizer] } })
      const thing = await stage.drop(await stage.write('karpenter', draft))
      const message = `Waiting on NodeClaim termination for ${made.claim.metadata.name}`
      await stage.tell('karpenter', thing, { reason: 'WaitingOnNodeClaimTermination', message })
      const finish = async () => {
        await made.finish?.()
        await stage.finish(thing)
      }
      return { ...made, thing, finalizer, holds: [made.thing, made.claim], finish }
    },
    cause: 'DrainBlocked waiting',
    guard: 'ProtectedFinalizer',
    says: /lets no Pod be evicted/,
  },

  { ...LOST, thread: 'aws/karpenter-provider-aws#1166', make: lost(undefined), says: /cannot be told yet/ },
  {
    ...LOST,
    thread: 'aws/karpenter-provider-aws#2410',
    make: lost({ reason: 'DisruptionBlocked', message: 'Cannot disrupt Node: Node is being deleted' }),
    says: /Node is being deleted/,
  },
  {
    ...LOST,
    thread: 'aws/karpenter-provider-aws#6905',
    make: lost({ reason: 'DisruptionBlocked', message: CANNOT }),
    says: /29 times\): Cannot disrupt Node: state node is marked for deletion/,
  },
  {
    ...LOST,
    thread: 'aws/karpenter-provider-aws#9011',
    make: lost({ reason: 'DisruptionBlocked', message: 'NodeClaim does not have an associated node' }, 'NodeClaim'),
    says: /does not have an associated node/,
  },
  {
    ...LOST,
    thread: 'aws/karpenter-provider-aws#9185',
    make: async stage => {
      const { classes } = await karpenter(stage)
      const finalizer = 'karpenter.k8s.aws/termination'
      const draft = classes.draft(unique('default'), undefined, { metadata: { finalizers: [finalizer] } })
      const thing = await stage.drop(await stage.write('karpenter', draft))
      const message = 'Waiting on NodeClaim termination for default-gone1'
      await stage.tell('karpenter', thing, { reason: 'WaitingOnNodeClaimTermination', message })
      return { thing, finalizer }
    },
    says: /Waiting on NodeClaim termination/,
  },
  {
    ...LOST,
    thread: 'kubernetes-sigs/karpenter#2169',
    make: lost({ reason: 'DisruptionBlocked', message: CANNOT }, 'NodeClaim'),
    says: /marked for deletion/,
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

withCluster('each is told as what it is, refused to be removed, and ended as is printed', async () => {
  await using own = await ownCluster()
  await showIncidents(await openStage(own), incidents)
})

test.run()
