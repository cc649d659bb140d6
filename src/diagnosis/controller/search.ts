import type { Unreadable } from '../../api/terminating.ts'
import { knownOf } from '../catalogue/known.ts'
import { isNamed, mentions, namedWorkloads } from '../catalogue/named-workload.ts'
import { type Outside, outsideOf } from '../catalogue/outside.ts'
import type { Evidence } from '../explanation.ts'
import type { Held, RuleContext } from '../held.ts'
import { once } from '../once.ts'
import { isConfined, servesAnother } from './confined.ts'
import { isCustom } from './custom-type.ts'
import { domainServer } from './domain-server.ts'
import { ailments } from './health.ts'
import { type Holder, type Holders, holdersOf, isHeldBy } from './holders.ts'
import { domainOf, type Identity, identityOf, isHeldByHand, isRival } from './identity.ts'
import { isKin, namesOf, overlaps, wordsOf } from './kinship.ts'
import { isTelling } from './managers.ts'
import { type Workload, type Workloads, workloadsOf, workloadText } from './workloads.ts'

/** A workload that is taken for the controller of a finalizer, and why. */
export interface Candidate {
  readonly workload: Workload
  readonly holder?: Holder | undefined
  readonly evidence: readonly Evidence[]
  readonly ailments: readonly Evidence[]
}

