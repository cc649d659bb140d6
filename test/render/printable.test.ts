import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { printable } from '../../src/render/printable.ts'

const test = suite('printable')

test('escape sequences are taken out whole', () => {
  assert.is(printable('a\x1b[31mred\x1b[0m\x1b]0;title\x07\x1b[2Jb'), 'aredb')
})

test('no control character is left, of either set', () => {
  const every = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('')
  assert.not.match(printable(every), /[\x00-\x1f\x7f-\x9f]/)
  assert.not.match(printable('\x9b31mred \x9d0;title\x9c'), /[\x80-\x9f]/)
})

test('line breaks become spaces, so that one message is one line', () => {
  assert.is(printable('one\r\ntwo\n\n\tthree\u2028four'), 'one two three four')
})

test('marks that turn the direction of writing are taken out', () => {
  assert.is(printable('abc\u202egnp.exe\u2066'), 'abcgnp.exe')
})

test('text of any language stays', () => {
  assert.is(printable('naïve – 日本語 🚀'), 'naïve – 日本語 🚀')
})

test.run()
