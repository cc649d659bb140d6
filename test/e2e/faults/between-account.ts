import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { JOURNAL_SUFFIX } from '../../../src/execute/journal-file.ts'
import type { Action, Outcome, Step } from '../../../src/render/words/outcome.ts'
import type { Thing } from '../rig/api.ts'
import type { Seen } from '../rig/faulty-server.ts'
import {
  codeProblems,
  isChange,
  isTrue,
  journalProblems,
  outcomeIn,
  RAW_ERROR,
  SENT,
  stepText,
  type Written,
  writtenBy,
} from './account.ts'
import type { BetweenPlan } from './between-plans.ts'
import { type Doings, found } from './other-client.ts'
import type { Trial } from './trial.ts'

/** A change that the program asked for, of just one state of one object. */
interface Write extends Written {
  readonly seen: Seen
  /** undefined: a creation. */
  readonly uid: string | undefined
  readonly resourceVersion: string | undefined
}

/**
 * What is not as it has to be in a run with another client in it: each a sentence. The server's own record is what the proxy
 * saw: every request of the program, with its answer, and everything that the other client did.
 */
export async function problemsBetween(trial: Trial, plan: BetweenPlan, doings: Doings): Promise<readonly string[]> {
  const { ran, requests } = trial
  if (ran === undefined) return ['it did not end']
  if (doings.broken.length > 0) return doings.broken.map(why => `the other client could not: ${why}`)
  const writes = requests.filter(isChange).map(writeOf)
  const problems = [
    ...(RAW_ERROR.test(`${ran.stdout}\n${ran.stderr}`) ? ['speaks JavaScript'] : []),
    ...preconditionProblems(writes, doings),
    ...keptProblems(trial, writes),
    ...blindProblems(requests, writes),
    ...journalProblems(trial, writes),
    ...(await strangerProblems(doings)),
    ...namespaceProblems(requests, writes, doings),
  ]
  const outcome = outcomeIn(ran.stdout)
  if (outcome === undefined) return [...problems, 'no Outcome on stdout']
  return [
    ...problems,
    ...codeProblems(outcome, ran.code, false),
    ...toldProblems(outcome, writes),
    ...(await stepProblems(outcome, writes, plan, doings)),
    ...(await endProblems(trial, doings)),
  ]
}

function writeOf(seen: Seen): Write {
  const { method, body } = seen
  const json = body === '' ? {} : JSON.parse(body)
  if (Array.isArray(json)) {
    const valueAt = (path: string): string | undefined => json.find(each => each.path === `/metadata/${path}`)?.value
    return { ...writtenBy(seen), seen, uid: valueAt('uid'), resourceVersion: valueAt('resourceVersion') }
  }
  const { uid, resourceVersion } = (method === 'DELETE' ? json.preconditions : json.metadata) ?? {}
  return { ...writtenBy(seen), seen, uid: method === 'POST' ? undefined : uid, resourceVersion }
}

/** Each write is for one object, which the server compares, and never for one that the other client made. */
function preconditionProblems(writes: readonly Write[], { created }: Doings): string[] {
  const foreign = new Set(created.map(({ thing }) => thing.metadata.uid))
  const changes = writes.filter(({ method }) => method !== 'POST')
  return [
    ...changes.filter(({ uid }) => uid === undefined).map(each => `${nameOf(each)} names no uid`),
    ...changes
      // Of foregroundDeletion alone: the server never finds the state that it is asked for (remove-finalizers.ts).
      .filter(({ resourceVersion, method }) => resourceVersion === undefined && method !== 'DELETE')
      .map(each => `${nameOf(each)} names no resourceVersion`),
    ...changes.filter(({ uid }) => foreign.has(uid)).map(each => `${nameOf(each)} is for the other client's object`),
  ]
}

const nameOf = ({ seen: { method, path, index } }: Write): string => `${index} ${method} ${path}`

