import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { createdAt } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import { searchController } from '../controller/search.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { basisOf, tieOf } from '../controller/tie.ts'
import { isEndRefused } from '../controller-manager/deletion-probe.ts'
import { controllerManager } from '../controller-manager-lease.ts'
import { type CreatedLate, createdLate } from '../ownership/created-late.ts'
import { releaseOwners } from '../ownership/release.ts'
import { toRepair } from '../remedy.ts'
import { formatSeconds } from '../seconds.ts'
import { commandLine } from '../shell-quote.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'
import { workloadText } from '../workloads/workloads.ts'

/**
 * DependentAlive, of what is created late while its owner is deleted in the foreground: the garbage collector works,
 * and so does who creates. `unknown`, as whoever may create objects can name an owner.
 */
export function dependentCreated(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const found = createdLate(held, context)
  if (found === undefined || controllerManager(context.facts).state !== 'works' || isEndRefused(held, context))
    return []
  const { owner, dependent, manager } = found
  const names = { object: `${dependent.ref.kind} ${dependent.ref.name}`, owner: `${owner.ref.kind} ${owner.ref.name}` }
  const late = formatSeconds((createdAt(dependent.meta) - askedAt(owner)) / 1000)
  const creator = creatorOf(found, context)
  const fact = message('DependentCreated', { ...names, late, manager })
  return [
    {
      verdict: 'unknown',
      cause: {
        key: `DependentAlive/late/${owner.ref.uid}`,
        code: 'DependentAlive',
        subject: owner.ref,
        finalizer: FOREGROUND,
        summary: message('DependentsCreatedLate', { ...names, manager, by: creator?.name }),
        evidence: [{ fact, source: dependent.ref.resource }, ...(creator?.evidence ?? [])],
        remedies: () => [
          releaseOwners([owner], message('DependentsFollow')),
          creator?.stop ?? toRepair(message('StopCreator', { owner: names.owner })),
        ],
      },
    },
  ]
}

/** The one workload that is taken for the controller of the owner's type. */
function creatorOf({ owner }: CreatedLate, context: RuleContext) {
  const { candidates } = searchController(owner, owner.ref.resource, context)
  const [first, second] = candidates.filter(({ workload }) => workload.readyReplicas > 0)
  if (first === undefined || second !== undefined) return undefined
  const { workload, holder, evidence } = first
  const { namespace, name, kind, serviceAccount: account } = workload
  const tie = tieOf({ namespace, account, holder }, owner, owner.ref.resource, context.facts)
  if (basisOf(tie, { in: namespace, tiedIn: owner.ref.namespace }) === undefined || kind === 'DaemonSet')
    return undefined
  const scale = commandLine('kubectl', 'scale', `${kind.toLowerCase()}/${name}`, '-n', namespace, '--replicas=0')
  const by = workloadText(workload)
  const summary = message('StopCreator', { owner: `${owner.ref.kind} ${owner.ref.name}`, by })
  return { name: by, evidence, stop: toRepair(summary, [scale], 'medium') }
}
