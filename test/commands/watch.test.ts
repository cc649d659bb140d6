import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { faultsOf } from '../docs/schema.ts'
import { headless } from '../headless.ts'

const test = suite('watch --once')

const SANDBOX = '--sandbox=operator-uninstalled'

test('prints a line for each cause, and ends with 3 while something is held', async () => {
  const { code, stdout } = await headless(['watch', '--once', SANDBOX])
  assert.is(code, 3)
  assert.match(stdout, /^\S+Z {2}STUCK {2}ControllerMissing customresourcedefinition\/\S+ holds \d+ objects: .+\n$/)
})

test('says nothing of what terminates for less than --after, and ends with 0', async () => {
  const { code, stdout, stderr } = await headless(['watch', '--once', SANDBOX, '--after', '3000d'])
  assert.equal([code, stdout, stderr], [0, '', ''])
})

test('what could not be read is an error where nothing is held', async () => {
  const { code, stderr } = await headless(['watch', '--once', '--sandbox=api-unavailable', '--after', '3000d'])
  assert.is(code, 1)
  assert.match(stderr, /metrics\.k8s\.io/)
})

test('answers as JSON what explain would answer of it', async () => {
  const answer = JSON.parse((await headless(['watch', '--once', SANDBOX, '-o', 'json'])).stdout)
  assert.is(answer.kind, 'Explanation')
  assert.equal(faultsOf(answer, { described: true }), [])
})

test('--once tells nothing of the types that --skip-types leaves out', async () => {
  const words = ['watch', '--once', '--sandbox=load-balancer']
  assert.match((await headless(words)).stdout, /service\/storefront/)
  assert.not.match((await headless([...words, '--skip-types=services'])).stdout, /storefront/)
})

test('takes no words, and no --every with --once', async () => {
  assert.is((await headless(['watch', 'pods', SANDBOX])).code, 2)
  assert.is((await headless(['watch', '--once', '--every', '1m', SANDBOX])).code, 2)
  assert.is((await headless(['watch', '--after', 'soon', SANDBOX])).code, 2)
})

test.run()
