import type { Quote } from '../statements/quote.ts'
import { says } from '../statements/wording.ts'
import type { Evidence } from './explanation.ts'

/** A text that an object has for its deletion: what is read in it, and what is told of it. */
export interface Said extends Quote {
  readonly evidence: Evidence
}

/** A text as evidence: with what is known of its time, or as it stands. */
export function evidenceOf(quote: Quote | Said): Evidence {
  return 'evidence' in quote ? quote.evidence : { fact: quote.fact, source: quote.source }
}

/** Of what is waited for: that the deletion is held as somebody has set it. */
export function heldOnPurpose(waits: readonly Said[]): Said | undefined {
  return waits.find(({ fact }) => says('on purpose', fact))
}
