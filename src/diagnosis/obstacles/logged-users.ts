import { claims } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { isRecent } from '../dossier/log-words.ts'
import { heldByUsers } from '../protections/held-by-users.ts'
import type { Blocker } from '../stuck-object.ts'

/**
 * InstanceAlive: the controller's last words about the object's deletion are that others still use it, and an object
 * that exists is named there, in the message or in a list beside it (`referencedBy`). An error tells what failed.
 */
export function loggedUsers(found: Case): readonly Blocker[] | undefined {
  const heard = heardOf(found)
  const isUsed = claims('in use')
  const said = heard?.ofObject.findLast(({ means, line }) => means !== 'other' || isUsed(wordsOf(line)))
  if (heard === undefined || said === undefined || said.means === 'failing' || living(found).length === 0)
    return undefined
  const { fact, source } = wordsOf(said.line)
  if (!isUsed({ fact, source })) return undefined
  const told = { fact: [fact, ...said.line.fields.values()].join('; '), source }
  const { held, finalizer, context } = found
  const users = heldByUsers(held, finalizer, context, told).filter(
    ({ waitingFor: [user] = [] }) => user !== undefined && hasWord(user.ref.name)(told.fact),
  )
  if (users.length === 0) return undefined
  const isSure = heard.isTrusted && isRecent(said, context.facts.now)
  return users.map(
    ({ cause, ...user }): Blocker => ({
      ...user,
      verdict: user.verdict === 'stuck' && !isSure ? 'unknown' : user.verdict,
      ...(cause && {
        cause: { ...cause, evidence: cause.evidence.map(each => (each.fact === told.fact ? said.evidence : each)) },
      }),
    }),
  )
}
