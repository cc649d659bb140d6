import type { Unreadable } from '../../api/terminating.ts'
import type { Evidence } from '../explanation.ts'
import type { Held, RuleContext } from '../held.ts'
import { once } from '../once.ts'
import { ailments } from './health.ts'
import { type Holder, type Holders, holdersOf } from './holders.ts'
import { isKin, wordsOf } from './kinship.ts'
import { isTelling, writerOfFinalizer } from './managers.ts'
import { type Workload, type Workloads, workloadsOf } from './workloads.ts'

/** A workload that is taken for the controller of a finalizer, and why. */
export interface Candidate {
  readonly workload: Workload
  readonly holder?: Holder
  readonly evidence: readonly Evidence[]
  readonly ailments: readonly Evidence[]
}

export interface Search {
  readonly candidates: readonly Candidate[]
  /** Service accounts that a rule names, of which nothing runs. */
  readonly idle: readonly Holder[]
  readonly dangling: Holders['dangling']
  readonly outside: Holders['outside']
  /** The name of the program that wrote the finalizer, when it tells something. */
  readonly manager: string | undefined
  /** Words of the finalizer, its API group and its manager that tell whose it is. */
  readonly words: ReadonlySet<string>
  /** What could not be read: nothing is proven missing while there is any. */
  readonly unreadable: readonly Unreadable[]
}

/**
 * Looks for the controller of a finalizer: workloads whose service account may patch the type by a rule that names it
 * (for types of the core, where many may, only kin), those with every right that are kin by name, and those that carry
 * the name which managedFields or the catalogue give. undefined while facts are pending.
 */
export function searchController(held: Held, finalizer: string, context: RuleContext): Search | undefined {
  const { facts, catalogue } = context
  const { group, plural } = held.type
  const { namespace } = held.ref
  const workloads = once(facts, 'workloads', () => workloadsOf(facts))
  const holders = once(facts, `holders ${group}/${plural} ${namespace}`, () =>
    holdersOf(facts, { group, plural, namespace }),
  )
  if (workloads === undefined || holders === undefined) return undefined
  const writer = writerOfFinalizer(held.meta, finalizer)
  const manager = writer && isTelling(writer.manager) ? writer.manager : undefined
  const known = catalogue.find(finalizer, held.ref.resource)?.controller
  const key = `search ${group}/${plural} ${namespace} ${finalizer} ${manager}`
  return once(facts, key, () => {
    const words = wordsOf(finalizer, isCustom(held) ? group : '', manager ?? '')
    const named = new Set([manager, known?.name].filter(name => name !== undefined))
    const candidates = workloads.all.flatMap(workload => {
      const evidence = reasons(workload, { holders: holders.holders, words, named, custom: isCustom(held) })
      if (evidence === undefined) return []
      return [{ ...evidence, workload, ailments: ailments(workload, facts) }]
    })
    return {
      candidates: strongest(candidates),
      idle: holders.holders.filter(holder => holder.grant === 'marked' && !runs(holder, workloads)),
      dangling: holders.dangling.filter(({ binding, role }) => overlaps(wordsOf(binding, role), words)),
      outside: holders.outside,
      manager,
      words,
      unreadable: [...workloads.unreadable, ...holders.unreadable],
    }
  })
}

interface Clues {
  readonly holders: readonly Holder[]
  readonly words: ReadonlySet<string>
  readonly named: ReadonlySet<string>
  readonly custom: boolean
}

/** Why a workload may be the controller; undefined when nothing says so. */
function reasons(workload: Workload, clues: Clues): { holder?: Holder; evidence: Evidence[] } | undefined {
  const holder = strongestHolder(
    clues.holders.filter(each => each.namespace === workload.namespace && each.name === workload.serviceAccount),
  )
  const kin = isKin(workload, clues.words)
  const carriesName = [workload.name, ...workload.containers.map(({ name }) => name)].some(name =>
    clues.named.has(name),
  )
  const byRight = holder !== undefined && (holder.grant === 'wildcard' || !clues.custom ? kin : true)
  if (!byRight && !carriesName) return undefined
  const who = `${workload.kind.toLowerCase()} ${workload.namespace}/${workload.name}`
  const evidence: Evidence[] = []
  if (holder) {
    const fact = `${who} runs as ${holder.namespace}/${holder.name}, which ${holder.binding} lets patch these objects`
    evidence.push({ fact, source: 'rolebindings' })
  }
  if (carriesName)
    evidence.push({ fact: `${who} carries the name of the finalizer's controller`, source: 'managedFields' })
  return { ...(holder && { holder }), evidence }
}

/** A controller's own role outweighs a mere right to patch, which a deploy pipeline has as well. */
function strongest(candidates: readonly Candidate[]): readonly Candidate[] {
  const marked = candidates.filter(({ holder }) => holder?.grant === 'marked')
  return marked.length > 0 ? marked : candidates
}

function strongestHolder(holders: readonly Holder[]): Holder | undefined {
  const order = ['marked', 'named', 'wildcard']
  return holders.toSorted((a, b) => order.indexOf(a.grant) - order.indexOf(b.grant))[0]
}

function runs(holder: Holder, workloads: Workloads): boolean {
  return workloads.all.some(
    workload => workload.namespace === holder.namespace && workload.serviceAccount === holder.name,
  )
}

function overlaps(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some(word => b.has(word))
}

/** Types of the core are everybody's: many may patch a ConfigMap who have nothing to do with a finalizer on it. */
export function isCustom({ type }: Held): boolean {
  return type.group.includes('.') && !type.group.endsWith('.k8s.io')
}
