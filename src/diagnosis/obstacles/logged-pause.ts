import { message } from '../../messages/sentence.ts'
import type { Case } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { lastWord } from '../dossier/log-words.ts'
import { isOfOwnController } from '../dossier/state.ts'
import { likeSwitches } from '../pauses/paused-by.ts'
import { toInspect } from '../remedy.ts'
import { yamlCommand } from '../shell-quote.ts'
import type { Blocker } from '../stuck-object.ts'

/** Paused: the last that the controller logged about the object is that all work on it is put off. */
export function loggedPause(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  const said = heard && lastWord(heard)
  if (heard === undefined || said?.means !== 'paused' || !isOfOwnController(found)) return undefined
  const { held, finalizer, reports } = found
  const { ref } = held
  const like = likeSwitches(held, reports.whole)
  return {
    verdict: heard.isTrusted ? 'stuck' : 'unknown',
    cause: {
      key: `Paused/${ref.resource}/${ref.uid}`,
      code: 'Paused',
      subject: ref,
      finalizer,
      summary: message('PausedBySomething', { object: `${ref.kind} ${ref.name}`, finalizer, isLogged: true }),
      evidence: [said.evidence, { fact: message('LikeSwitches', { places: like }), source: ref.resource }],
      remedies: () => [
        toInspect(message('FindPause', { places: like, elsewhere: 'owner or controller' }), [yamlCommand(ref)]),
      ],
    },
  }
}
