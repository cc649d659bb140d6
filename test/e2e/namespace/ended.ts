import * as assert from 'uvu/assert'
import type { Outcome } from '../../../src/render/words/outcome.ts'
import { until } from '../../control-plane/until.ts'
import type { Api, Thing } from '../rig/api.ts'
import { api, type RunOptions, run, unique } from '../rig/rig.ts'

/** The answer of `namespace -o json`. */
export interface EndedAnswer extends Outcome {
  readonly code: number | null
  readonly stderr: string
}

export const HOLD = 'example.com/hold'

export const EVERY_OVERRIDE =
  '--override=ProtectedFinalizer,ControllerAlive,ControllerUnknown,NamespaceNotEmpty,IncompleteRead,RepairFirst'

/** For a namespace that its controller is to end: after an error it may try again only in a minute. */
export const PATIENT = '--timeout=3m'

/** Runs `namespace --yes -o json` with these arguments and reads its answer; throws when stdout is no such answer. */
export async function ended(args: readonly string[], options: RunOptions = {}): Promise<EndedAnswer> {
  const { code, stdout, stderr } = await run(['namespace', ...args, '--yes', '-o', 'json'], {
    timeoutSeconds: 240,
    ...options,
  })
  if (!stdout.startsWith('{')) throw new Error(`no answer in JSON (exit ${code})\n${stdout}\n${stderr}`)
  const answer = JSON.parse(stdout) as Outcome & { kind: string }
  assert.equal([answer.kind, answer.command], ['Outcome', 'namespace'])
  return { code, stderr, ...answer }
}

/** `action name result guard` of each step, in their order. */
export function told({ steps }: Outcome): readonly string[] {
  return steps.map(({ action, ref, result, guard }) => [action, ref.name, result, guard].filter(Boolean).join(' '))
}

/** As `told`, without what Kubernetes itself puts into every namespace when it comes to it. */
export function toldOfOthers(answer: Outcome): readonly string[] {
  return told(answer).filter(step => !/^Delete (kube-root-ca\.crt|default) /.test(step))
}

/** Runs it, and shows that it ends with this guard (exit 3), and that the Namespace is just as it was but for its status. */
export async function isRefused(
  name: string,
  guard: string,
  args: readonly string[] = [],
  options: RunOptions = {},
  on: Api = api,
): Promise<EndedAnswer> {
  const before = await on.get(space(name))
  const answer = await ended([name, ...args], options)
  assert.equal(told(answer), [`FinalizeNamespace ${name} refused ${guard}`], `${JSON.stringify(answer)}`)
  assert.equal([answer.code, answer.complete, answer.steps[0]!.backup], [3, false, undefined])
  assert.equal(essence(await on.get(space(name))), essence(before))
  return answer
}

/** A Namespace without its status and resourceVersion: its controller writes those at any moment. */
export function essence(thing: Thing | undefined): unknown {
  const { uid, deletionTimestamp, finalizers, labels, annotations } = thing?.metadata ?? {}
  return { uid, deletionTimestamp, finalizers, labels, annotations, spec: thing?.spec }
}

export function space(name: string, metadata: object = {}): Thing & { metadata: { name: string } } {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...metadata } }
}

export function configMap(name: string, place: string, finalizers: readonly string[] = []) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place, finalizers } }
}

/** A namespace with these ConfigMaps, each held by a finalizer of nobody known, whose deletion its controller came to. */
export async function ending(
  names: readonly string[],
  { metadata = {}, on = api }: { metadata?: object; on?: Api } = {},
): Promise<string> {
  const place = unique('e2e')
  await on.create(space(place, metadata))
  for (const name of names) await on.create(configMap(name, place, [HOLD]))
  await on.delete(space(place))
  await reached(place, on)
  for (const name of names) await on.waitFor(configMap(name, place), now => now.metadata.deletionTimestamp)
  return place
}

/**
 * Lets a namespace of `ending` go, when a test is done with it: for each one that is stuck its controller lists every type
 * every 8 s, as long as other tests run (ten of them: a quarter of a core).
 */
export async function letGo(place: string, names: readonly string[]): Promise<void> {
  for (const name of names) await api.patch(configMap(name, place), { metadata: { finalizers: null } })
}

/** Waits until its controller came to a terminating namespace: the conditions are the last that it writes on its way. */
export async function reached(place: string, on: Api = api): Promise<void> {
  await on.waitFor(space(place), ({ status }) => (status.conditions ?? []).length > 0, 120)
}

/** Waits until its controller has been there and nothing but these is in the namespace. */
export async function emptied(place: string, names: readonly string[]): Promise<void> {
  await reached(place)
  const rest = async () => {
    const maps = await api.list({ apiVersion: 'v1', kind: 'ConfigMap', namespace: place })
    const accounts = await api.list({ apiVersion: 'v1', kind: 'ServiceAccount', namespace: place })
    return [...maps, ...accounts].every(({ metadata }) => names.includes(metadata.name)) ? true : undefined
  }
  await until(rest, { what: `${place} to be emptied`, deadlineSeconds: 60 })
}
