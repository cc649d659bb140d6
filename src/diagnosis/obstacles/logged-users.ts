import { claims } from '../../statements/claims.ts'
import type { LogLine } from '../../statements/log/line.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { inUse } from '../../statements/words/in-use.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { isRecent, lastWait } from '../dossier/log-words.ts'
import { heldByUsers } from '../protections/held-by-users.ts'
import { toldAwaited } from '../protections/told-awaited.ts'
import type { Blocker } from '../stuck-object.ts'
import { volumeUsers } from './logged-volumes.ts'

/** What stands in fields that are called after users, or after what hangs on the object. */
function listsIn({ fields }: LogLine): readonly string[] {
  return [...fields].flatMap(([path, value]) => {
    const field = path.split('.').at(-1)!
    return inUse.has('field of users', field) || inUse.has('field of dependents', field) ? [value] : []
  })
}

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
  const { held, finalizer, context } = found
  const lists = listsIn(said.line)
  const told = { fact: [fact, ...lists].join('; '), source }
  // The message has the object's own name too, and what stands before a slash is a namespace.
  const isNamed = (name: string) =>
    hasWord(name)((name === held.ref.name ? lists.join() : told.fact).replaceAll(`${name}/`, '/'))
  const named = heldByUsers(held, finalizer, context, told).filter(
    ({ waitingFor: [user] = [] }) => user !== undefined && isNamed(user.ref.name),
  )
  const users = [...named, ...volumeUsers(found, said)]
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

/** What is being deleted, and the controller's last words about the object are that it waits for it. */
export function loggedWait(found: Case): readonly Blocker[] {
  const { held, context } = found
  const heard = heardOf(found)
  if (!heard?.isTrusted || living(found).length === 0) return []
  // `"Cluster still has descendants", descendants="Worker machines: a"` (rancher/rancher#41635).
  const listed = heard.ofObject.slice(-1).filter(({ means, line }) => means !== 'failing' && listsIn(line).length > 0)
  const said = lastWait(heard.ofObject) ?? listed[0]
  if (said === undefined) return []
  const { fact, source } = wordsOf(said.line)
  const words = said === listed[0] ? `waiting for ${listsIn(said.line).join('; ')}` : fact
  const waitingFor = toldAwaited({ fact: words, source }, held, context, said.evidence)
  return waitingFor.length === 0 ? [] : [{ verdict: 'waiting', waitingFor }]
}
