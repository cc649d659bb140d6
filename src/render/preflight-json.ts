import type { Preflight } from '../diagnosis/preflight/foreseen.ts'
import { breakText, lossText, otherText, returnText, uncheckedText } from './preflight-words.ts'
import { wordedUnreadable } from './unreadable.ts'
import { wordedCause } from './words/explanation.ts'
import { inWords } from './words/in-words.ts'

/** Contract `kind: Preflight`. */
export function preflightObject(preflight: Preflight): object {
  const { takenAt, server, unreadable, verdict, targets, reach, causes, loses, breaks, returns, order } = preflight
  return {
    apiVersion: 'kubectl-finalize/v1',
    kind: 'Preflight',
    takenAt,
    server,
    complete: unreadable.length === 0,
    unreadable: unreadable.map(wordedUnreadable),
    verdict,
    targets,
    refused: preflight.refused,
    reach,
    causes: causes.map(wordedCause),
    loses: loses.map(loss => ({ ref: loss.ref, what: lossText(loss) })),
    breaks: breaks.map(each => ({ ref: each.ref, affects: breakText(each) })),
    returns: returns.map(each => ({ ref: each.ref, by: returnText(each) })),
    others: preflight.others.map(each => ({ ref: each.ref, of: each.of, by: otherText(each) })),
    order: order.map(wave => ({ wave: wave.wave, reason: inWords(wave.why), refs: wave.refs })),
    unchecked: preflight.unchecked.map(each => ({ ref: each.ref, why: uncheckedText(each) })),
    checked: preflight.checked,
  }
}
