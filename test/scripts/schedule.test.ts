import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { schedule, share } from '../../scripts/test/schedule.ts'

const order = suite('the order of test files')

order('leaves those that disturb others to the end', () => {
  const files = ['/x.alone.y/a.e2e.ts', '/e2e/b.alone.e2e.ts', '/e2e/c.e2e.ts']
  assert.equal(schedule(files), {
    together: ['/x.alone.y/a.e2e.ts', '/e2e/c.e2e.ts'],
    alone: ['/e2e/b.alone.e2e.ts'],
  })
})

order('begins with the long ones, and keeps the order of the rest', () => {
  const files = ['/e2e/a.e2e.ts', '/e2e/faults/cure.e2e.ts', '/e2e/b.e2e.ts', '/e2e/faults/replay.e2e.ts']
  assert.equal(schedule(files).together, [files[3], files[1], files[0], files[2]])
})

order('has each file in one part', () => {
  const files = ['/d', '/b', '/a', '/e', '/c']
  const parts = [7, 8, 9].map(turn => share(files, 3, turn))
  assert.equal(parts, [['/b', '/e'], ['/c'], ['/a', '/d']])
})

order.run()
