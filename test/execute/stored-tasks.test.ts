import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FOREGROUND } from '../../src/api/builtin-finalizers.ts'
import { formatExactJson, parseExactJson } from '../../src/api/exact-json.ts'
import { carryOut } from '../../src/execute/carry-out.ts'
import type { RescueTools } from '../../src/execute/rescue/rescue-tools.ts'
import type { Tools } from '../../src/execute/tools.ts'
import type { LiveGroup } from '../../src/plan/ordered/live-groups.ts'
import { removalTasks, type Waves } from '../../src/plan/plan.ts'
import type { Rescue } from '../../src/plan/rescue/rescue.ts'
import { rescueTasks } from '../../src/plan/rescue/rescue-tasks.ts'
import { trial } from './ordered/trial.ts'
import { CONFIG_MAPS, HOLD, removal } from './removals.ts'
import { setup } from './stuck-in-sandbox.ts'

const test = suite('tasks that were stored and read back')

const stored = <T>(value: T): T => parseExactJson(formatExactJson(value)) as T

/** What a practice cluster is asked to do by these tasks, as they are or as they were read back, and what comes of it. */
async function carriedOut(
  tasksOf: (it: ReturnType<typeof setup>) => readonly [Waves, Partial<RescueTools>?],
  isStored: boolean,
) {
  const it = setup([HOLD, FOREGROUND])
  it.sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system' } })
  const [tasks, lent] = tasksOf(it)
  const asked: unknown[] = []
  const { onRequest } = it.sandbox
  it.sandbox.onRequest = request => {
    if (request.method !== 'GET') asked.push([request.method, request.path, request.body])
    return onRequest?.(request)
  }
  const tools: Tools = { ...it.tools, ...lent }
  const steps = await carryOut(isStored ? stored(tasks) : tasks, tools)
  return { asked, steps }
}

const LOOKS = { findDependents: async () => [], findNewController: async () => undefined }

const PLANS: Readonly<Record<string, Parameters<typeof carriedOut>[0]>> = {
  'a set of removals, an owner after what it owns': ({ sandbox, object }) => {
    const { uid } = object.metadata
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', uid, blockOwnerDeletion: true }]
    const metadata = {
      name: 'page',
      namespace: 'shop',
      deletionTimestamp: '2026-01-15T11:00:00Z',
      finalizers: [HOLD],
      ownerReferences,
    }
    const page = sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { size: '1' } })
    return [removalTasks([removal(object, [HOLD, FOREGROUND]), removal(page, [HOLD])])]
  },
  'a creation, and a deletion of something else': ({ sandbox }) => {
    const object = sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'live', namespace: 'shop' } })
    const ref = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      resource: 'configmaps',
      namespace: 'shop',
      name: 'live',
      uid: object.metadata.uid,
    }
    const made = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'new', namespace: 'shop' },
      big: 9007199254740993n,
    }
    return [
      [
        [
          {
            action: 'Create',
            restoration: { ref: { ...ref, name: 'new', uid: 'before' }, type: CONFIG_MAPS, object: made as never },
          },
        ],
        [{ action: 'Delete', deletion: { ref, type: CONFIG_MAPS, propagation: 'Foreground' } }],
      ],
    ]
  },
  'a rescue': ({ sandbox, object }) => {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', uid: object.metadata.uid }]
    const page = sandbox.put({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'page', namespace: 'shop', ownerReferences },
    })
    const unit = {
      type: CONFIG_MAPS,
      object,
      dependents: [{ type: CONFIG_MAPS, object: page }],
      lostUids: [],
      hasStatus: false,
    }
    const { name, uid } = object.metadata
    const target = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'shop', name, uid }
    const rescue: Rescue = { cluster: '', target, units: [unit], volumes: [], controllers: [] }
    return [rescueTasks(rescue), LOOKS]
  },
}

for (const [name, tasksOf] of Object.entries(PLANS)) {
  test(`${name}: the same requests, and the same comes of them`, async () => {
    const [first, again] = [await carriedOut(tasksOf, false), await carriedOut(tasksOf, true)]
    assert.ok(first.asked.length >= 2, JSON.stringify(first))
    assert.equal(again, first)
  })
}

test('groups of an ordered deletion: the same', async () => {
  const [first, again] = await Promise.all(
    [(groups: readonly LiveGroup[]) => groups, stored].map(async how => {
      const { put, find, run } = await trial()
      for (const name of ['a', 'b', 'c']) put(name)
      const { told, writes } = await run(how(await find(['a', 'b'], ['c'])))
      return { told, writes: writes.toSorted() }
    }),
  )
  assert.equal(first!.told, ['a done', 'b done', 'c done'])
  assert.equal(again, first)
})

test.run()
