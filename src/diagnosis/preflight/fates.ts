import type { DeletedTogether, RuleContext, StuckObject } from '../stuck-object.ts'
import { asDeleted, GAINING, podAsDeleted } from './as-deleted.ts'
import { onlyContent, type Reached } from './reach.ts'
import type { Tried } from './refused-deletions.ts'

/**
 * What becomes of an object in reach once the server, the kubelets and the garbage collector have acted: `gone`;
 * `terminating`, as `held`; `stays`, since its deletion is refused; `later`, once its owner is gone, then as `held`.
 */
export type Fate =
  | { readonly is: 'gone' }
  | { readonly is: 'terminating'; readonly held: StuckObject }
  | { readonly is: 'stays' }
  | { readonly is: 'later'; readonly held: StuckObject; readonly isRefused: boolean }

export interface Fates {
  readonly of: ReadonlyMap<string, Fate>
  /** Pods as they terminate, those that end by themselves too: what uses them waits for that. */
  readonly pods: ReadonlyMap<string, StuckObject>
  /** Namespaces that are not emptied, since a Pod is left in them that nothing ends. */
  readonly untouched: ReadonlySet<string | undefined>
}

/** The fate of each object in reach; what `refuses` says is refused afterwards stays, too. */
export function fatesOf(
  reach: ReadonlyMap<string, Reached>,
  { refused }: Pick<Tried, 'refused'>,
  { inForeground, podsFirst }: { readonly inForeground: ReadonlySet<string>; readonly podsFirst: boolean },
  context: RuleContext,
): Fates {
  const pods = new Map<string, StuckObject>()
  const of = new Map<string, Fate>()
  const untouched = new Set<string | undefined>()
  for (const [uid, { held, why }] of reach) {
    const isPod = held.ref.resource === 'pods'
    const fate = isOfClaim(held, why) ? withClaim(held, context) : refused.has(uid) ? STAYS : undefined
    if (fate !== undefined || !isPod) {
      of.set(uid, fate ?? fateOfDeleted(held, inForeground.has(uid), context))
      if (isPod && fate === STAYS) untouched.add(held.ref.namespace)
      continue
    }
    const { held: ending, ends } = podAsDeleted(held, inForeground.has(uid), context)
    pods.set(uid, ending)
    of.set(uid, ends === 'yes' ? fateOfOther(ending) : { is: 'terminating', held: ending })
    if (ends === 'no') untouched.add(held.ref.namespace)
  }
  for (const [uid, reached] of reach) {
    if (!waitsForOwner(reached, reach, of, inForeground)) continue
    of.set(uid, { is: 'later', held: asDeleted(reached.held, false, context), isRefused: refused.has(uid) })
  }
  if (podsFirst && untouched.size > 0) keepUntouched(reach, of, untouched)
  return { of, pods, untouched: podsFirst ? untouched : new Set() }
}

/** In the background, the garbage collector deletes a dependent after its last owner. In reach, owners come first. */
function waitsForOwner(
  { held, why }: Reached,
  reach: ReadonlyMap<string, Reached>,
  of: ReadonlyMap<string, Fate>,
  inForeground: ReadonlySet<string>,
): boolean {
  if (why !== 'Dependent' || held.meta.deletionTimestamp !== undefined) return false
  const owners = (held.meta.ownerReferences ?? []).filter(owner => reach.has(owner.uid))
  // One that does not block its owner may be left until that is gone, in the foreground too.
  const isBlocking = owners.some(owner => inForeground.has(owner.uid) && owner.blockOwnerDeletion === true)
  return !isBlocking && owners.some(owner => of.get(owner.uid)?.is !== 'gone')
}

const STAYS: Fate = { is: 'stays' }

function isOfClaim({ meta }: StuckObject, why: Reached['why']): boolean {
  return why === 'Volume' && meta.deletionTimestamp === undefined
}

/** Whoever made a volume deletes it with its data, when its claim is gone and not before. */
function withClaim(held: StuckObject, context: RuleContext): Fate {
  return { is: 'later', held: asDeleted(held, false, context), isRefused: false }
}

