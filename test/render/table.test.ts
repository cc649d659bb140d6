import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { formatTable } from '../../src/render/table.ts'

const test = suite('table')

test('columns are three spaces apart and lines end with their text', () => {
  assert.is(
    formatTable(
      ['NAME', 'AGE'],
      [
        ['a-long-name', '5m'],
        ['b', ''],
      ],
    ),
    'NAME          AGE\na-long-name   5m\nb\n',
  )
})

test('a long table has the same columns from its first row to its last', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => ['x'.repeat(1 + (index % 30)), 'end'])
  const lines = formatTable(['NAME', 'LAST'], rows).trimEnd().split('\n')
  assert.is(lines.length, 1001)
  assert.is(new Set(lines.slice(1).map(line => line.indexOf('end'))).size, 1)
})

test('a cell of wide characters is not cut', () => {
  assert.match(formatTable(undefined, [['日本語🚀', 'x']]), /日本語🚀 +x/)
})

test('a cell of wide characters may be as long as any text', () => {
  const before = process.cpuUsage()
  const text = '日'.repeat(32_768)
  assert.is(formatTable(undefined, [[text, 'x']]).split(' ')[0], text)
  // The library takes more than a minute for it.
  assert.ok(process.cpuUsage(before).user < 10e6)
})

test('a cell that is too long for a name shifts its own row, and no other', () => {
  const rows = Array.from({ length: 1000 }, () => ['short', 'x'])
  const [first, , last] = formatTable(['NAME', 'LAST'], [['a'.repeat(32_768), 'x'], ...rows]).split('\n')
  assert.is(first, 'NAME    LAST')
  assert.is(last, 'short   x')
  assert.is(formatTable(undefined, [['a'.repeat(32_768), 'x']]), `${'a'.repeat(32_768)}   x\n`)
})

test('no rows give no text', () => {
  assert.is(formatTable(undefined, []), '')
})

test.run()
