import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { formatYaml } from '../../src/api/format-yaml.ts'
import { formatJson } from '../../src/render/json.ts'
import { unlikely } from '../unlikely-names.ts'

const test = suite('JSON and YAML')

const every = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).join('')
const value = {
  names: unlikely,
  every,
  'a\x7fkey\u202e': 'x',
  lines: 'a\tb\n\tc\n',
  hidden: 'a\x9bb\n'.repeat(50),
  noncharacters: '\uffff\ufffe\u{1fffe}',
  blanks: '\x7f \n \n',
}
/** All but the line break, and the tab of a block of lines. */
const UNSEEN = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u

test('have no character that is not seen, and are read back as they were', () => {
  for (const [text, read] of [
    [formatJson(value), JSON.parse],
    [formatYaml(value), parse],
    [formatYaml(value), (yaml: string) => parse(yaml, { version: '1.1' })],
  ] as const) {
    assert.not.match(text, UNSEEN)
    assert.equal(read(text), value)
  }
})

test('leave text of any language as it is', () => {
  assert.match(formatJson({ a: 'naïve 日本語 🚀' }), 'naïve 日本語 🚀')
  assert.match(formatYaml({ a: 'naïve 日本語 🚀' }), 'naïve 日本語 🚀')
})

test.run()
