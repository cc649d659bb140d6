import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, namespace, run } from '../rig/rig.ts'
import { openTerminal } from '../rig/terminal.ts'
import { removed, stuckConfigMap, told } from './removed.ts'

const test = suite('remove proves what came of it')

const HOLD = 'example.com/hold'
const PASS = '--override=ControllerUnknown'

/** A deleted Pod that its grace period keeps for ten minutes after its finalizer is gone: nobody plays its kubelet. */
async function podInGrace(place: string, node: Thing): Promise<Thing> {
  const pod = await api.create(podDraft('slow', place, { node, metadata: { finalizers: [HOLD] } }))
  await api.delete(pod)
  return api.waitFor(pod, now => now.metadata.deletionTimestamp)
}

test('dry runs plan and change nothing, neither the resourceVersion nor managedFields', async () => {
  const place = await namespace()
  const held = await stuckConfigMap(place, 'held')
  for (const how of ['client', 'server']) {
    const answer = await removed(['cm/held', '-n', place, PASS, `--dry-run=${how}`])
    assert.equal([answer.code, answer.complete, answer.dryRun, told(answer)], [0, true, how, [`held ${HOLD} planned`]])
    assert.is(answer.steps[0]!.backup, undefined)
    const now = await api.get(held)
    assert.equal(now, held)
    assert.equal(
      [now!.metadata.resourceVersion, now!.metadata.managedFields],
      [held.metadata.resourceVersion, held.metadata.managedFields],
    )
  }
  // A dry run asks nobody, and its answer is the plan.
  const { code, stdout } = await run(['remove', 'cm/held', '-n', place, PASS, '--dry-run=server'])
  assert.is(code, 0)
  assert.match(stdout, '"op":"remove","path":"/metadata/finalizers/0"')
  assert.equal(await api.get(held), held)
})

test('an object that should have gone and is there at the timeout: 3, with what holds it', async () => {
  const place = await namespace()
  const node = await createNode('True')
  try {
    const pod = await podInGrace(place, node)
    const answer = await removed(['pod/slow', '-n', place, '--finalizer', HOLD, PASS, '--timeout=1s'])
    assert.equal(told(answer), [`slow ${HOLD} timeout`])
    assert.equal([answer.code, answer.complete], [3, false])
    assert.match(answer.steps[0]!.message!, `at the end of its grace period (${pod.metadata.deletionTimestamp})`)
    assert.equal((await api.get(pod))!.metadata.finalizers ?? [], [])
    // Nothing is left to remove: that is said, and is no success.
    const again = await removed(['pod/slow', '-n', place])
    assert.equal(told(again), ['slow skipped'])
    assert.is(again.code, 3)
  } finally {
    await api.delete(node)
  }
})

test('a Pod that has its grace period yet stays without its finalizer, and dry runs say so', async () => {
  const place = await namespace()
  const node = await createNode('True')
  try {
    const pod = await podInGrace(place, node)
    const kubelet = `its kubelet is to end it at the end of its grace period (${pod.metadata.deletionTimestamp})`
    const saysOf: Record<string, string> = { client: 'the object stays: ', server: 'the server accepts it; ' }
    for (const [how, says] of Object.entries(saysOf)) {
      const { code, stdout } = await run(['remove', 'pod/slow', '-n', place, PASS, `--dry-run=${how}`])
      assert.is(code, 0)
      assert.match(stdout, `stays    ${kubelet}`)
      assert.match(stdout, `${says}${kubelet}`)
    }
  } finally {
    await api.delete(node)
  }
})

test('--wait=false looks once', async () => {
  const place = await namespace()
  const node = await createNode('True')
  try {
    await podInGrace(place, node)
    const answer = await removed(['pod/slow', '-n', place, '--finalizer', HOLD, PASS, '--wait=false'])
    assert.equal([answer.code, told(answer)], [0, [`slow ${HOLD} done`]])
    assert.match(answer.steps[0]!.message!, 'it still exists')
  } finally {
    await api.delete(node)
  }
})

test('Ctrl-C during the wait: 130, and what was done', async () => {
  const place = await namespace()
  const node = await createNode('True')
  try {
    const pod = await podInGrace(place, node)
    const words = ['pod/slow', '-n', place, '--finalizer', HOLD, PASS, '--yes', '--timeout=10m']
    await using terminal = openTerminal(['remove', ...words])
    await terminal.sees('backup: ')
    await api.waitFor(pod, now => (now.metadata.finalizers ?? []).length === 0)
    terminal.type('\u0003')
    assert.is(await terminal.ended(), 130)
    assert.match(terminal.text, 'interrupted: 1 done')
    assert.match(terminal.text, 'removed')
  } finally {
    await api.delete(node)
  }
})

test('an object of which nothing is left by then: an error of the name, or gone', async () => {
  const place = await namespace()
  const { code, stderr } = await run(['remove', 'cm/none', '-n', place, '--yes'])
  assert.is(code, 1)
  assert.match(stderr, 'configmaps "none" not found')
})

test.run()
