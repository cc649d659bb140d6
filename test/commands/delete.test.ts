import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { faultsOf } from '../docs/schema.ts'
import { headless } from '../headless.ts'

const test = suite('delete')

const UNINSTALLED = '--sandbox=operator-uninstalled'

test('shows the answer of a preflight, and refuses what would get stuck, whatever is overridden', async () => {
  for (const more of [[], ['--override', 'WouldGetStuck', '--yes']]) {
    const { code, stdout } = await headless(['delete', 'ns/web', UNINSTALLED, '--dry-run=client', ...more])
    assert.is(code, 3)
    assert.match(stdout, /^STUCK {2}If namespace\/web were deleted now/m)
    assert.match(stdout, /namespace\/web: deletion refused by WouldGetStuck/)
  }
})

test('answers as JSON what the schema describes, with a wave and its reason for each object', async () => {
  const words = ['delete', 'ns/policy-system', '--sandbox=webhook-dead', '--dry-run=client', '-o', 'json']
  const { code, stdout } = await headless(words)
  assert.is(code, 0)
  const answer = JSON.parse(stdout)
  assert.equal(faultsOf(answer, { described: true }), [])
  assert.equal(
    answer.steps.map((step: { action: string; group: number; result: string }) => [
      step.action,
      step.group,
      step.result,
    ]),
    [['Delete', 1, 'planned']],
  )
  assert.match(answer.steps[0].message, /everything that is left in it/)
})

test('what is not there is an error in the words of the server', async () => {
  const { code, stderr } = await headless(['delete', 'ns/nothing', UNINSTALLED, '--yes'])
  assert.is(code, 1)
  assert.match(stderr, /namespaces "nothing" not found/)
})

test('a command line without a name, without waiting, or with another cascade, is a wrong one', async () => {
  for (const words of [
    [],
    ['pods'],
    ['pod/a', '--wait=false'],
    ['pod/a', '--cascade', 'sideways'],
    ['pod/a', '--override', 'Changed'],
    ['operator', 'a', 'b'],
    ['operator', 'pod/a'],
    ['operator', 'a', '-l', 'b=c'],
    ['operator', 'a', '--helm', 'b'],
  ]) {
    assert.is((await headless(['delete', UNINSTALLED, ...words])).code, 2, words.join(' '))
  }
})

test.run()