/** Content that stays because a Pod of its namespace does; what has finalizers is explained by these anyway. */
function keepUntouched(
  reach: ReadonlyMap<string, Reached>,
  of: Map<string, Fate>,
  untouched: ReadonlySet<string | undefined>,
): void {
  const isContent = onlyContent(reach)
  for (const [uid, { held }] of reach) {
    const isHeld = isContent(held) && held.ref.resource !== 'pods' && untouched.has(held.ref.namespace)
    if (isHeld && of.get(uid)?.is === 'gone') of.set(uid, STAYS)
  }
}

/** What is left when all that was deleted at first is gone: what its owners took along. */
export function laterFates({ of }: Fates): Fates {
  const then = [...of].map(([uid, fate]): [string, Fate] => {
    if (fate.is === 'later') return [uid, fate.isRefused ? STAYS : fateOfOther(fate.held)]
    return [uid, GONE]
  })
  return { of: new Map(then), pods: new Map(), untouched: new Set() }
}

/** Nothing is made of what goes at once: it may be thousands. */
function fateOfDeleted(held: StuckObject, inForeground: boolean, context: RuleContext): Fate {
  const isPlain = !inForeground && !GAINING.has(held.ref.resource)
  return isPlain && held.finalizers.length === 0 ? GONE : fateOfOther(asDeleted(held, inForeground, context))
}

const GONE: Fate = { is: 'gone' }

function fateOfOther(held: StuckObject): Fate {
  return held.finalizers.length === 0 ? GONE : { is: 'terminating', held }
}

export function togetherOf(
  reach: ReadonlyMap<string, Reached>,
  fates: Fates,
  { ofTargets, then }: { readonly ofTargets: Tried; readonly then: Pick<Tried, 'refused'> },
  podsFirst: boolean,
): DeletedTogether {
  const has = (uid: string): boolean => {
    const is = fates.of.get(uid)?.is
    return is === 'gone' || is === 'terminating' || is === 'later'
  }
  const isContent = onlyContent(reach)
  let names: ReadonlySet<string> | undefined
  return {
    has,
    hasNamed: (kind, namespace, name) => {
      // Few ask for it.
      const refs = reach.values().map(({ held }) => held.ref)
      names ??= new Set(refs.filter(({ uid }) => has(uid)).map(ref => nameKey(ref.kind, ref.namespace, ref.name)))
      return names.has(nameKey(kind, namespace, name))
    },
    endsFirst: ({ namespace }, held) => {
      // A volume is deleted when its claim is gone.
      const { why, of } = reach.get(held.ref.uid) ?? {}
      const asked = (why === 'Volume' && of !== undefined && reach.get(of.uid)?.held) || held
      return podsFirst && asked.ref.namespace === namespace && isContent(asked)
    },
    isLive: uid => reach.has(uid) && reach.get(uid)!.held.meta.deletionTimestamp === undefined,
    refused: new Set(ofTargets.refused.keys()),
    refusedToOthers: new Set([...then.refused.keys()].filter(uid => !ofTargets.refused.has(uid))),
  }
}

function nameKey(kind: string, namespace: string | undefined, name: string): string {
  return `${kind} ${namespace ?? ''}/${name}`.toLowerCase()
}

/** What is left: nothing that is gone, and what terminates as it would then. */
export function contextAfterwards(
  context: RuleContext,
  reach: ReadonlyMap<string, Reached>,
  fates: Fates,
): RuleContext {
  const left: StuckObject[] = []
  for (const [uid, { held }] of reach) {
    const fate = fates.of.get(uid)
    if (fate?.is === 'terminating') left.push(fate.held)
    else if (fate?.is === 'stays') left.push(held)
  }
  const terminating = new Map(context.terminating)
  for (const held of fates.pods.values()) terminating.set(held.ref.uid, held)
  for (const held of left) if (held.meta.deletionTimestamp !== undefined) terminating.set(held.ref.uid, held)
  const content = Map.groupBy(left, ({ ref }) => ref.namespace)
  const emptied = new Set(
    [...reach.values()].filter(({ held }) => held.ref.resource === 'namespaces').map(({ held }) => held.ref.name),
  )
  return {
    ...context,
    terminating,
    asked: left,
    instancesOf: resource =>
      context
        .instancesOf?.(resource)
        ?.filter(({ ref }) => fates.of.get(ref.uid)?.is !== 'gone')
        .map(held => terminating.get(held.ref.uid) ?? held),
    contentOf: name =>
      emptied.has(name)
        ? { held: content.get(name) ?? [], complete: context.contentOf(name).complete }
        : context.contentOf(name),
  }
}
