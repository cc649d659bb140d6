import type { OwnType } from '../../rig/crd.ts'
import { unique } from '../../rig/rig.ts'
import type { Incident, Made } from '../incident.ts'
import type { Stage } from '../stage.ts'

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

/** Threads of nodes that go: Pods on them may not be evicted, or the controller has lost track of them. */
export const drains: readonly Incident[] = [
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

  {
    ...LOST,
    thread: 'aws/karpenter-provider-aws#1166',
    make: lost(undefined),
    says: /is not known/,
  },
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
]
