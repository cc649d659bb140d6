import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { accountsOf, outcomeOf } from '../../../src/execute/account.ts'
import type { Recorded } from '../../../src/execute/journal.ts'
import { JOURNAL_SUFFIX } from '../../../src/execute/journal-file.ts'
import type { Outcome, Step } from '../../../src/render/words/outcome.ts'
import type { Seen } from '../rig/faulty-server.ts'
import { api } from '../rig/rig.ts'
import { KEEP_BACKUPS, type Plan, type Trial } from './trial.ts'

/** What an engine of JavaScript says where a program has no words of its own. */
export const RAW_ERROR =
  /Cannot (read|destructure|set|convert)|is not iterable|is not a function|\bundefined\b|Unexpected (token|end|non-whitespace)|in JSON at position|\[object Object\]|(Type|Syntax|Range|Reference)Error|\n +at .+:\d+/

/** In a failed step: it may have been done, or was. */
export const SENT = /not known|unknown|may have been|^removed\b|^it was created|could not be read/

const NOTHING_CHANGED = /nothing (was|is) changed|before anything was changed/

/** Longest wait for the end after a signal. One second is what is asked for; the rest is for a busy machine. */
const MAX_SECONDS_TO_END = 10

const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  // What is no finalizer is an edit of a rescue, or of what GitOps keeps.
  PATCH: [
    'RemoveFinalizer',
    'Retain',
    'Release',
    'Rebind',
    'RestoreStatus',
    'Adopt',
    'RestorePolicy',
    'Suspend',
    'Resume',
  ],
  PUT: ['FinalizeNamespace'],
  POST: ['Create'],
  DELETE: ['Delete', 'RemoveFinalizer'],
}

/** A change that the program asked for. */
export interface Written {
  readonly actions: readonly string[]
  readonly name: string
  readonly method: string
  /** The server did it. */
  readonly isDone: boolean
}

/**
 * What is not as it has to be in every run, whatever broke: each a sentence. None when the account of it is whole, and all
 * that it says is so on the server.
 */
export async function problemsOf(trial: Trial): Promise<readonly string[]> {
  const { ran, plan, scene, requests, secondsToEnd } = trial
  if (ran === undefined) return ['it did not end']
  const problems: string[] = []
  const { stdout, stderr, code } = ran
  const text = `${stdout}\n${stderr}`
  if (RAW_ERROR.test(text)) problems.push(`speaks JavaScript: ${RAW_ERROR.exec(text)![0]}`)

  const written = requests.filter(isChange).map(writtenBy)
  const isInterrupted = secondsToEnd !== undefined && !(isTooLate(trial) && code !== 130)
  if ((code === 130) !== isInterrupted) problems.push(`exit ${code}, ${isInterrupted ? '' : 'not '}interrupted`)
  if (isInterrupted && secondsToEnd > MAX_SECONDS_TO_END)
    problems.push(`ended ${secondsToEnd.toFixed(1)} s after the signal`)
  const { secondsOfFaults = 0 } = trial
  const { mostSeconds = Number.POSITIVE_INFINITY } = plan
  if (secondsOfFaults > mostSeconds) problems.push(`ended only ${secondsOfFaults.toFixed(1)} s after the first fault`)
  if (written.length > 0 && NOTHING_CHANGED.test(text))
    problems.push('says that nothing was changed, and sent a change')
  problems.push(...backupProblems(trial, written), ...journalProblems(trial, written))

  const isReached = await scene.reached()
  if (code === 0 && !isReached) problems.push('exit 0, and what was asked for is not so')
  if (plan.format === 'text') return [...problems, ...textProblems(stdout, written, plan)]

  const outcome = outcomeIn(stdout)
  if (outcome === undefined) {
    if (written.length > 0 || stdout !== '') problems.push('no Outcome on stdout')
    if (stderr === '') problems.push('says nothing at all')
    if (!isInterrupted && code !== 1) problems.push(`exit ${code} without an Outcome`)
    return problems
  }
  return [...problems, ...codeProblems(outcome, code, isInterrupted), ...(await stepProblems(outcome, written, plan))]
}