/**
 * There is a backup of each object that was changed, as it was just before the last of its changes; and finalizers were taken
 * only off what was being deleted in that very state.
 */
function keptProblems({ backups, scene }: Trial, writes: readonly Write[]): string[] {
  const files = readdirSync(backups).filter(file => file.endsWith('.yaml') && !file.endsWith(JOURNAL_SUFFIX))
  const kept: readonly Thing[] = files.map(file => parse(readFileSync(join(backups, file), 'utf8')))
  const problems: string[] = []
  const done = writes.filter(({ isDone, method }) => isDone && method !== 'POST')
  for (const [uid, all] of Map.groupBy(done, ({ uid }) => uid)) {
    const last = all.at(-1)!
    const backup = kept.find(({ metadata }) => metadata?.uid === uid)
    if (backup === undefined) {
      problems.push(`${nameOf(last)} has no backup`)
      continue
    }
    const { resourceVersion, deletionTimestamp } = backup.metadata
    // A later try, which the server refused, was kept too: then what was done is the state before that.
    const tried = writes.filter(each => each.uid === uid).at(-1)!
    // A rescue keeps what was before all of it, to which it sets back what it changes on the way.
    const isLast = scene.words[0] !== 'rescue' && tried.resourceVersion !== undefined
    if (isLast && resourceVersion !== tried.resourceVersion)
      problems.push(`${nameOf(tried)} has a backup of another state`)
    const isRemoval = Array.isArray(JSON.parse(last.seen.body)) || last.method === 'PUT'
    if (isRemoval && deletionTimestamp === undefined) problems.push(`${nameOf(last)} is for a live object`)
  }
  return problems
}

/** No write is sent again before the program has looked at what it is about. */
function blindProblems(requests: readonly Seen[], writes: readonly Write[]): string[] {
  const keyOf = ({ seen: { method, path }, name }: Write): string => `${method} ${path} ${name}`
  return [...Map.groupBy(writes, keyOf).values()].flatMap(same =>
    same.slice(1).flatMap((write, index) => {
      const { method, path } = write.seen
      const own = method === 'POST' ? `${path}/${write.name}` : path.replace(/\/(finalize|status)$/, '')
      const isLook = (seen: Seen): boolean =>
        seen.method === 'GET' &&
        seen.path === own &&
        seen.index > same[index]!.seen.index &&
        seen.index < write.seen.index
      return requests.some(isLook) ? [] : [`${nameOf(write)} was sent again, and nothing was read in between`]
    }),
  )
}

/** What the other client created is as it made it; what ends with its namespace was deleted by the server. */
async function strangerProblems({ created }: Doings): Promise<string[]> {
  const problems: string[] = []
  for (const { path, thing } of created) {
    const now = await found(path)
    if (now === undefined || now.metadata.uid !== thing.metadata.uid) continue
    const managers = (now.metadata.managedFields ?? []).map(({ manager }: Thing['metadata']) => manager)
    if (managers.some((name: string) => name.includes('finalize'))) problems.push(`${path} was written by the program`)
    for (const field of ['finalizers', 'labels', 'annotations', 'ownerReferences'])
      if (!isDeepStrictEqual(now.metadata[field], thing.metadata[field])) problems.push(`${path} has other ${field}`)
    for (const field of ['spec', 'data'])
      if (!isDeepStrictEqual(now[field], thing[field])) problems.push(`${path} has another ${field}`)
  }
  return problems
}

/**
 * No namespace is deleted in which another client has created something by the time of an earlier write: right before the
 * deletion nobody can see it.
 */
function namespaceProblems(
  requests: readonly Seen[],
  writes: readonly Write[],
  { created, granted }: Doings,
): string[] {
  const at = requests.find(({ isFaulty }) => isFaulty)?.index ?? Number.POSITIVE_INFINITY
  const alive = created.filter(({ path }) => !granted.some(each => each.startsWith(`DELETE ${path}:`)))
  return writes
    .filter(({ method, isDone, seen }) => method === 'DELETE' && isDone && seen.index > at)
    .filter(({ seen }) => alive.some(({ path }) => path.startsWith(`${seen.path}/`)))
    .map(each => `${nameOf(each)} deletes what another client created in it`)
}

