import { largest } from '../../api/long-lists.ts'
import { counted, grouped, objectText } from '../../api/object-text.ts'
import { printable } from '../../api/printable.ts'
import { formatAge } from '../age.ts'
import type { Verdict } from '../words/explanation.ts'
import type { CauseNode, Edge, ObjectGroup, ObjectNode } from './picture.ts'

/** What an arrow says: the one it comes from, this, the one it leads to. */
const REASONS: Readonly<Record<Exclude<Edge['reason'], 'holds'>, string>> = {
  about: 'is about',
  owns: 'owns',
  NamespaceContent: 'is left in',
  NamespacePods: 'runs in',
  Dependent: 'is a dependent of',
  Instance: 'is an instance of',
  Consumer: 'uses',
  Claim: 'claims',
  Attachment: 'attaches',
  Owned: 'is owned by',
  Leader: 'holds the lock of the controller of',
  Named: 'waits for',
}

/** An arrow's reason in words; one from a cause to what it holds says nothing: all of them mean the same. */
export function edgeText({ reason }: Edge): string | undefined {
  return reason === 'holds' ? undefined : REASONS[reason]
}

/** A sign for those who see no colours, of characters that every font has. */
export const VERDICT_SIGNS: Readonly<Record<Verdict, string>> = {
  stuck: '!',
  unknown: '?',
  waiting: '…',
  progressing: '›',
}

/** `1 STUCK`, `7–1,480 STUCK`. */
export function causeMark({ number, causes }: CauseNode): string {
  const { verdict } = causes[0]
  return `${grouped(number)} ${verdict.toUpperCase()}`
}

/** `ControllerMissing`, or how many of it. */
export function causeCode({ causes }: CauseNode): string {
  const { code } = causes[0]
  return causes.length === 1 ? code : `${grouped(causes.length)} causes ${code}`
}

/** What is wrong in a sentence, shortened; for several, the first of them. */
export function causeSummary({ causes }: CauseNode, most: number): string {
  return shortened(printable(causes[0].summary), most)
}

/** `holds 18 objects`. */
export function causeHolds({ holds }: CauseNode): string {
  return `holds ${counted(holds, 'object')}`
}

/** `namespace shop`, `12 namespaces`, `cluster`. */
export function groupTitle({ namespaces }: ObjectGroup): string {
  const [name] = namespaces
  if (name === undefined) return 'cluster-scoped'
  return namespaces.length === 1 ? `namespace ${printable(name)}` : `${grouped(namespaces.length)} namespaces`
}

/** `pod/db-0`, `18 buckets`, or `90 objects of 70 types`. */
export function nodeTitle({ objects }: ObjectNode, most: number): string {
  const { ref } = objects[0]
  if (objects.length === 1) return shortened(objectText(ref), most)
  const types = new Set(objects.map(({ ref: { resource } }) => resource)).size
  if (types > 1) return `${counted(objects.length, 'object')} of ${counted(types, 'type')}`
  const plural = printable(ref.resource.split('.')[0] ?? ref.kind)
  return shortened(`${grouped(objects.length)} ${plural}`, most)
}

/** How old the deletion is, and the finalizers: a line each, none that says nothing. */
export function nodeLines({ objects }: ObjectNode, most: number): readonly string[] {
  const ages = objects.map(({ ageSeconds }) => ageSeconds).filter(age => age !== undefined)
  const live = objects.filter(({ deletionTimestamp }) => deletionTimestamp === undefined).length
  const oldest = ages.length === 0 ? '' : formatAge(largest(ages))
  const age = live === objects.length ? 'not deleted' : objects.length === 1 ? oldest : `oldest ${oldest}`
  // Every Namespace has that one: it says nothing about this one.
  const telling = objects.flatMap(({ finalizers }) => finalizers.filter(({ field }) => field !== 'spec'))
  const [first, ...others] = new Set(telling.map(({ name }) => printable(name)))
  const more = others.length === 0 ? '' : ` +${others.length}`
  const finalizers = first === undefined ? '' : `${shortened(first, most - more.length)}${more}`
  return [age, finalizers].filter(text => text !== '')
}

/** A text with its middle left out where it is longer than `most` characters. */
export function shortened(text: string, most: number): string {
  const characters = [...text]
  if (characters.length <= most) return text
  const head = Math.ceil((most - 1) / 2)
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (most - 1 - head)).join('')}`
}