export interface Search {
  readonly candidates: readonly Candidate[]
  /** The names that the catalogue gives for its workload, which none that runs has. */
  readonly known: readonly string[]
  /** What has the right and shows no other sign, or the name and no right: while it is there, only the traces of an uninstall prove anything. */
  readonly suspects: readonly Evidence[]
  /** What may do everything and shows no other sign, under whatever name it writes: it proves nothing, and is named where another sign of life is. */
  readonly mighty: readonly Evidence[]
  /** CronJobs that would be candidates, of which nothing need run now, and Jobs, which failed. */
  readonly scheduled: readonly Evidence[]
  /** The likeliest of them. */
  readonly cronJobs: readonly Workload[]
  /** Workloads that would be candidates and are being deleted, with nothing ready any more. */
  readonly leaving: readonly Evidence[]
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
 * Looks for the controller of a finalizer: workloads whose service account may patch the type by a rule that names it
 * (for types of the core, where many may, only kin, and what alone serves the API group that the finalizer is named after), those with every right that are kin by name, and those that carry
 * the name which managedFields or the catalogue give. What is shown to be the controller of another finalizer of the
 * object is neither that nor a suspect. undefined while facts are pending.
 */
export function searchController(held: Held, finalizer: string, context: RuleContext): Search | undefined {
  const { facts } = context
  const { group, plural } = held.type
  const { namespace } = held.ref
  const workloads = once(facts, 'workloads', () => workloadsOf(facts))
  const holders = once(facts, `holders ${group}/${plural} ${namespace}`, () =>
    holdersOf(facts, { group, plural, namespace }),
  )
  const about = knownOf(held, finalizer, context)
  if (workloads === undefined || holders === undefined || about === 'pending') return undefined
  const { entry, told } = about
  const outside = outsideOf(
    context.catalogue.rows.outside,
    finalizer,
    held.ref.resource,
    facts,
    entry?.controller.outside,
  )
  if (outside === 'pending') return undefined
  const identity = identityOf(held, finalizer, facts)
  const { manager, own } = identity
  const serving = domainServer(held, finalizer, identity, facts)
  if (serving === 'pending') return undefined
  const known = namedWorkloads(entry, held.ref.resource).filter(isTelling)
  const key = `search ${namespace} ${identity.key}`
  return once(facts, key, () => {
    const custom = isCustom(held) && !identity.isStranger && !isHeldByHand(held, finalizer, identity)
    // Where others hold it too, the group of the type is theirs as well.
    const isShared = manager !== undefined && identity.rivals.length > 0
    const words = custom && !isShared ? wordsOf(finalizer, group, manager ?? '') : own
    const clues = {
      holders: holders.holders,
      words,
      manager,
      known,
      told,
      custom: custom && !isShared,
      serving,
      domain: domainOf(finalizer),
      identity,
      isLost: (workload: Workload) => {
        const { namespace: place, serviceAccount } = workload
        const isDangling = holders.dangling.some(({ subjects }) => subjects.includes(`${place}/${serviceAccount}`))
        if (isDangling) return true
        if (isConfined(workload, carries(workload, manager), { group, plural, namespace }, facts)) return false
        // A name alone may be that of another product's controller.
        return !servesAnother(workload, { group, domain: domainOf(finalizer) }, facts)
      },
    }
    const found = (some: readonly Workload[]) =>
      some.flatMap(workload => {
        const why = reasons(workload, clues)
        // What runs in no Pod is none of the workloads that have the right as well, unless its very name says so.
        return why && (outside?.runs !== 'server' || why.carriesName) ? [{ ...why, workload }] : []
      })
    const all = found(workloads.all)
    const running = all.filter(({ workload }) => workload.kind !== 'CronJob')
    // One that is suspended never comes to it.
    const suspended = all.filter(({ workload }) => workload.kind === 'CronJob' && workload.wantedReplicas === 0)
    const candidates = running.length > 0 ? running : suspended
    const evidenceFor = (those: typeof all) => those.flatMap(({ evidence }) => evidence)
    const isManager = (name: string) => {
      const last = name.split('/').at(-1)!
      return last === manager || isNamed(last, known)
    }
    const isOwnTrace = (...names: readonly string[]) =>
      names.some(isManager) || (overlaps(wordsOf(...names), words) && !isRival(names, identity))
    return {
      candidates: strongest(candidates, words).map(each => ({ ...each, ailments: ailments(each.workload, facts) })),
      suspects: outside?.runs === 'server' ? [] : suspects(workloads.all, clues, isCustom(held)),
      mighty: mighty(workloads.all, clues),
      scheduled: [
        ...evidenceFor(all.filter(each => each.workload.kind === 'CronJob' && !candidates.includes(each))),
        ...found(workloads.failed).flatMap(({ workload, evidence }) => [failedJob(workload), ...evidence]),
      ],
      cronJobs: strongest(all, words).flatMap(({ workload }) => (workload.kind === 'CronJob' ? [workload] : [])),
      leaving: found(workloads.leaving).map(({ workload }) => leaving(workload)),
      idle: holders.holders.filter(holder => {
        const names = [holder.namespace, holder.name, holder.role, holder.binding]
        const isOwn = isOwnTrace(...names) || (clues.custom && !isRival(names, identity))
        return (holder.grant === 'marked' ? isOwn : isManager(holder.name)) && !runs(holder, workloads)
      }),
      dangling: holders.dangling.filter(
        ({ binding, role, subjects }) => isOwnTrace(binding, role) || subjects.some(isManager),
      ),
      users: holders.outside.filter(({ who, role, binding }) => isCustom(held) || isOwnTrace(who, role, binding)),
      outside,
      known,
      manager,
      words,
      unreadable: [...workloads.unreadable, ...holders.unreadable],
    }
  })
}

interface Clues {
  readonly holders: readonly Holder[]
  readonly words: ReadonlySet<string>
  /** The names that managedFields and the catalogue give. */
  readonly manager: string | undefined
  readonly known: readonly string[]
  /** The workload that the CRD of the type names: of what runs, that is it; of what does not, it proves nothing. */
  readonly told: readonly string[]
  /** Whoever may patch the type by a rule that names it may be its operator. */
  readonly custom: boolean
  /** The one account that serves the API group after which the finalizer is named, where nothing tells who wrote that. */
  readonly serving: Pick<Holder, 'namespace' | 'name'> | undefined
  readonly domain: string
  readonly identity: Identity
  /** Of what has no right here: it may have had one, as it is no operator of other namespaces alone. */
  readonly isLost: (workload: Workload) => boolean
}

/** Why a workload may be the controller; undefined when nothing says so. */
function reasons(workload: Workload, clues: Clues): Reasons | undefined {
  const named = nameEvidence(workload, clues)
  if (named.length === 0 && isRival(namesOf(workload), clues.identity)) return undefined
  const holder = strongestHolder(clues.holders.filter(each => isHeldBy(each, workload)))
  const byRight =
    holder !== undefined && ((clues.custom && holder.grant !== 'wildcard') || isKin(workload, clues.words))
  const isServing = holder !== undefined && clues.serving !== undefined && isHeldBy(clues.serving, workload)
  if (!byRight && named.length === 0 && !isServing) return undefined
  if (holder === undefined && !clues.isLost(workload)) return undefined
  const serving = isServing ? [servingOf(workload, clues.domain)] : []
  const evidence = [...(holder ? [byRightOf(workload, holder)] : []), ...named, ...serving]
  return { holder, carriesName: named.length > 0, evidence }
}

/** That a workload or a container of it has the very name of who wrote the finalizer, or of whom the catalogue names. */
function nameEvidence(workload: Workload, { manager, known, told }: Clues): readonly Evidence[] {
  if (carries(workload, manager)) {
    return [
      {
        fact: `${workloadText(workload)} has the name of the field manager that wrote the finalizer`,
        source: 'managedFields',
      },
    ]
  }
  if (told.some(name => carries(workload, name)))
    return [
      {
        fact: `${workloadText(workload)} has the name that the CRD of these objects gives its controller`,
        source: 'customresourcedefinitions',
      },
    ]
  if (!known.some(name => carries(workload, name)) && !isNamed(workload.name, known)) return []
  return [{ fact: `${workloadText(workload)} has the name of the known controller`, source: 'catalogue' }]
}

function carries({ name, containers }: Workload, sought: string | undefined): boolean {
  return sought !== undefined && [name, ...containers.map(each => each.name)].includes(sought)
}

interface Reasons {
  readonly holder?: Holder | undefined
  readonly carriesName: boolean
  readonly evidence: readonly Evidence[]
}

function byRightOf(workload: Workload, { binding }: Holder): Evidence {
  const account = `${workload.namespace}/${workload.serviceAccount}`
  const fact = `${workloadText(workload)} runs as ${account}, which ${binding} allows to patch these objects`
  return { fact, source: 'rolebindings' }
}

function servingOf(workload: Workload, domain: string): Evidence {
  const fact = `${workloadText(workload)} alone has a role for ${domain}, the API group after which the finalizer is named`
  return { fact, source: 'rolebindings' }
}

function withoutRight(workload: Workload): Evidence {
  const fact = `${workloadText(workload)} has a name of the same product, and is not granted patch on these objects`
  return { fact, source: 'rolebindings' }
}

function failedJob(workload: Workload): Evidence {
  return { fact: `${workloadText(workload)} failed: its logs may tell why`, source: 'jobs' }
}

function leaving(workload: Workload): Evidence {
  const source = `${workload.kind.toLowerCase()}s`
  return { fact: `${workloadText(workload)} is being deleted itself and has no ready Pod`, source }
}

/**
 * The finalizer's writer, by name, outweighs who else has the right; a controller's own role outweighs a mere right to
 * patch, which a deploy pipeline has as well; of several with such a role, kin.
 */
function strongest<Each extends Reasons & { readonly workload: Workload }>(
  candidates: readonly Each[],
  words: ReadonlySet<string>,
): readonly Each[] {
  const named = candidates.filter(({ carriesName }) => carriesName)
  const marked = candidates.filter(({ holder }) => holder?.grant === 'marked')
  const [best = candidates] = [named, marked].filter(({ length }) => length > 0)
  const kin = best.filter(({ workload }) => isKin(workload, words))
  const chosen = kin.length > 0 ? kin : best
  const successors = candidates.filter(
    each => !chosen.includes(each) && chosen.every(({ workload }) => isSucceededBy(workload, each.workload)),
  )
  return [...successors, ...chosen]
}

/** What a roll-out puts behind a name: Flagger scales `app` to zero while `app-primary` serves. */
const OF_A_ROLLOUT = /^-(v?\d+|primary|stable|canary|blue|green|new|next)$/

/** Whether one that is scaled to zero has its work done by another, which is ready, under the same account and all but the same name. */
function isSucceededBy(idle: Workload, other: Workload): boolean {
  if (idle.wantedReplicas > 0 || idle.readyReplicas > 0 || other.readyReplicas === 0) return false
  if (idle.namespace !== other.namespace || idle.serviceAccount !== other.serviceAccount) return false
  return other.name.startsWith(idle.name) && OF_A_ROLLOUT.test(other.name.slice(idle.name.length))
}

/** Deploy tools, which have every right and put no finalizers of their own on what they deploy. */
const DEPLOYERS = wordsOf(
  'argocd argo flux kustomize helm tiller fleet rancher tekton jenkins gitlab velero olm pipeline deploy deployer gitops terraform spinnaker runner',
)

/**
 * Who may be it and is no candidate: kin that has no right (any more); a role that names the type, where another manager
 * wrote the finalizer; every right, where neither the manager nor the catalogue gives a name. At most three are named.
 */
function suspects(all: readonly Workload[], clues: Clues, custom: boolean): readonly Evidence[] {
  const name = clues.manager ?? clues.known[0]
  return all
    .flatMap(workload => {
      if (reasons(workload, clues) !== undefined || isRival(namesOf(workload), clues.identity)) return []
      const holder = strongestHolder(clues.holders.filter(each => isHeldBy(each, workload)))
      if (namesOf(workload).some(each => mentions(each, [...clues.known, ...clues.told]))) {
        return [holder === undefined ? withoutRight(workload) : byRightOf(workload, holder)]
      }
      // Of types of the core many may change any object; a controller's own role counts where its workload is known by name.
      if (!custom) {
        const isLikely = clues.known.length > 0 && holder?.grant === 'marked'
        return isLikely ? [byRightOf(workload, holder)] : []
      }
      if (holder === undefined) {
        const isLikely = isKin(workload, clues.words) || nameEvidence(workload, clues).length > 0
        return isLikely ? [withoutRight(workload)] : []
      }
      const isUnlikely = holder.grant === 'wildcard' && (name !== undefined || isKin(workload, DEPLOYERS))
      return isUnlikely ? [] : [byRightOf(workload, holder)]
    })
    .slice(0, 3)
}

function mighty(all: readonly Workload[], clues: Clues): readonly Evidence[] {
  return all
    .flatMap(workload => {
      const holder = strongestHolder(clues.holders.filter(each => isHeldBy(each, workload)))
      if (holder?.grant !== 'wildcard' || isKin(workload, DEPLOYERS)) return []
      return isRival(namesOf(workload), clues.identity) ? [] : [byRightOf(workload, holder)]
    })
    .slice(0, 3)
}

function strongestHolder(holders: readonly Holder[]): Holder | undefined {
  const order = ['marked', 'named', 'wildcard']
  return holders.toSorted((a, b) => order.indexOf(a.grant) - order.indexOf(b.grant))[0]
}

function runs(holder: Holder, workloads: Workloads): boolean {
  return workloads.all.some(workload => isHeldBy(holder, workload))
}
