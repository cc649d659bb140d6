import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { groupsOf, lineOf, refusal } from './asked.ts'
import { onDelete } from './katalog.ts'

const test = suite('the timeout of Orkestra')

const block = (timeout: string) => onDelete(`ordered: true\n${timeout}\nsecrets: [{name: a}]\n`)
const seconds = (timeout: string) => groupsOf(block(`timeout: ${timeout}`)).timeoutSeconds

test('is five minutes for nothing, never, and what is not above zero', () => {
  assert.is(groupsOf(block('name: x')).timeoutSeconds, 300)
  for (const text of ['never', '0s', '"0"', '-1m', '-2d']) assert.is(seconds(text), 300, text)
})

test('has the units of Go, or one of days, weeks, months and years', () => {
  const known = {
    '90s': 90,
    '1h30m': 5400,
    '500ms': 0.5,
    '1.5h': 5400,
    '2d': 172_800,
    '.5d': 43_200,
    '1w': 604_800,
    '1mo': 2_592_000,
    '1y': 31_536_000,
  }
  for (const [text, expected] of Object.entries(known)) assert.is(seconds(text), expected, text)
})

test('is refused with its line when it is no duration', () => {
  for (const text of ['""', '5', 'soon', '1d12h', '12h1d', '1w2d', '5 m', 'Never', '1mo2s']) {
    const said = refusal(() => seconds(text))
    assert.ok(said.startsWith(`order.yaml:${lineOf(block('timeout: x'), 'timeout')}: `), `${text} said ${said}`)
  }
})

test.run()
