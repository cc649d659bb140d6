import { firstOf } from '../../api/object-text.ts'
import type { InWords, Sentence } from './template.ts'

/** Why a wave of a deletion comes before others. */
export type WaveReason =
  | 'NeedsController'
  | 'NeedsWebhook'
  | 'NeedsOther'
  | 'UsesClaim'
  | 'MakesAgain'
  | 'Rest'
  | 'Definitions'
  | 'Namespaces'
  | 'Lists'

/** `before`: what needs it; `awaited`: volumes of that are waited for. */
export interface WhyInWave {
  readonly reason: WaveReason
  readonly before: readonly string[]
  readonly awaited: boolean
  readonly written: readonly Sentence[]
  readonly unfollowed: readonly Sentence[]
}

/** Texts of one wave before the rest is counted: anyone may have written them. */
const MAX_TEXTS = 3

/** Why these go in this wave. */
export function waveReasonText(wave: WhyInWave, inWords: InWords): string {
  const [written, unfollowed] = [wave.written.map(inWords), wave.unfollowed.map(inWords)]
  // Of what nothing else gives a place, what is written does.
  const place = wave.reason === 'Rest' && written.length > 0 ? [] : [placeOfWave(wave)]
  const left =
    unfollowed.length === 0
      ? []
      : [`not followed, against what is needed or in a circle: ${firstOf(unfollowed, MAX_TEXTS)}`]
  return [...place, ...(written.length === 0 ? [] : [firstOf(written, MAX_TEXTS)]), ...left].join('; ')
}

function placeOfWave({ reason, before, awaited }: WhyInWave): string {
  const names = before.join(', ')
  switch (reason) {
    case 'NeedsController':
      return `before ${names}, which ${awaited ? 'deletes their volumes' : 'removes a finalizer of them'}`
    case 'NeedsOther':
      return `before ${names === '' ? 'what goes later' : names}, which their cleanup needs`
    case 'NeedsWebhook':
      return `before what answers the webhooks of ${names}, which are asked about them`
    case 'UsesClaim':
      return `before ${names}, which they use`
    case 'MakesAgain':
      return `before ${names}, which its controller would create again`
    case 'Rest':
      return 'nothing that was checked needs it'
    case 'Definitions':
      return 'with the instances that are left'
    case 'Namespaces':
      return 'with everything that is left in it'
    case 'Lists':
      return 'after what it lists, which it would create again'
  }
}
