import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause, Remedy } from '../../src/diagnosis/explanation.ts'
import type { DirectlyHeld } from '../../src/diagnosis/held.ts'
import { withRescue } from '../../src/diagnosis/rescue-offer.ts'

const test = suite('the offer of a rescue')

const remedy = (kind: Remedy['kind']): Remedy => ({ kind, summary: kind, commands: [], risk: 'none', leaks: [] })

function held(resource: string, name: string, namespace?: string): DirectlyHeld {
  const ref = { apiVersion: 'v1', kind: 'Kind', resource, name, uid: name, ...(namespace && { namespace }) }
  const meta = { name, uid: name, deletionTimestamp: '2026-01-15T11:00:00Z' }
  const type = {
    group: '',
    version: 'v1',
    plural: resource,
    kind: 'Kind',
    singular: '',
    shortNames: [],
    categories: [],
  }
  return { ref, meta, type: { ...type, namespaced: namespace !== undefined, verbs: [] }, finalizers: [], owners: [] }
}

const STUCK = { code: 'VolumeInUse', verdict: 'stuck' } as const
const kinds = (remedies: readonly Remedy[]) => remedies.map(({ kind }) => kind)

test('stands after every repair and before the removal, with the plan of a rescue', () => {
  const all = [remedy('repair'), remedy('remove')]
  const offered = withRescue(all, [held('persistentvolumeclaims', 'data', 'shop')], STUCK)
  assert.equal(kinds(offered), ['repair', 'inspect', 'remove'])
  assert.equal(offered[1]!.commands, ['kubectl finalize rescue persistentvolumeclaims/data -n shop --dry-run=client'])
  assert.equal(kinds(withRescue([remedy('repair')], [held('persistentvolumes', 'pv')], STUCK)), ['repair', 'inspect'])
})

test('is not made of what holds no data, of what goes by itself, and where nothing could bind a claim again', () => {
  const all = [remedy('repair')]
  const claim = [held('persistentvolumeclaims', 'data', 'shop')]
  assert.equal(withRescue(all, [held('configmaps', 'x', 'shop')], STUCK), all)
  const others: readonly Pick<Cause, 'code' | 'verdict'>[] = [
    { code: 'CleanupInProgress', verdict: 'progressing' },
    { code: 'ControllerManagerDown', verdict: 'stuck' },
  ]
  for (const cause of others) assert.equal(withRescue(all, claim, cause), all)
  const { deletionTimestamp: _, ...meta } = claim[0]!.meta
  assert.equal(withRescue(all, [{ ...claim[0]!, meta }], STUCK), all)
})

test.run()
