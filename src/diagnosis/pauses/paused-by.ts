import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { valuesAt } from '../../api/values-at.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { CatalogueEntry } from '../catalogue/entry.ts'
import { concerns } from '../catalogue/kinds.ts'
import {
  LOOK_AFTER,
  NOT_ITS_OWN,
  PAUSE_NAMES,
  type PauseSwitch,
  type SwitchPlace,
  WORK_OF_ITS_OWN,
} from '../catalogue/switches.ts'
import { isOneOf } from '../catalogue/wildcard.ts'
import { overlaps, wordsOf } from '../controller/kinship.ts'
import { once } from '../facts.ts'
import { isProgram } from '../managers.ts'
import { isCustom, type RuleContext, readHeld, type StuckObject } from '../stuck-object.ts'

export interface Pause {
  readonly place: SwitchPlace
  /** The object that has it: the one that is held, or the one that pauses it too. */
  readonly ref: ObjectRef
  /** Its product is known to leave deletions alone too. */
  readonly known: boolean
  /** It was found by the finalizer, so that it is of its controller whoever else holds the object. */
  readonly byFinalizer: boolean
  readonly source: Sentence
}

/**
 * The switch that tells the controller of a finalizer to leave an object alone: as known for its product, else by the
 * form of its name. undefined if there is none, or if the product finishes deletions even so.
 */
export function pauseOf(
  held: StuckObject,
  finalizer: string,
  whole: KubeObject | undefined,
  context: RuleContext,
  known: CatalogueEntry['pausedBy'] = [],
): Pause | undefined {
  const own = switchesOf(held, finalizer, context, known)
  for (const known of own.filter(({ stopsDeletion }) => stopsDeletion)) {
    const on = holderOf(known, held, whole, context)
    if (on !== undefined && isOn(known.place, on.meta, on.whole)) {
      return {
        place: known.place,
        ref: on.ref,
        known: true,
        byFinalizer: isOneOf([known.of], finalizer),
        source: known.source,
      }
    }
  }
  const harmless = own.filter(({ stopsDeletion }) => !stopsDeletion).map(({ place }) => textOf(place))
  const place = placesByName(held, finalizer, whole).find(each => !harmless.includes(textOf(each)))
  return place && { place, ref: held.ref, known: false, byFinalizer: false, source: message('NameOfSwitch') }
}

/** Whether the product is known to finish deletions in spite of a pause. */
export function finishesAllTheSame(
  held: StuckObject,
  finalizer: string,
  context: RuleContext,
  known: CatalogueEntry['pausedBy'] = [],
): boolean {
  return switchesOf(held, finalizer, context, known).some(({ stopsDeletion }) => !stopsDeletion)
}

/** Those that the finalizer's entry has, then those of its project. */
function switchesOf(
  { type, ref }: StuckObject,
  finalizer: string,
  { catalogue, facts }: RuleContext,
  known: NonNullable<CatalogueEntry['pausedBy']>,
): readonly PauseSwitch[] {
  const rows = once(facts, `switches ${ref.resource} ${finalizer}`, () =>
    catalogue.rows.pausedBy.filter(
      ({ of, kinds }) =>
        (isOneOf([of], finalizer) || isOneOf([of], type.group)) &&
        (kinds === undefined || concerns(kinds, ref.resource)),
    ),
  )
  return [...known.map(each => ({ ...each, of: finalizer })), ...rows]
}

/** English, wider than PAUSE_NAMES: what it finds is only listed for a person to look at, and decides nothing. */
const LIKE_A_PAUSE = /paus|suspend|frozen|freeze|hold|halt|maintenance|reconcil|managed\b|protect|prevent|lock/i

/** Annotations, labels and fields of the spec whose name or value reads like a pause: one of them may be the switch. */
export function likeSwitches(held: StuckObject, whole: KubeObject | undefined): readonly string[] {
  const { annotations = {}, labels = {} } = held.meta
  const named = (what: string, of: Readonly<Record<string, string>>) =>
    Object.entries(of)
      .filter(([name, value]) => !/last-applied/.test(name) && LIKE_A_PAUSE.test(`${name} ${value.slice(0, 50)}`))
      .map(([name, value]) => `${what} ${name}=${value.slice(0, 50)}`)
  const fields = Object.entries((whole?.spec ?? {}) as Readonly<Record<string, unknown>>)
    .filter(([name, value]) => typeof value !== 'object' && LIKE_A_PAUSE.test(`${name} ${String(value).slice(0, 50)}`))
    .map(([name, value]) => `spec.${name}=${String(value).slice(0, 50)}`)
  return [...named('annotation', annotations), ...named('label', labels), ...fields]
}