/**
 * What is done is told, of that very object. What was edited for a rescue and is gone by now, by another client, has nothing
 * of it left: that it is gone is told.
 */
function toldProblems({ steps }: Outcome, writes: readonly Write[]): string[] {
  return writes
    .filter(({ isDone }) => isDone)
    .flatMap(write => {
      const own = steps.filter(
        ({ ref, action }) =>
          ref.name === write.name && write.actions.includes(action) && [undefined, ref.uid].includes(write.uid),
      )
      if (own.length === 0) return [`${nameOf(write)} was done, and no step tells it`]
      return own.some(step => tells(step) || (EDITS.has(step.action) && isGone(step)))
        ? []
        : [`${nameOf(write)} was done, and is told as ${stepText(own[0]!)}`]
    })
}

const EDITS: ReadonlySet<Action> = new Set(['Release', 'Adopt', 'RestoreStatus'])

/** That it was done, be it that another client did something after it, or that it was sent and the outcome is not known. */
function tells({ result, message = '' }: Step): boolean {
  return (
    ['done', 'timeout'].includes(result) ||
    SENT.test(message) ||
    /^it is gone, and|^it was deleted, and then/.test(message)
  )
}

function isGone({ result, message = '' }: Step): boolean {
  return result === 'gone' || /^another object with its name exists/.test(message)
}

async function stepProblems(
  { steps }: Outcome,
  writes: readonly Write[],
  { way }: BetweenPlan,
  { granted, created }: Doings,
): Promise<string[]> {
  const problems: string[] = []
  for (const step of steps) {
    const own = writes.filter(
      ({ name, actions, uid }) =>
        name === step.ref.name && actions.includes(step.action) && [undefined, step.ref.uid].includes(uid),
    )
    // Where no answer says what became of a write, and what was asked for is so at the next look, it may be another client's
    // doing: nothing on the server tells the two apart.
    const isOwn = own.some(({ isDone, seen }) => isDone || (seen.isFaulty && way.isLost))
    if (step.result === 'done' && !isOwn && !isOfOthers(step)) problems.push(`not done by it: ${stepText(step)}`)
    if (step.result === 'changed' && granted.length === 0 && !way.name.includes('409'))
      problems.push(`nobody else changed it: ${stepText(step)}`)
    // What was created, and told so, may be gone again by another client's deed, or have made room for what that one created.
    const isTaken = created.some(({ thing }) => thing.metadata.name === step.ref.name)
    const isEnded = step.action === 'Create' && (isTaken || granted.some(each => each.startsWith('DELETE ')))
    if (!isEnded && !(await isTrue(step))) problems.push(`is not so on the server: ${stepText(step)}`)
  }
  return problems
}

/**
 * It says itself that there was nothing left to do, or that the server does it with the namespace; a file is no write. A
 * deletion is done when the object is gone by uid: who was first to ask for it is not told.
 */
function isOfOthers({ action, message = '' }: Step): boolean {
  return ['Keep', 'Delete'].includes(action) || /\balready\b/.test(message)
}

async function endProblems({ ran, scene }: Trial, { created }: Doings): Promise<string[]> {
  if (ran?.code !== 0 || (await scene.reached())) return []
  // It was so at the proof, and is said to end again.
  if (ran.stdout.includes('is deleting it again')) return []
  // The namespace that another client makes anew is none that was asked to go.
  const isAnother = created.some(({ thing }) => thing.kind === 'Namespace')
  return isAnother && scene.words[0] === 'namespace' ? [] : ['exit 0, and what was asked for is not so']
}
