import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { letGo } from '../../../src/execute/rescue/let-go.ts'
import type { RescueTools } from '../../../src/execute/rescue/rescue-tools.ts'
import type { Rescue, Unit } from '../../../src/plan/rescue/rescue.ts'
import { CONFIG_MAPS } from '../removals.ts'
import { setup } from '../stuck-in-sandbox.ts'

const test = suite('an object that is let go to be created again')

/** `isEnding`: another client deleted its namespace since the plan was made. */
async function freed(isEnding: boolean) {
  const it = setup()
  if (isEnding) {
    const deletionTimestamp = '2026-01-15T12:00:00Z'
    it.sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', deletionTimestamp } })
  }
  const unit: Unit = { type: CONFIG_MAPS, object: it.object, dependents: [], lostUids: [], hasStatus: false }
  const { name, uid } = it.object.metadata
  const target = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'shop', name, uid }
  const rescue: Rescue = { cluster: '', target, units: [unit], volumes: [], controllers: [] }
  const tools: RescueTools = {
    ...it.tools,
    findDependents: async () => [],
    findNewController: async () => undefined,
  }
  const [step] = await letGo(unit, rescue, tools)
  return [step!.result, step!.guard, it.now() === undefined, it.writes]
}

test('goes, when the server would take it again', async () => {
  assert.equal(await freed(false), ['done', undefined, true, ['POST', 'PATCH']])
})

test('stays, when its namespace is being deleted by now: it could not be created again', async () => {
  assert.equal(await freed(true), ['refused', 'WouldBeRejected', false, ['POST']])
})

test.run()