/** The field of the spec that is a switch by its whole name, where something else says that the object is paused. */
export function switchFieldOf(whole: KubeObject | undefined): string | undefined {
  return ['pause', 'paused', 'suspend', 'suspended'].find(name => valuesAt(whole, `spec.${name}`)[0] === true)
}

/** `annotation crossplane.io/paused`, `label example.com/ignore`, `spec.paused`. */
export function textOf(place: SwitchPlace): string {
  if ('empty' in place) return `spec.${place.field}: []`
  if ('field' in place) return `spec.${place.field}`
  return 'label' in place ? `label ${place.label}` : `annotation ${place.annotation}`
}

function holderOf({ on }: PauseSwitch, held: StuckObject, whole: KubeObject | undefined, context: RuleContext) {
  if (on === undefined) return { ref: held.ref, meta: held.meta, whole }
  const [named] = on.field === undefined ? [held.meta.labels?.[on.label ?? '']] : valuesAt(whole, on.field)
  const name = typeof named === 'string' ? named : undefined
  const { namespace, resource } = held.ref
  if (name === undefined || namespace === undefined || resource === on.resource) return undefined
  const other = context.facts.read({ about: 'object', resource: on.resource, namespace, name })
  const ref = other.state === 'known' ? readHeld(other.value, context)?.ref : undefined
  return other.state === 'known' && ref ? { ref, meta: other.value.metadata, whole: other.value } : undefined
}

function isOn(place: SwitchPlace, { annotations, labels }: StuckObject['meta'], whole: KubeObject | undefined) {
  if ('empty' in place) {
    const list = (whole?.spec as Readonly<Record<string, unknown>> | undefined)?.[place.field]
    return Array.isArray(list) && list.length === 0
  }
  if ('field' in place) return valuesAt(whole?.spec, place.field)[0] === true
  if ('label' in place) return labels?.[place.label] !== undefined
  const value = annotations?.[place.annotation]
  return place.value === 'present' ? value !== undefined : value?.toLowerCase() === place.value
}

function placesByName(held: StuckObject, finalizer: string, whole: KubeObject | undefined): readonly SwitchPlace[] {
  const on = (marks: Readonly<Record<string, string>> = {}): readonly string[] =>
    Object.entries(marks)
      .filter(([name, value]) => PAUSE_NAMES.mark.some(each => each.name.test(name) && each.on.test(value)))
      .filter(([name]) => isOfProduct(name, held, finalizer))
      .map(([name]) => name)
  const annotations = on(held.meta.annotations).map(annotation => ({ annotation, value: 'present' as const }))
  const labels = on(held.meta.labels).map(label => ({ label }))
  // `spec.suspend` of a Job, `spec.paused` of a Deployment: read by Kubernetes' own controllers alone.
  const fields = isCustom(held) ? fieldsByName(whole?.spec, []) : []
  return [...annotations, ...labels, ...fields]
}

/** A switch under another product's domain is for that product, which may only deploy the object. */
function isOfProduct(mark: string, { type, meta }: StuckObject, finalizer: string): boolean {
  const [domain = ''] = mark.split('/')
  const words = wordsOf(domain)
  const writers = (meta.managedFields ?? []).map(({ manager = '' }) => manager).filter(isProgram)
  return words.size === 0 || overlaps(words, wordsOf(finalizer, type.group, ...writers))
}

const DEEPEST = 3

function fieldsByName(spec: unknown, above: readonly string[]): readonly SwitchPlace[] {
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec) || above.length > DEEPEST) return []
  return Object.entries(spec).flatMap(([name, value]): readonly SwitchPlace[] => {
    if (typeof value === 'object') return NOT_ITS_OWN.test(name) ? [] : fieldsByName(value, [...above, name])
    const found = PAUSE_NAMES.field.find(each => each.name.test(name) && each.on.test(String(value)))
    if (found === undefined || !isOfObject(name, above)) return []
    const field = [...above, name].join('.')
    return typeof value === 'boolean' ? [{ field }] : [{ field, off: found.off ?? null }]
  })
}

/**
 * Deeper in a spec, protections count, and what is inside a field about how the object is looked after. Anything else
 * paused there is a part of it; a suspension one level down may be of the whole, unless it is work of its own.
 */
function isOfObject(name: string, above: readonly string[]): boolean {
  if (above.length === 0 || PROTECTION.test(name)) return true
  if (above.some(part => WORK_OF_ITS_OWN.test(part))) return false
  return LOOK_AFTER.test(above.at(-1)!) || (above.length === 1 && /^suspend/.test(name))
}

const PROTECTION = /protect|prevent/i
