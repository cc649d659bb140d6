import { selects } from '../../api/label-selector.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { factFrom } from '../../messages/sentence.ts'
import { isNamed } from '../catalogue/named-workload.ts'
import type { Outside } from '../catalogue/outside.ts'
import type { Evidence } from '../explanation.ts'
import { once } from '../facts.ts'
import { isCustom, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { ailments } from '../workloads/health.ts'
import { templateOf, type Workload, type Workloads, workloadText } from '../workloads/workloads.ts'
import { idleNameIn, likelierOf, strongest } from './choice.ts'
import { fitKey, parseSelector } from './fit.ts'
import { type Holder, type Holders, isHeldBy, keyOfHolders } from './holders.ts'
import { identityOf, isRival } from './identity.ts'
import { overlaps, wordsOf } from './kinship.ts'
import { type Clues, markedNames, reasons } from './reasons.ts'
import { cluesOf, isNoneOfProduct, readFor, type Sought, soughtFor } from './sought.ts'
import { mighty, type Suspect, suspects } from './suspects.ts'

/** A workload that is taken for the controller of a finalizer, and why. */
export interface Candidate {
  readonly workload: Workload
  readonly holder?: Holder | undefined
  readonly evidence: readonly Evidence[]
  readonly ailments: readonly Evidence[]
}

/** The same before it is looked at closer. */
export type Reasoned = Omit<Candidate, 'ailments'>

export interface Search {
  readonly candidates: readonly Candidate[]
  /** Ready ones with a controller's own role that are no candidates because it is known to run elsewhere. */
  readonly hidden: readonly Candidate[]
  /** Ready ones with a controller's own role for a type of Kubernetes, where there is no candidate. */
  readonly writers: readonly Candidate[]
  /** One with nothing ready that is likelier the controller than those of the candidates that are ready. */
  readonly likelier: Candidate | undefined
  /** The same and all that have less to show for it. */
  readonly possible: readonly Workload[]
  /** The names that the catalogue gives for its workload, which none that runs has. */
  readonly known: readonly string[]
  readonly isNoneOfProduct: boolean
  /** Has the right and no other sign, or the name alone: beside it only traces of an uninstall prove anything. */
  readonly suspects: readonly Suspect[]
  /** May do everything, under whatever name it writes, no other sign: no proof, named beside another sign of life. */
  readonly mighty: readonly Evidence[]
  /** Ready ones that would be candidates, but for a label selector with which they were started. */
  readonly notSelecting: readonly Candidate[]
  /** CronJobs that would be candidates, of which nothing need run now, and Jobs, which failed. */
  readonly scheduled: readonly Evidence[]
  /** The likeliest of them. */
  readonly cronJobs: readonly Reasoned[]
  /** Workloads that would be candidates and are being deleted, with nothing ready any more. */
  readonly leaving: readonly Reasoned[]
  /** Every service account that may change the objects. */
  readonly holders: readonly Holder[]
  /** Service accounts that a rule names, of which nothing runs; of types of the core only kin. */
  readonly idle: readonly Holder[]
  readonly dangling: Holders['dangling']
  /** Users and groups; of types of the core only kin. */
  readonly users: Holders['outside']
  /** Where its controller is known to run other than as a Pod of this cluster. */
  readonly outside: Outside | undefined
  /** The name of the program that wrote the finalizer, when it tells something. */
  readonly manager: string | undefined
  /** Words of the finalizer, its API group and its manager that tell whose it is. */
  readonly words: ReadonlySet<string>
  /** What could not be read: nothing is proven missing while there is any. */
  readonly unreadable: readonly Unreadable[]
}

/**
 * Looks for the controller of a finalizer: workloads whose service account may change the type by a rule that names it
 * (for types of the core, where many may, only kin, and what alone serves the API group that the finalizer is named
 * after), those with every right that are kin by name, and those that carry the name which managedFields or the
 * catalogue give. What is shown to be the controller of another finalizer of the object is neither that nor a suspect.
 */
export function searchController(held: StuckObject, finalizer: string, context: RuleContext): Search {
  const { facts } = context
  const read = readFor(held, finalizer, context)
  const { all } = read.workloads
  const identity = identityOf(held, finalizer, facts)
  const called = idleNameIn(held.meta, all, facts)
  const key = `search ${held.ref.namespace} ${identity.key} ${markedNames(held, identity, all)} ${called} ${fitKey(held, all, facts)} ${keyOfHolders(read.holdersOfType, held.ref.name)}`
  return once(facts, key, () => found(soughtFor(held, finalizer, read, identity, context), called))
}

function found(sought: Sought, called: string | undefined): Search {
  const { held, facts, workloads, holders, outside, identity, known } = sought
  const clues = cluesOf(sought)
  const { words } = clues
  const among = (some: readonly Workload[]) => reasoned(some, clues, sought)
  const all = among(workloads.all)
  const running = all.filter(({ workload }) => workload.kind !== 'CronJob')
  // One that is suspended never comes to it.
  const suspended = all.filter(({ workload }) => workload.kind === 'CronJob' && workload.wantedReplicas === 0)
  const candidates = running.length > 0 ? running : suspended
  const chosen = strongest(candidates, words, sought.apart, clues.ofGroup)
  const likelier = likelierOf(running, chosen, held.ref.namespace, called)
  const isUnread = holders.unreadable.length > 0
  return {
    candidates: chosen.map(each => ({ ...each, ailments: ailments(each.workload, facts) })),
    hidden: outside === undefined || candidates.length > 0 ? [] : passedOver(workloads.all, clues),
    writers: isCustom(held) || all.length > 0 ? [] : passedOver(workloads.all, { ...clues, custom: true }),
    likelier: likelier && { ...likelier, ailments: ailments(likelier.workload, facts) },
    possible: all.map(({ workload }) => workload),
    suspects: outside?.runs === 'server' ? [] : suspects(workloads.all, clues, isCustom(held), isUnread),
    mighty: mighty(workloads.all, clues),
    notSelecting: notSelecting(workloads.all, clues),
    scheduled: [
      ...all
        .filter(each => each.workload.kind === 'CronJob' && !candidates.includes(each))
        .flatMap(({ evidence }) => evidence),
      ...among(workloads.failed).flatMap(({ workload, evidence }) => [failedJob(workload), ...evidence]),
    ],
    cronJobs: strongest(all, words).filter(({ workload }) => workload.kind === 'CronJob'),
    leaving: among(workloads.leaving),
    ...withoutWorkload(sought, clues),
    outside,
    known,
    isNoneOfProduct: candidates.length === 0 && isNoneOfProduct(sought),
    manager: identity.manager,
    words,
    unreadable: [...workloads.unreadable, ...holders.unreadable],
  }
}

/**
 * What runs in no Pod here is none of the workloads that have the right as well, unless its very name says so, or its
 * namespace and labels are those of the catalogue: of a management cluster it is a Pod (openshift/hypershift#1216).
 */
function reasoned(some: readonly Workload[], clues: Clues, { outside, entry }: Sought) {
  const isAPod = outside === undefined || outside.runs === 'either'
  const labels = isAPod ? undefined : parseSelector(entry?.controller.selectorHint ?? '')
  const isAsKnown = ({ namespace, object }: Workload) =>
    labels !== undefined &&
    entry?.controller.namespaces.includes(namespace) === true &&
    [object, templateOf(object)].some(each => selects(labels, each?.metadata?.labels ?? {}))
  return some.flatMap(workload => {
    const why = reasons(workload, clues)
    return why && (isAPod || why.carriesName || why.isWriter || isAsKnown(workload)) ? [{ ...why, workload }] : []
  })
}

function passedOver(all: readonly Workload[], clues: Clues): readonly Candidate[] {
  return all.flatMap(workload => {
    const why = workload.readyReplicas > 0 ? reasons(workload, clues) : undefined
    return why?.holder?.grant === 'marked' ? [{ ...why, workload, ailments: [] }] : []
  })
}

/** Who holds the right without a workload that runs, by roles and bindings alone. */
function withoutWorkload(
  { held, workloads, holders, identity, known }: Sought,
  { words, custom }: Clues,
): Pick<Search, 'holders' | 'idle' | 'dangling' | 'users'> {
  const isManager = (name: string) => {
    const last = name.split('/').at(-1)!
    return last === identity.manager || isNamed(last, known)
  }
  const isOwnTrace = (...names: readonly string[]) =>
    names.some(isManager) || (overlaps(wordsOf(...names), words) && !isRival(names, identity))
  return {
    holders: holders.holders,
    idle: holders.holders.filter(holder => {
      if (holder.grant === 'partial') return false
      const names = [holder.namespace, holder.name, holder.role, holder.binding]
      const isOwn = isOwnTrace(...names) || (custom && !isRival(names, identity))
      return (holder.grant === 'marked' ? isOwn : isManager(holder.name)) && !runs(holder, workloads)
    }),
    dangling: holders.dangling.filter(
      ({ binding, role, subjects }) => isOwnTrace(binding, role) || subjects.some(isManager),
    ),
    users: holders.outside.filter(({ who, role, binding }) => isCustom(held) || isOwnTrace(who, role, binding)),
  }
}

function failedJob(workload: Workload): Evidence {
  return factFrom('jobs', 'JobFailed', { workload: workloadText(workload) })
}

function notSelecting(all: readonly Workload[], clues: Clues): readonly Candidate[] {
  return all.flatMap(workload => {
    const fit = workload.readyReplicas > 0 ? clues.fit(workload) : undefined
    if (fit?.to !== 'another' || !fit.isTold) return []
    const why = reasons(workload, { ...clues, fit: () => undefined })
    return why === undefined ? [] : [{ ...why, workload, ailments: [] }]
  })
}

function runs(holder: Holder, workloads: Workloads): boolean {
  return workloads.all.some(workload => isHeldBy(holder, workload))
}
