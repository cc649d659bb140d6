import * as assert from 'uvu/assert'
import type { Outcome } from '../../../src/render/words/outcome.ts'
import { essence } from '../namespace/ended.ts'
import type { Api, Thing } from '../rig/api.ts'
import { api, type RunOptions, run } from '../rig/rig.ts'

/** The answer of `remove -o json`. */
export interface Removed extends Outcome {
  readonly code: number | null
  readonly stderr: string
}

export const EVERY_OVERRIDE =
  '--override=ProtectedFinalizer,ControllerAlive,ControllerUnknown,NamespaceNotEmpty,IncompleteRead,RepairFirst'

/** Runs `remove --yes -o json` with these arguments and reads its answer; throws when stdout is no such answer. */
export async function removed(args: readonly string[], options: RunOptions = {}): Promise<Removed> {
  const words = ['remove', ...args, '--yes', '-o', 'json']
  const { code, stdout, stderr } = await run(words, { timeoutSeconds: 120, ...options })
  if (!stdout.startsWith('{')) throw new Error(`no answer in JSON (exit ${code})\n${stdout}\n${stderr}`)
  const answer = JSON.parse(stdout) as Outcome & { kind: string }
  assert.is(answer.kind, 'Outcome')
  return { code, stderr, ...answer }
}

/** `name finalizer result guard` of each step, sorted. */
export function told({ steps }: Outcome): readonly string[] {
  return steps
    .map(({ ref, finalizer, result, guard }) => [ref.name, finalizer, result, guard].filter(Boolean).join(' '))
    .toSorted()
}

/** Their controllers report in their status at any moment while they are deleted. */
const REPORTED_ON = new Set(['Namespace', 'CustomResourceDefinition'])

/** The object; of those that are reported on, all but the reports. */
async function held(thing: Thing, on: Api): Promise<unknown> {
  const now = await on.get(thing)
  return REPORTED_ON.has(thing.kind) ? essence(now) : now
}

/** Runs it, and shows that this guard refuses all of it (exit 3) and that the server holds just what it held. */
export async function isRefused(
  thing: Thing,
  guard: string,
  args: readonly string[],
  options: RunOptions = {},
  on = api,
): Promise<Removed> {
  const before = await held(thing, on)
  const answer = await removed(args, options)
  assert.equal(
    answer.steps.map(step => [step.result, step.guard, step.backup]),
    answer.steps.map(() => ['refused', guard, undefined]),
    `not refused by ${guard}: ${JSON.stringify(answer.steps)}\n${answer.stderr}`,
  )
  assert.ok(answer.steps.length > 0)
  assert.is(answer.code, 3)
  assert.is(answer.complete, false)
  assert.equal(await held(thing, on), before)
  return answer
}

/** Runs it, and shows that all of it is done (exit 0), with a backup, and that the object is gone from the server. */
export async function isRemoved(
  thing: Thing,
  args: readonly string[],
  options: RunOptions = {},
  on = api,
): Promise<Removed> {
  const answer = await removed(args, options)
  assert.equal(
    answer.steps.map(({ result }) => result),
    answer.steps.map(() => 'done'),
    `${JSON.stringify(answer.steps)}\n${answer.stderr}`,
  )
  assert.ok(answer.steps.length > 0 && answer.steps.every(({ backup }) => backup !== undefined))
  assert.is(answer.code, 0)
  assert.is(answer.complete, true)
  assert.is((await on.get(thing))?.metadata.uid === thing.metadata.uid, false)
  return answer
}

/** A ConfigMap that was deleted and waits for its finalizers. */
export async function stuckConfigMap(
  namespace: string,
  name: string,
  finalizers: readonly string[] = ['example.com/hold'],
): Promise<Thing> {
  const created = await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, finalizers } })
  await api.delete(created)
  return api.waitFor(created, now => now.metadata.deletionTimestamp)
}
