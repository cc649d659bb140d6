import { wordsOf } from '../../statements/log/told.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { lastWait } from '../dossier/log-words.ts'
import { toldAwaited } from '../protections/told-awaited.ts'
import type { Blocker } from '../stuck-object.ts'

/** What is being deleted, and the controller's last words about the object are that it waits for it. */
export function loggedWait(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  const said = heard?.isTrusted && living(found).length > 0 ? lastWait(heard.ofObject) : undefined
  if (said === undefined) return undefined
  const waitingFor = toldAwaited(wordsOf(said.line), found.held, found.context, said.evidence)
  return waitingFor.length === 0 ? undefined : { verdict: 'waiting', waitingFor }
}
