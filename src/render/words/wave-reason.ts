import { firstOf } from '../../api/object-text.ts'
import { type InWords, type Sentence, textOf } from './template.ts'

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
  const place = wave.reason === 'Rest' && written.length > 0 ? [] : [textOf(PLACES, wave, inWords)]
  const left =
    unfollowed.length === 0
      ? []
      : [`not followed, against what is needed or in a circle: ${firstOf(unfollowed, MAX_TEXTS)}`]
  return [...place, ...(written.length === 0 ? [] : [firstOf(written, MAX_TEXTS)]), ...left].join('; ')
}

const PLACES = {
  reason: {
    NeedsController: 'before {before:list}, which {awaited?deletes their volumes|removes a finalizer of them}',
    NeedsOther: 'before [{before:list}||what goes later], which their cleanup needs',
    NeedsWebhook: 'before what answers the webhooks of {before:list}, which are asked about them',
    UsesClaim: 'before {before:list}, which they use',
    MakesAgain: 'before {before:list}, which its controller would create again',
    Rest: 'nothing that is deleted later needs it',
    Definitions: 'with the instances that are left',
    Namespaces: 'with everything that is left in it',
    Lists: 'after what it lists, which it would create again',
  },
} as const satisfies { readonly reason: Readonly<Record<WaveReason, string>> }