/**
 * A signal beside the answer to the last request: the program may read the answer first, and then it is at its end before it
 * knows of the signal.
 */
function isTooLate({ plan, requests }: Trial): boolean {
  return plan.fault.name.endsWith('answered') && requests.at(-1)?.isFaulty === true
}

export function isChange({ isWrite, path }: Seen): boolean {
  // An Event tells of a run, and changes nothing that it is about.
  return isWrite && !/\/events(\/|$)/.test(path)
}

export function writtenBy({ method, path, body, real }: Seen): Written {
  const name =
    method === 'POST'
      ? JSON.parse(body).metadata.name
      : path
          .replace(/\/(finalize|status)$/, '')
          .split('/')
          .at(-1)!
  return { actions: ACTIONS[method]!, name, method, isDone: real !== undefined && real.status < 300 }
}

export function outcomeIn(stdout: string): Outcome | undefined {
  try {
    const answer = JSON.parse(stdout)
    return answer.kind === 'Outcome' ? answer : undefined
  } catch {
    return undefined
  }
}

export function codeProblems({ steps, complete }: Outcome, code: number | null, isInterrupted: boolean): string[] {
  if (isInterrupted) return complete ? ['complete, and interrupted'] : []
  const failed = steps.some(({ result, cause }) => result === 'failed' && cause === undefined)
  const finished = steps.every(({ result }) => ['done', 'gone', 'planned'].includes(result))
  const expected = failed ? [1] : finished ? [0, 1] : [3, 1]
  const problems = expected.includes(code!) ? [] : [`exit ${code} of steps that ask for ${expected.join(' or ')}`]
  if (complete !== (code === 0)) problems.push(`complete: ${complete} with exit ${code}`)
  return problems
}

async function stepProblems({ steps }: Outcome, written: readonly Written[], { fault }: Plan): Promise<string[]> {
  const problems: string[] = []
  for (const { name, actions, method } of written.filter(({ isDone }) => isDone)) {
    const own = steps.filter(step => step.ref.name === name && actions.includes(step.action))
    if (own.length === 0) problems.push(`${method} of ${name} was done, and no step tells it`)
    else if (!own.some(tellsIt)) problems.push(`${method} of ${name} was done, and is told as ${stepText(own[0]!)}`)
  }
  for (const step of steps) {
    // Nobody else changes anything in these trials, but where the server says so.
    if (step.result === 'changed' && !fault.name.includes('409'))
      problems.push(`nobody else changed it: ${stepText(step)}`)
    if (NOTHING_CHANGED.test(step.message ?? '') && written.some(({ name }) => name === step.ref.name)) {
      problems.push(`a change of it was sent: ${stepText(step)}`)
    }
    if (!(await isTrue(step))) problems.push(`is not so on the server: ${stepText(step)}`)
  }
  return problems
}

function tellsIt({ result, message = '' }: Step): boolean {
  return result === 'done' || result === 'timeout' || (result === 'failed' && SENT.test(message))
}

export function stepText({ action, ref, result, guard, message }: Step): string {
  return `${[action, ref.name, result, guard].filter(Boolean).join(' ')}: ${message}`
}

/** Whether what a step says came about is so on the server. */
export async function isTrue({ ref, action, finalizer, result, message = '' }: Step): Promise<boolean> {
  if (result !== 'done' && result !== 'gone') return true
  const { apiVersion, kind, name, namespace, uid } = ref
  const found = await api.get({ apiVersion, kind, metadata: { name, ...(namespace && { namespace }) } })
  const now = found?.metadata.uid === uid ? found : undefined
  if (action === 'Create') return result !== 'done' || now !== undefined || found === undefined || uid === undefined
  if (now === undefined) return true
  if (result === 'gone' || /is gone/.test(message)) return false
  if (action === 'FinalizeNamespace') return !(now.spec.finalizers ?? []).includes('kubernetes')
  if (action === 'RemoveFinalizer') return !(now.metadata.finalizers ?? []).includes(finalizer)
  // An edit of a rescue does not keep others from the next one.
  return action !== 'Delete' || now.metadata.deletionTimestamp !== undefined
}

