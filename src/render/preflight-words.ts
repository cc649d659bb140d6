import type { ObjectRef } from '../api/object-ref.ts'
import { counted, objectText, placedText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { Break, Loss, Other, PreflightVerdict, Return, Unchecked } from '../diagnosis/preflight/foreseen.ts'
import type { Syncer } from '../plan/syncer.ts'
import { inWords } from './words/in-words.ts'

/** Objects of one line that are named before the rest is counted. */
const MAX_NAMED = 5

/** What is destroyed with an object. */
export function lossText({ what, cleans }: Loss): string {
  switch (what) {
    case 'VolumeData':
      return 'the data of the volume: its reclaim policy is Delete'
    case 'LoadBalancer':
      return 'a load balancer, and its address'
    case 'Secret':
      return 'a Secret, which no other object holds a copy of by itself'
    case 'Outside':
      return `what finalizer ${cleans!.finalizer} is there for: ${cleans!.text}`
  }
}

/** A line for each kind of loss, with the objects that it goes with. */
export function lossTexts(losses: readonly Loss[]): readonly string[] {
  return [...Map.groupBy(losses, lossText)].map(([text, same]) => `${text}: ${namesOf(same.map(({ ref }) => ref))}`)
}

/** The first of them by name, and how many more there are. */
export function namesOf(refs: readonly ObjectRef[]): string {
  const names = refs.slice(0, refs.length > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED).map(placedText)
  const rest = refs.length - names.length
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ')
}

/** What does not work any more. */
export function breakText({ by }: Break): string {
  switch (by.is) {
    case 'webhook':
      return by.fails
        ? `nothing answers webhook ${by.name} any more, and the server rejects ${by.asked.join('; ')}`
        : `nothing answers webhook ${by.name} any more; the server lets pass what it was asked about: ${by.asked.join('; ')}`
    case 'api':
      return `${by.group}/${by.version} is not served any more, and no namespace of the cluster can be deleted until it is, or its APIService is deleted`
    case 'conversion':
      return `nothing converts ${by.resource} between versions any more: they can be neither read nor changed in another than the stored one`
    case 'named':
      return `is named by ${counted(by.objects, 'object')} that ${by.objects === 1 ? 'stays' : 'stay'} (${by.resource})`
    case 'driver':
      return `${counted(by.objects, 'volume')} elsewhere ${by.objects === 1 ? 'is' : 'are'} of this CSI driver, and can be neither mounted nor unmounted without it`
    case 'provider':
      return `is served by ${by.who}, which goes: nothing serves this class any more`
    case 'finalizer':
      return `removes finalizer ${by.finalizer} from ${counted(by.objects, 'object')} elsewhere (${by.resource}), which get stuck when they are deleted`
  }
}

/** Who would create it again. */
export function returnText({ by }: Return): string {
  return by.sure ? `${by.who} ${by.name}` : `${by.who} (${by.name}), by a mark on it`
}

/** Whose it is. */
export function otherText({ by }: Pick<Other, 'by'>): string {
  return by.is === 'Install' ? 'another install of the operator' : by.text
}

/** What a sure answer would need. */
export function uncheckedText({ what, ref, count = 1, ...unchecked }: Unchecked): string {
  const why = inWords(unchecked.why)
  if (what === 'Recording') return why
  const about = ref === undefined ? counted(count, 'object') : objectText(ref)
  const others = ref !== undefined && count > 1 ? ` and ${counted(count - 1, 'other object')}` : ''
  return what === 'DryRun' ? `whether the server takes the deletion of ${about}${others}: ${why}` : `${about}: ${why}`
}

/** The answer in one sentence; that it is safe is never said. */
export function verdictText(verdict: PreflightVerdict): string {
  switch (verdict) {
    case 'clean':
      return 'nothing that was checked would hold it.'
    case 'waits':
      return 'it would wait for what is still going on, and then go.'
    case 'stuck':
      return 'it would get stuck.'
    case 'unknown':
      return 'whether it would get stuck is not known.'
  }
}

/** What is suspended before the first wave, and why. */
export function syncerText(syncers: readonly Syncer[]): string {
  const lines = syncers.map(({ type, object: { metadata }, makes }) => {
    const name = `${type.kind} ${metadata.namespace}/${metadata.name}`
    return `  · ${printable(`${name}: it would create ${counted(makes.length, 'object')} again, or undo the suspension`)}\n`
  })
  return lines.length === 0 ? '' : `\nSuspended before the first wave\n${lines.join('')}`
}
