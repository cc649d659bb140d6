import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cutText, uncut, withoutLongTexts } from '../../src/api/cut-text.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('texts of a cluster that are long')

const GROUP = 'lake.example.com'
const SIZE = 900_000

/** Texts that took expressions minutes, or for ever, at a thirtieth of this length. */
const HOSTILE: readonly string[] = [
  'x',
  'a.',
  'a/',
  'a-',
  '1',
  ' ',
  '"',
  '(',
  '[',
  'a "b" ',
  'not found ',
  'User "x" ',
  ',',
  '\n',
  ':/',
].map(part => part.repeat(SIZE / part.length))

test('are explained all the same, and what is quoted of them is cut', async () => {
  for (const text of HOSTILE) {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: GROUP, plural: 'lakes', kind: 'Lake' })
    operator(sandbox, { name: 'lake-operator', group: GROUP, plural: 'lakes' })
    namespace(sandbox, 'shop')
    const message = `failed to delete: ${text}`
    const at = ago(sandbox, MINUTE)
    const lake = customResource(sandbox, {
      apiVersion: `${GROUP}/v1`,
      kind: 'Lake',
      namespace: 'shop',
      name: 'w',
      manager: 'lake-operator',
      finalizers: [`${GROUP}/drain`],
      deleted: HOUR,
      spec: { url: text },
      status: {
        phase: text,
        message,
        conditions: [{ type: 'Ready', status: 'False', reason: 'DeleteFailed', message, lastTransitionTime: at }],
      },
    })
    const component = 'lake-operator'
    event(sandbox, lake, { reason: 'DeleteFailed', message, component, count: 3, first: HOUR / 2, last: MINUTE })
    const { causes } = await explained(sandbox)
    assert.equal(
      causes.map(({ code }) => code),
      ['CleanupFailing'],
    )
    for (const { fact } of causes[0]!.evidence) assert.ok(fact.length < 10_000, `${fact.slice(0, 60)} ${fact.length}`)
  }
})

test('are cut to a length that is said, and an object without any is left as it is', () => {
  assert.is(cutText('short'), 'short')
  assert.is(cutText('abcdef', 4), 'abcd … (cut: 2 more characters)')
  const short = { metadata: { name: 'a', managedFields: [{ manager: 'x' }] }, status: { list: ['b', { c: 'd' }] } }
  assert.is(withoutLongTexts(short), short)
  const long = { ...short, status: { list: ['b', { c: 'd'.repeat(100_000) }] } }
  const cut = withoutLongTexts(long)
  assert.is(cut.metadata, short.metadata)
  assert.ok(JSON.stringify(cut).length < 40_000)
  assert.is(uncut(cut), long)
})

test.run()
