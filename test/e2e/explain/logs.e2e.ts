import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../../src/render/words/explanation.ts'
import { until } from '../../control-plane/until.ts'
import { isRefused } from '../remove/removed.ts'
import type { Thing } from '../rig/api.ts'
import { withLogs } from '../rig/kubelet.ts'
import { api, crd, namespace, unique } from '../rig/rig.ts'
import { explained } from './explained-e2e.ts'
import { installOperator, stuckObject } from './operator.ts'

const test = suite('explain of what only the log of a controller tells')

/** Half a minute after the deletion a controller that has done nothing has been at it: its log is asked for then. */
const DEADLINE_SECONDS = 120

type OwnType = Awaited<ReturnType<typeof crd>>

const at = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString().replace(/\.\d+/, '')

interface Scene {
  readonly type: OwnType
  readonly place: string
  readonly operator: Thing
  readonly object: Thing
}

const kubelet = await withLogs(api)

/** An operator that is ready and reports nothing, and an object that it wrote and that is deleted; `says` is its log from then on. */
async function scene(
  says: (scene: Omit<Scene, 'operator'> & { readonly home: string; readonly name: string }) => readonly string[],
  more: { readonly spec?: object; readonly previous?: readonly string[] } = {},
): Promise<Scene> {
  const [type, place, home] = [await crd({ kind: 'Lake' }), await namespace(), await namespace()]
  const name = unique('lakes')
  await installOperator({ type, namespace: home, name, state: 'none' })
  const operator = await kubelet.run({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: home },
    spec: {
      serviceAccountName: name,
      terminationGracePeriodSeconds: 0,
      containers: [
        { name: 'kube-rbac-proxy', image: 'registry.example.com/proxy:v1' },
        { name: 'manager', image: 'registry.example.com/lakes:v1' },
      ],
    },
  })
  const object = await stuckObject(type, place, 'one', { manager: name, operator: 'unseen' })
  const lines = says({ type, place, object, home, name })
  const started = `${at(300)} {"level":"info","msg":"Starting EventSource","controller":"lake"}`
  kubelet.write(operator, 'manager', [started, ...lines.map(line => `${at(-5)} ${line}`)], more.previous)
  return { type, place, operator, object }
}

const named = (place: string) => `"controllerKind":"Lake","Lake":{"name":"one","namespace":"${place}"}`
const info = (msg: string) => (scene: { readonly place: string }) => [
  `{"level":"info","msg":"${msg}",${named(scene.place)}}`,
]
const fails = (error: string) => (scene: { readonly place: string }) => [
  `{"level":"error","msg":"Reconciler error",${named(scene.place)},"error":${JSON.stringify(error)}}`,
]

// Made before any is asked about: their half minutes pass together.
const scenes = {
  CleanupFailing: scene(fails('BucketNotEmpty: 3 objects left')),
  ReferenceMissing: scene(fails('configmaps "lake-settings" not found')),
  ControllerForbidden: scene(({ place, home, name }) =>
    fails(
      `services is forbidden: User "system:serviceaccount:${home}:${name}" cannot delete resource "services" in API group "" in the namespace "${place}"`,
    )({ place }),
  ),
  Paused: scene(info('Reconciliation is paused for this object')),
  OutOfScope: scene(info('ignoring lake: it is not our class')),
  LeaderMissing: scene(({ home }) => [
    `I0128 05:39:25.029883       1 leaderelection.go:242] attempting to acquire leader lease ${home}/lakes...`,
  ]),
  ControllerUnhealthy: scene(({ type }) => [
    `E0128 05:39:25.029883       1 reflector.go:1] failed to list *v1.Lake: Get "https://10.96.0.1:443/apis/${type.group}/v1/lakes": dial tcp 10.96.0.1:443: connect: connection refused`,
  ]),
}
const silent = scene(({ place }) => [
  `{"level":"info","msg":"Reconciled","controllerKind":"Lake","Lake":{"name":"two","namespace":"${place}"}}`,
])
const progress = scene(({ place }) => [
  `{"level":"info","msg":"deleted 4 of 90 objects",${named(place)}}`,
  `{"level":"info","msg":"deleted 14 of 90 objects",${named(place)}}`,
])
const all = [...Object.values(scenes), silent, progress]
await Promise.all(all)

/** Waits until the object has a cause with a line of a log as evidence: of this code, as a young line is waited for. */
async function told(found: Scene, code = 'CleanupInProgress'): Promise<Cause> {
  const look = async () => {
    const [cause] = (await explained(['-n', found.place])).causesOf('Lake', 'one')
    if (cause?.code === code && cause.evidence.some(({ source }) => source === 'logs')) return cause
    throw new Error(JSON.stringify([cause?.code, cause?.evidence]))
  }
  return until(look, { what: `${code} by a log of Lake ${found.place}/one`, deadlineSeconds: DEADLINE_SECONDS })
}

const VERDICTS: Readonly<Record<keyof typeof scenes, string>> = {
  CleanupFailing: 'stuck',
  ReferenceMissing: 'stuck',
  ControllerForbidden: 'stuck',
  Paused: 'stuck',
  OutOfScope: 'stuck',
  LeaderMissing: 'unknown',
  ControllerUnhealthy: 'unknown',
}

for (const [code, verdict] of Object.entries(VERDICTS)) {
  test(`${code}: the log alone says it, and no line of it allows a removal`, async () => {
    const found = await scenes[code as keyof typeof scenes]
    const cause = await told(found, code)
    assert.is(cause.verdict, verdict)
    const quote = cause.evidence.find(({ source }) => source === 'logs')!.fact
    const { name, namespace: home } = found.operator.metadata
    assert.ok(quote.startsWith(`Pod ${home}/${name}, container manager, logged at `), quote)
    const guard = code === 'CleanupFailing' ? 'ControllerAlive' : 'RepairFirst'
    await isRefused(found.object, guard, [`${found.type.resource}/one`, '-n', found.place])
  })
}

test('silence about the object is evidence, and counts that go down are work', async () => {
  const quiet = await told(await silent)
  assert.is(quiet.verdict, 'unknown')
  assert.match(quiet.evidence.find(({ source }) => source === 'logs')!.fact, 'none of which names the object')
  const working = await told(await progress)
  assert.is(working.verdict, 'progressing')
})

test('the log of one Pod is asked for once in a run, of the manager alone', async () => {
  const { operator, place } = await silent
  const { name } = operator.metadata
  kubelet.asked.length = 0
  await explained(['-n', place])
  const asked = kubelet.asked.filter(path => path.includes(`/${name}/`))
  assert.equal(
    asked.map(path => path.split('?')[0]!.split('/').at(-1)),
    ['manager'],
  )
})

test('a controller that is gone is asked for nothing', async () => {
  const { operator, place } = await silent
  for (const found of await Promise.all(all)) await api.delete(found.operator)
  kubelet.asked.length = 0
  await explained(['-n', place])
  assert.equal(
    kubelet.asked.filter(path => path.includes(`/${operator.metadata.name}/`)),
    [],
  )
  await kubelet[Symbol.asyncDispose]()
})

test.run()
