import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parseWarnings, reportingWarnings } from '../../../src/cluster/transport/warnings.ts'
import { scripted } from './scripted.ts'
import { get } from './through.ts'

const test = suite('warnings')

for (const [header, texts] of [
  ['', []],
  ['299 - "policy/v1beta1 is deprecated"', ['policy/v1beta1 is deprecated']],
  ['299 - "one", 299 agent "two" "Tue, 15 Nov 1994 08:12:31 GMT",299 - "three"', ['one', 'two', 'three']],
  ['299 - "a \\"quoted\\" word, and a \\\\ slash"', ['a "quoted" word, and a \\ slash']],
  ['199 - "not for people", 299 - "for people"', ['for people']],
  ['299 - "whole", 299 - "broken', ['whole']],
  ['nonsense', []],
] as const) {
  test(`${header || 'nothing'} holds ${texts.length} texts`, () => {
    assert.equal(parseWarnings(header), [...texts])
  })
}

test('each text is told once', async () => {
  const told: string[] = []
  const inner = scripted(
    { status: 200, headers: { warning: '299 - "a", 299 - "b"' } },
    { status: 200, headers: { warning: '299 - "a"' } },
  )
  const transport = reportingWarnings(inner, text => told.push(text))
  await transport.send(get())
  await transport.send(get())
  assert.equal(told, ['a', 'b'])
})

test.run()
