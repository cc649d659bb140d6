import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Fact, queryKey } from '../../src/api/fact.ts'
import type { Case } from '../../src/diagnosis/dossier/dossier.ts'
import type { Heard } from '../../src/diagnosis/dossier/log.ts'
import { FactBook } from '../../src/diagnosis/facts.ts'
import { volumeDeleted, withoutLoss } from '../../src/diagnosis/obstacles/volume-deleted.ts'

const test = suite('that the volume is deleted already')

const PLACE = { namespace: 'kube-system', pod: 'driver-0', container: 'csi-provisioner' }

/** Of PersistentVolume pv-1, deleted at 10:00:00. */
function isTold(line: string, { isTrusted = true, resource = 'persistentvolumes' } = {}): boolean {
  const log: Fact<unknown> = { state: 'known', value: { lines: [line] } }
  const facts = new FactBook(
    { now: new Date('2026-03-01T12:00:00Z'), types: [], unknownGroups: new Set() },
    new Map([[queryKey({ about: 'log', ...PLACE }), log]]),
  )
  const meta = { name: 'pv-1', uid: 'u', deletionTimestamp: '2026-03-01T10:00:00Z' }
  const heard = { isTrusted, sources: [{ ...PLACE, previous: false }] } as unknown as Heard
  const found = { held: { meta, ref: { resource, name: 'pv-1' } }, context: { facts } } as unknown as Case
  return volumeDeleted(heard, found) !== undefined
}

test('is said by the provisioner, directly before it deletes the object too (kubernetes-csi/external-provisioner#1217)', () => {
  const at = (time: string, text: string, level = 'I') =>
    `2026-03-01T${time}Z ${level}0301 ${time}.000000       1 controller.go:1524] ${text}`
  assert.ok(isTold(at('09:59:58', 'delete "pv-1": volume deleted')))
  assert.ok(isTold(at('10:00:01', 'delete "pv-1": persistentvolume deleted succeeded')))
  assert.ok(isTold(at('10:00:01', '"Volume deleted" PV="pv-1"')))
  for (const other of [
    at('09:00:00', 'delete "pv-1": volume deleted'),
    at('10:00:01', 'delete "pv-10": volume deleted'),
    at('10:00:01', 'delete "pv-1": started'),
    at('10:00:01', 'failed to delete "pv-1": volume deleted'),
    at('10:00:01', 'delete "pv-1": volume deleted', 'E'),
  ])
    assert.not.ok(isTold(other), other)
})

test('is not believed of a workload that a user of a namespace may have made, nor of another type', () => {
  const line = '2026-03-01T10:00:01Z I0301 10:00:01.000000       1 controller.go:1524] delete "pv-1": volume deleted'
  assert.not.ok(isTold(line, { isTrusted: false }))
  assert.not.ok(isTold(line, { resource: 'buckets.example.com' }))
})

test('leaves nothing for a removal to leave behind', () => {
  const remedy = { kind: 'remove', summary: 'remove it', commands: ['x'], risk: 'high', leaks: ['/disks/a'] } as const
  const { risk, leaks } = withoutLoss(remedy)
  assert.equal([risk, leaks], ['low', []])
  assert.is(withoutLoss({ ...remedy, kind: 'repair' }).risk, 'high')
})

test.run()
