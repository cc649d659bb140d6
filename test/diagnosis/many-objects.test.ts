import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { configMap, deleted, lease } from './stuck-objects.ts'

const test = suite('10,000 stuck objects')

const MANY = 10_000
const LONGEST_SECONDS = 60

function setup(): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  return sandbox
}

/** How many requests an explanation takes, which has to come in time. */
async function requests(sandbox: Sandbox, look: (answer: Awaited<ReturnType<typeof explained>>) => void) {
  let count = 0
  sandbox.onRequest = () => {
    count += 1
    return undefined
  }
  const started = performance.now()
  look(await explained(sandbox))
  assert.ok((performance.now() - started) / 1000 < LONGEST_SECONDS)
  return count
}

test('in foreground deletions, each behind the next, are one chain and few questions', async () => {
  const sandbox = setup()
  for (let index = 0; index < MANY; index += 1) {
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: `o-${index - 1}`, uid: `uid-${index - 1}` }
    configMap(sandbox, 'shop', `o-${index}`, {
      uid: `uid-${index}`,
      ...deleted(sandbox, HOUR, 'foregroundDeletion'),
      ...(index > 0 && { ownerReferences: [{ ...reference, blockOwnerDeletion: true }] }),
    })
  }
  lease(sandbox, HOUR)
  const count = await requests(sandbox, ({ objects, causes, object }) => {
    assert.is(objects.length, MANY)
    assert.is(object('ConfigMap', 'o-0').verdict, 'waiting')
    assert.equal(
      causes.map(({ code, blocks }) => [code, blocks.length]),
      [['ControllerManagerDown', MANY]],
    )
  })
  assert.ok(count < 500, `${count} requests`)
})

test('left in a terminating namespace that nobody empties are one cause', async () => {
  const sandbox = setup()
  namespace(sandbox, 'old', { deleted: HOUR })
  for (let index = 0; index < MANY; index += 1) configMap(sandbox, 'old', `o-${index}`)
  lease(sandbox, HOUR)
  const count = await requests(sandbox, ({ causes }) => {
    assert.equal(
      causes.map(({ code, blocks }) => [code, blocks.length]),
      [['ControllerManagerDown', MANY + 1]],
    )
  })
  assert.ok(count < 500, `${count} requests`)
})

test.run()
