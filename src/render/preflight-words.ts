import type { ObjectRef } from '../api/object-ref.ts'
import { counted, objectText, placedText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { Break, Loss, Other, PreflightVerdict, Return, Unchecked } from '../diagnosis/preflight/foreseen.ts'
import type { Syncer } from '../plan/syncer.ts'
import { inWords } from './words/in-words.ts'
import { type Text, textOf } from './words/template.ts'

/** Objects of one line that are named before the rest is counted. */
const MAX_NAMED = 5

/** What is destroyed with an object. */
const LOSSES = {
  what: {
    VolumeData: 'the data of the volume: its reclaim policy is not Retain',
    LoadBalancer: 'a load balancer, and its address',
    Secret: 'a Secret, which no other object holds a copy of by itself',
    Outside: 'what finalizer {finalizer} is there for: {text}',
  },
} as const satisfies { readonly what: Readonly<Record<Loss['what'], string>> }

export function lossText({ what, cleans }: Loss): string {
  return textOf(LOSSES, { what, ...cleans! }, inWords)
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
const BREAKS = {
  is: {
    webhook: {
      fails: {
        true: 'nothing answers webhook {name} any more, and the server rejects {asked}',
        false: 'nothing answers webhook {name} any more; the server lets pass what it was asked about: {asked}',
      },
    },
    api: '{group}/{version} is not served any more, and no namespace of the cluster can be deleted until it is, or its APIService is deleted',
    conversion:
      'nothing converts {resource} between versions any more: they can be neither read nor changed in another than the stored one',
    named: 'is named by {objects:count} {objects=1?object that stays|objects that stay} ({resource})',
    driver:
      '{objects:count} {objects=1?volume elsewhere is|volumes elsewhere are} of this CSI driver, and can be neither mounted nor unmounted without it',
    provider: 'is served by {who}, which goes: nothing serves this class any more',
    finalizer:
      'removes finalizer {finalizer} from {objects:count} {objects=1?object|objects} elsewhere ({resource}), which get stuck when they are deleted',
  },
} as const satisfies { readonly is: Readonly<Record<Break['by']['is'], Text>> }

export function breakText({ by }: Break): string {
  return textOf(BREAKS, by.is === 'webhook' ? { ...by, asked: by.asked.join('; ') } : by, inWords)
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
export const VERDICT_TEXTS: Readonly<Record<PreflightVerdict, string>> = {
  clean: 'nothing that was checked would hold it.',
  waits: 'it would wait for what is still going on, and then go.',
  stuck: 'it would get stuck.',
  unknown: 'whether it would get stuck is not known.',
}

/** What is suspended before the first wave, and why. */
export function syncerText(syncers: readonly Syncer[]): string {
  const lines = syncers.map(({ type, object: { metadata }, makes }) => {
    const name = `${type.kind} ${metadata.namespace}/${metadata.name}`
    return `  · ${printable(`${name}: it would create ${counted(makes.length, 'object')} again, or undo the suspension`)}\n`
  })
  return lines.length === 0 ? '' : `\nSuspended before the first wave\n${lines.join('')}`
}
