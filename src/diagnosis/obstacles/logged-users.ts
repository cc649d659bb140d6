import { itemsOf, seenOf } from '../../api/fact.ts'
import { isCompleted } from '../../api/pod-phase.ts'
import { claims } from '../../statements/claims.ts'
import { namesKind } from '../../statements/in-use.ts'
import { type LogLine, wordsOf } from '../../statements/log/line.ts'
import { hasWord, namesIn } from '../../statements/whole-word.ts'
import { inUse } from '../../statements/words/in-use.ts'
import { logFields } from '../../statements/words/log-fields.ts'
import { eachTogether } from '../answered.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { heardOf, type Logged } from '../dossier/log.ts'
import { isRecent, lastWait } from '../dossier/log-words.ts'
import { heldByUsers } from '../protections/held-by-users.ts'
import { toldAwaited } from '../protections/told-awaited.ts'
import { type Blocker, readHeld, type StuckObject } from '../stuck-object.ts'
import { aliveClaim, consumerHolding } from '../volumes/consumer-holding.ts'
import { consumersOf, type Volume } from '../volumes/consumers.ts'

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

/**
 * Who uses what a line of the log has in a field: Pods that mount a claim (fluid-cloudnative/fluid#176), or the claim
 * of a bound volume (openshift/local-storage-operator#513).
 */
function volumeUsers(found: Case, said: Logged): readonly Blocker[] {
  const named = (what: 'claim' | 'volume') => {
    const fields = [...said.line.fields].filter(([path]) => logFields.has(what, path.split('.').at(-1)!))
    return [...new Set(fields.flatMap(([, value]) => namesIn(value)))].filter(Boolean).slice(0, 10)
  }
  const claims = namesKind(wordsOf(said.line), 'pods?') ? named('claim') : []
  const users = [
    ...eachTogether(claims, name => podsOf(name, found)),
    ...eachTogether(named('volume'), name => claimOf(name, found)),
  ]
  return users.flat().map(({ cause, ...each }) => {
    if (cause === undefined) return each
    const key = `InstanceAlive/${cause.subject.namespace}/${cause.subject.name}` as const
    const evidence = [said.evidence, ...cause.evidence]
    return { ...each, cause: { ...cause, key, code: 'InstanceAlive', finalizer: found.finalizer, evidence } }
  })
}

/** Whether its product counts a Pod that has ended is not known. */
function podsOf(name: string, { held: { ref }, context }: Case): readonly Blocker[] {
  const { namespace } = ref
  const claim = namespace === undefined ? undefined : claimAt(namespace, name, context)
  if (claim === undefined) return []
  const pods = itemsOf(context.facts.read({ about: 'list', resource: 'pods', namespace }))
  return consumersOf(claim, pods, context.facts)
    .filter(pod => !isCompleted(pod))
    .flatMap(pod => consumerHolding(pod, claim, context))
}

function claimOf(name: string, { context }: Case): readonly Blocker[] {
  const read = seenOf(context.facts.read({ about: 'object', resource: 'persistentvolumes', name }))
  const volume = read as Volume | undefined
  const { namespace, name: bound, uid } = volume?.spec?.claimRef ?? {}
  const claim = namespace && bound ? claimAt(namespace, bound, context) : undefined
  if (volume === undefined || claim === undefined || (uid !== undefined && uid !== claim.ref.uid)) return []
  const waitingFor = [{ ref: claim.ref, reason: 'Consumer', held: claim }] as const
  return [
    claim.ageSeconds === undefined
      ? { ...aliveClaim(claim.ref, volume), waitingFor }
      : { verdict: 'waiting', waitingFor },
  ]
}

function claimAt(namespace: string, name: string, context: Case['context']): StuckObject | undefined {
  const claim = seenOf(context.facts.read({ about: 'object', resource: 'persistentvolumeclaims', namespace, name }))
  return claim && readHeld({ ...claim, apiVersion: 'v1', kind: 'PersistentVolumeClaim' }, context)
}
