import { OF_KUBERNETES } from '../api/builtin-finalizers.ts'
import { kindAndName } from '../api/object-ref.ts'
import { message } from '../messages/sentence.ts'
import { RISKS } from './catalogue/known.ts'
import { type Evidence, type Remedy, toInspect, toRemove } from './explanation.ts'
import type { Explored } from './explore.ts'
import type { Graph } from './graph.ts'
import { deletesInForeground } from './ownership/owner-lookup.ts'
import { releaseOwners } from './ownership/release.ts'
import { isAtWork } from './policy.ts'
import { removeCommands } from './remove-commands.ts'
import { yamlCommand } from './shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type Waited } from './stuck-object.ts'

export interface Step {
  readonly from: Explored
  readonly waited: Waited
}

/** Waits by a rule of Kubernetes; of the others a controller decides, which may give up. */
const BY_RULE: ReadonlySet<string> = new Set(['Dependent', 'Instance', 'Claim', 'Attachment', 'NamespaceContent'])

const MAX_NAMES = 6

/**
 * What was explored, with a cause for each circle of terminating objects that wait for each other: DependentAlive, as
 * for owners that block each other, at the object where it is best opened. A circle in which something is stuck
 * already, or that a rule explains, has its cause.
 */
export function withCircles(graph: Graph<Explored>, context: RuleContext): ReadonlyMap<string, Explored> {
  const whole = new Map(graph.nodes)
  for (const uids of graph.cycles()) {
    const members = uids.map(uid => graph.nodes.get(uid)!)
    if (members.length < 2 || members.some(isExplained)) continue
    const opening = circleOpening(members, context)
    if (opening === undefined) continue
    const steps = roundFrom(opening.at, new Set(uids), graph)
    const { at } = opening
    whole.set(at.held.ref.uid, { held: at.held, holdings: [...at.holdings, holdingOf(steps, opening)] })
  }
  return whole
}

function isExplained({ held, holdings }: Explored): boolean {
  if (held.meta.deletionTimestamp === undefined) return true
  return holdings.some(
    ({ verdict, cause }) => cause !== undefined && verdict === 'stuck' && cause.code !== 'CleanupFailing',
  )
}

/** The shortest way round that leads back to where it starts, through these alone. */
function roundFrom(start: Explored, among: ReadonlySet<string>, { nodes }: Graph<Explored>): readonly Step[] {
  const goal = start.held.ref.uid
  const ways: (readonly Step[])[] = [[]]
  const met = new Set<string>()
  for (const way of ways) {
    const from = way.length === 0 ? start : nodes.get(way.at(-1)!.waited.ref.uid)!
    for (const waited of from.holdings.flatMap(({ waitingFor = [] }) => waitingFor)) {
      const { uid } = waited.ref
      if (uid === goal) return [...way, { from, waited }]
      if (!among.has(uid) || met.has(uid)) continue
      met.add(uid)
      ways.push([...way, { from, waited }])
    }
  }
  return []
}

function holdingOf(steps: readonly Step[], opening: Opening): Blocker {
  const names = steps.map(({ from }) => kindAndName(from.held.ref))
  const shown = names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), `${names.length - MAX_NAMES} more`] : names
  const { held } = opening.at
  const isProven = steps.every(({ waited }) => BY_RULE.has(waited.reason))
  return blocker(isProven ? 'stuck' : 'unknown', {
    tellsWaits: true,
    key: `DependentAlive/circle/${steps.map(({ from }) => from.held.ref.uid).toSorted()[0]}`,
    subject: held.ref,
    finalizer: opening.finalizer,
    summary: message('WaitInCircle', { objects: shown, first: names[0]! }),
    evidence: steps.map(evidenceOf),
    remedies: () => opening.remedies,
  })
}

function evidenceOf({ from, waited }: Step): Evidence {
  const { ref, reason, said } = waited
  const awaited = `${ref.kind} ${ref.name}`
  const fact = message('WaitsInCircle', { object: kindAndName(from.held.ref), awaited, reason, said: said?.fact })
  return { fact, source: said?.source ?? from.held.ref.resource }
}

interface Opening {
  readonly at: Explored
  readonly finalizer: string
  readonly remedies: readonly Remedy[]
}

/**
 * An owner is released from its dependents, which loses nothing; else the finalizer is removed that costs least, as far
 * as known. undefined if all are finalizers by which Kubernetes keeps data: none of them is offered.
 */
function circleOpening(members: readonly Explored[], context: RuleContext): Opening | undefined {
  const sorted = members.toSorted((a, b) => (a.held.ref.uid < b.held.ref.uid ? -1 : 1))
  const uids = new Set(members.map(({ held }) => held.ref.uid))
  const waitsByForeground = ({ held, holdings }: Explored): boolean =>
    deletesInForeground(held) &&
    holdings
      .flatMap(({ waitingFor = [] }) => waitingFor)
      .filter(({ ref }) => uids.has(ref.uid))
      .every(({ reason }) => reason === 'Dependent')
  const owner = sorted.find(waitsByForeground)
  if (owner !== undefined) {
    const release = releaseOwners([owner.held], message('OthersFollow'))
    return { at: owner, finalizer: 'foregroundDeletion', remedies: [release] }
  }
  const choices = sorted.flatMap(at =>
    at.held.finalizers
      .filter(({ name, field }) => field === 'metadata' && !OF_KUBERNETES.has(name))
      .map(({ name }) => ({ at, name, known: context.catalogue.find(name, at.held.ref.resource) })),
  )
  const rank = ({ known }: (typeof choices)[number]): number => RISKS.indexOf(known?.risk ?? 'medium')
  const [least] = choices.toSorted((a, b) => rank(a) - rank(b))
  if (least === undefined) return undefined
  const { at, name, known } = least
  return {
    at,
    finalizer: name,
    remedies: [look(members), remove(at, name, known?.ifRemoved, RISKS[rank(least)]!, context)],
  }
}

function look(members: readonly Explored[]): Remedy {
  return toInspect(
    message('SeeWhatEachWaitsFor'),
    members.slice(0, 5).map(({ held: { ref } }) => yamlCommand(ref)),
  )
}

function remove(
  { held, holdings }: Explored,
  finalizer: string,
  ifRemoved: string | undefined,
  risk: Remedy['risk'],
  context: RuleContext,
): Remedy {
  const { kind, name } = held.ref
  const own = holdings.flatMap(({ cause, verdict }) => (cause?.finalizer === finalizer ? [{ ...cause, verdict }] : []))
  const isUsed = holdings.some(({ waitingFor = [] }) => waitingFor.some(({ reason }) => reason === 'Consumer'))
  const overrides = [
    ...(own.length === 0 || own.some(isAtWork) ? ['ControllerAlive'] : []),
    ...(own.some(({ code }) => code === 'ControllerUnknown') ? ['ControllerUnknown'] : []),
    ...(isUsed ? ['ProtectedFinalizer'] : []),
  ]
  const guard = overrides.length === 0 ? '' : ` --override ${overrides.join(',')}`
  return toRemove(
    message('OpenCircleAt', { object: `${kind} ${name}`, finalizer, loss: ifRemoved }),
    removeCommands([{ ...held, heldBy: finalizer }], context).map(command => `${command}${guard}`),
    risk,
  )
}