/** Each line of a step names its object. */
function textProblems(stdout: string, written: readonly Written[], { fault }: Plan): string[] {
  const lines = stdout.split('\n').filter(line => /^((group|wave) \d+: )?[^ ]+\/[^ ]+[ :]/.test(line))
  if (written.length > 0 && lines.length === 0) return ['no Outcome on stdout']
  const isConflict = fault.name.includes('409')
  const denied = isConflict ? [] : lines.filter(line => /\bnot done\b/.test(line))
  const problems = denied.map(line => `nobody else changed it: ${line}`)
  for (const { name, method } of written.filter(({ isDone }) => isDone)) {
    const own = lines.filter(line => line.includes(`/${name} `) || line.includes(`/${name}: `))
    const verb = {
      PATCH: 'removed|suspended|resumed',
      PUT: 'finalized',
      POST: 'created',
      DELETE: 'deleted|being deleted|removed',
    }[method]!
    const tells = new RegExp(` (${verb})\\b|not known|unknown|may have been`)
    if (!own.some(line => tells.test(line))) {
      problems.push(`${method} of ${name} was done, and is told as ${own.join(' / ') || 'nothing'}`)
    }
  }
  return problems
}

/** Whatever is changed, and not created, is kept before, as a whole. */
function backupProblems({ backups, scene }: Trial, written: readonly Written[]): string[] {
  if (!KEEP_BACKUPS.has(scene.words[0]!)) return []
  const files = readdirSync(backups).filter(file => !file.endsWith(JOURNAL_SUFFIX))
  const kept = files.map(file => ({ file, object: parse(readFileSync(join(backups, file), 'utf8')) }))
  // Beside the objects there are lists of what is left behind.
  const torn = kept.filter(({ file, object }) => !file.endsWith('.yaml') || typeof object?.kind !== 'string')
  const whole = new Set(kept.filter(({ object }) => object?.metadata?.uid).map(({ object }) => object.metadata.name))
  const names = new Set(written.filter(({ isDone, method }) => isDone && method !== 'POST').map(({ name }) => name))
  const missing = [...names].filter(name => !whole.has(name))
  return [
    ...torn.map(({ file }) => `a backup that is not whole: ${file}`),
    ...missing.map(name => `${name} was changed without a backup`),
  ]
}

/** Whatever was sent stands in the journal on disk, which says of it what the Outcome says. */
export function journalProblems({ backups, plan, ran }: Trial, written: readonly Written[]): string[] {
  const files = readdirSync(backups).filter(file => file.endsWith(JOURNAL_SUFFIX))
  if (files.length === 0) return written.length === 0 ? [] : ['a change was sent, and there is no journal']
  const lines = readFileSync(join(backups, files[0]!), 'utf8').trimEnd().split('\n')
  const events: readonly Recorded[] = lines.map(line => JSON.parse(line))
  const sent = accountsOf(events).filter(({ sends }) => sends > 0)
  const missing = written.filter(
    ({ name, actions }) => !sent.some(({ step }) => step.ref.name === name && actions.includes(step.action)),
  )
  const problems = missing.map(({ name, method }) => `${method} of ${name} was sent, and is not in the journal`)
  if (events.at(-1)?.event !== 'ended') problems.push(`the journal does not end, but in ${events.at(-1)?.event}`)
  if (plan.format === 'text') return problems
  const told = ({ steps }: { readonly steps: readonly Pick<Step, 'ref' | 'result' | 'action'>[] }) =>
    JSON.stringify(steps.map(({ ref, result, action }) => [ref, action, result]))
  const printed = outcomeIn(ran?.stdout ?? '')
  if (printed !== undefined && told(printed) !== told(outcomeOf(events)))
    problems.push('the journal says something else')
  return problems
}
