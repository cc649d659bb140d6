import type { ObjectMeta } from '../../api/object.ts'
import { apiVersionOf, type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { factFrom } from '../../messages/sentence.ts'
import { illsOf } from '../../statements/ills.ts'
import { eachTogether, together } from '../answered.ts'
import type { Inventory, Marks } from '../catalogue/inventories.ts'
import type { Evidence } from '../explanation.ts'
import { once } from '../facts.ts'
import { ownedBy } from '../ownership/owned-objects.ts'
import { mayName } from '../references/references.ts'
import { type Blocker, isCustom, type RuleContext, readHeld, type StuckObject, wholeOf } from '../stuck-object.ts'
import { placeKey, terminatingBy } from '../terminating-by.ts'
import { unreadFact } from '../unread.ts'
import { type Entry, isOfType, listedBy, rowsFor } from './entries.ts'

/** In so many namespaces the resources of one type are asked for one by one; where there are more, in all at once. */
export const MAX_NAMESPACES = 8

/** The resources of an object's inventory that are still there. */
export interface Awaited {
  readonly resources: readonly StuckObject[]
  /** One of them is being deleted, and the controller is known to wait until it is gone. */
  readonly waits: boolean
  readonly unreadable: readonly Unreadable[]
}

const NONE: Awaited = { resources: [], waits: false, unreadable: [] }

/**
 * What the inventory of a terminating object lists and still exists. What is being deleted is in the survey; for the
 * rest, one list of metadata is read per type and namespace, however many objects list it.
 */
export function awaitedResources(held: StuckObject, context: RuleContext): Awaited {
  if (!mayName(held)) return NONE
  return once(context.facts, 'awaited', () => read(held, context), held.ref.uid)
}

/**
 * What a deployment tool made and lists in its object (an Application, a Kustomization, a HelmRelease, …): its
 * controller deletes these first. Edges to all that still exist; says so where none was found and some were not read.
 */
export function inventoryResources(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const awaited = awaitedResources(held, context)
  const owned = new Set(ownedBy(held, context).map(each => each.held.ref.uid))
  const edges = awaited.resources.filter(({ ref }) => !owned.has(ref.uid))
  if (edges.length > 0) {
    return [{ verdict: 'waiting', waitingFor: edges.map(each => ({ ref: each.ref, reason: 'Owned', held: each })) }]
  }
  if (awaited.unreadable.length === 0) return []
  return [{ verdict: 'unknown', missing: awaited.unreadable.map(unreadFact) }]
}

function read(held: StuckObject, context: RuleContext): Awaited {
  const whole = wholeOf(held, context)
  if (whole === undefined) return NONE
  const found = new Map<string, StuckObject>()
  const unreadable = new Map<string, Unreadable>()
  let waits = false
  const listed = eachTogether(listedBy(held, whole, context), ({ row, entries }) => {
    const [named, marked] = together(
      () => eachTogether(entries, entry => resourceOf(entry, row, context)),
      () => (row?.marks === undefined ? [] : markedBy(held, row.marks, context)),
    )
    return { row, answers: [...named, ...marked] }
  })
  for (const { row, answers } of listed) {
    for (const answer of answers) {
      if (answer === undefined) continue
      if ('reason' in answer) {
        unreadable.set(`${answer.resource} ${answer.namespace ?? ''}`, answer)
        continue
      }
      if (answer.ref.uid === held.ref.uid || isKept(answer, row)) continue
      found.set(answer.ref.uid, answer)
      waits ||= (row?.waits ?? true) && answer.meta.deletionTimestamp !== undefined
    }
  }
  if (found.size === 0 && unreadable.size === 0) return NONE
  return { resources: [...found.values()], waits, unreadable: [...unreadable.values()] }
}

/** What is being deleted already is not kept any more. */
function isKept({ meta, ref }: StuckObject, row: Inventory | undefined): boolean {
  if (meta.deletionTimestamp !== undefined) return false
  if (row?.spares?.includes(ref.kind)) return true
  return (row?.keeps ?? []).some(({ annotation, value }) => {
    const said = meta.annotations?.[annotation]?.toLowerCase().split(',') ?? []
    return said.some(each => each.trim() === value.toLowerCase())
  })
}

function resourceOf(
  entry: Entry,
  row: Inventory | undefined,
  context: RuleContext,
): StuckObject | Unreadable | undefined {
  const type = context.facts.types.find(each => isOfType(entry, each))
  if (type === undefined) return undefined
  const [surveyed] = terminatingBy('place', placeKey(type, entry), context)
  if (surveyed !== undefined) return isSame(surveyed.meta, entry) ? surveyed : undefined
  // Without a row nothing shows that what has not been deleted is to be.
  if (row === undefined) return undefined
  const namespace = namespaceToRead(type, entry, context)
  const list = context.facts.read({ about: 'metadata', resource: resourceName(type), namespace })
  if (list.state === 'unreadable') return list.why
  if (list.state !== 'known') return undefined
  const byPlace = once(
    context.facts,
    `places ${resourceName(type)} ${namespaceToRead(type, entry, context) ?? ''}`,
    () => new Map(list.value.map(meta => [placeKey(type, meta), meta])),
  )
  const metadata = byPlace.get(placeKey(type, entry))
  if (metadata === undefined || !isSame(metadata, entry)) return undefined
  return readHeld({ apiVersion: apiVersionOf(type), kind: type.kind, metadata }, context)
}

/** Another object of the name is not the one that was listed. */
function isSame({ uid }: ObjectMeta, entry: Entry): boolean {
  return entry.uid === undefined || entry.uid === '' || entry.uid === uid
}

/** The namespace in which an entry is looked for; undefined: in all. */
function namespaceToRead(type: ResourceType, { namespace }: Entry, context: RuleContext): string | undefined {
  if (!type.namespaced || namespace === undefined) return undefined
  const named = namespacesListed(context).get(resourceName(type))
  return (named?.size ?? 0) > MAX_NAMESPACES ? undefined : namespace
}

/** In which namespaces the inventories of all objects list resources of a type. */
function namespacesListed(context: RuleContext): ReadonlyMap<string, ReadonlySet<string>> {
  return once(context.facts, 'namespaces of all inventories', () => {
    const namespaces = new Map<string, Set<string>>()
    const listing = [...context.terminating.values()].filter(each => mayName(each) && rowsFor(each, context).length > 0)
    const all = eachTogether(listing, held => {
      const whole = wholeOf(held, context)
      return whole === undefined ? [] : listedBy(held, whole, context)
    })
    for (const listed of all) {
      for (const entry of listed.flatMap(({ entries }) => entries)) {
        const type = context.facts.types.find(each => isOfType(entry, each))
        if (type === undefined || entry.namespace === undefined) continue
        const known = namespaces.get(resourceName(type)) ?? new Set()
        namespaces.set(resourceName(type), known.add(entry.namespace))
      }
    }
    return namespaces
  })
}

/** The terminating objects whose marks name an object as their maker. All are in the survey: nothing more is read. */
function markedBy(held: StuckObject, marks: Marks, { facts, terminating }: RuleContext): readonly StuckObject[] {
  const byMaker = once(facts, `marked by ${JSON.stringify(marks)}`, () => {
    return Map.groupBy(terminating.values(), each => makerOf(each, marks))
  })
  const { namespace, name } = held.ref
  // Argo CD writes the namespace only where it is not its own.
  return [`${namespace ?? ''}/${name}`, ...('trackingId' in marks ? [name] : [])].flatMap(
    maker => byMaker.get(maker) ?? [],
  )
}

/** `namespace/name`, or `name` alone, of who made an object; undefined where it has no such mark, or a copied one. */
function makerOf({ ref, type, meta }: StuckObject, marks: Marks): string | undefined {
  if ('name' in marks) {
    const [name, namespace] = [meta.labels?.[marks.name], meta.labels?.[marks.namespace]]
    return name === undefined || namespace === undefined ? undefined : `${namespace}/${name}`
  }
  const [maker, kind, place] = meta.annotations?.[marks.trackingId]?.split(':') ?? []
  const isItsOwn = kind === `${type.group}/${type.kind}` && place?.split('/').at(-1) === ref.name
  return isItsOwn ? maker?.replace('_', '/') : undefined
}

/** Of many it is the first that the tool did not come to. */
const MAX_TOLD = 2

/**
 * What the object's inventory lists, is there and is not being deleted, with what it says is wrong with it: an error of
 * the deletion may be of something else, and over (argoproj/argo-cd#1329).
 */
export function stillListed(held: StuckObject, context: RuleContext): readonly Evidence[] {
  const staying = awaitedResources(held, context).resources.filter(({ meta }) => meta.deletionTimestamp === undefined)
  if (staying.length > MAX_TOLD) return []
  return staying.map(({ ref, type }) => {
    const whole = isCustom({ type }) ? wholeOf({ ref }, context) : undefined
    const [text] = whole === undefined ? [] : illsOf(whole)
    const { kind, name, namespace } = ref
    return factFrom(ref.resource, 'ListedIsNotDeleted', { kind, name, namespace, text })
  })
}
