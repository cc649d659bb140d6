import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { printable } from '../../src/api/printable.ts'
import { shellQuote } from '../../src/diagnosis/shell-quote.ts'
import { unlikely } from '../unlikely-names.ts'

const test = suite('printable')

test('escape sequences are written out, so that a name with one is unlike the name without', () => {
  assert.is(printable('a\x1b[31mred\x07'), 'a<U+001B>[31mred<U+0007>')
})

test('no control character is left, of either set', () => {
  const every = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('')
  assert.not.match(printable(every), /[\x00-\x1f\x7f-\x9f]/)
  assert.not.match(printable('\x9b31mred \x9d0;title\x9c'), /[\x80-\x9f]/)
})

test('line breaks become spaces, so that one message is one line', () => {
  assert.is(printable('one\r\ntwo\n\n\tthree\u2028four'), 'one two three four')
})

test('marks that turn the direction of writing, and what has no width, are written out', () => {
  assert.is(printable('abc\u202egnp.exe\u2066'), 'abc<U+202E>gnp.exe<U+2066>')
  assert.is(printable('a\u200bb\u061cc\u{e0064}d\u00a0e\u3164f'), 'a<U+200B>b<U+061C>c<U+E0064>d<U+00A0>e<U+3164>f')
})

test('text of any language stays', () => {
  assert.is(printable('naïve – 日本語 🚀'), 'naïve – 日本語 🚀')
})

test('what is quoted for a shell stays as it is, whatever was in it', () => {
  for (const name of unlikely) assert.is(printable(shellQuote(name)), shellQuote(name), JSON.stringify(name))
})

test.run()
