import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { crc32 } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { textOf, withText } from '../../../scripts/screens/png-text.ts'

const test = suite('a text in a PNG')

/** The parts of a PNG, by name; throws where a length or a checksum is wrong. */
function chunks(png: Buffer): readonly string[] {
  const names: string[] = []
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at)
    assert.is(png.readUInt32BE(end), crc32(png.subarray(at + 4, end)))
    names.push(png.toString('latin1', at + 4, at + 8))
    at = end + 4
  }
  return names
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const end = Buffer.from('0000000049454e44ae426082', 'hex')

test('is read as it was put in, and the rest stays a PNG', () => {
  const png = withText(Buffer.concat([signature, end]), 'holds 5 Büchsen →')
  assert.equal(chunks(png), ['iTXt', 'IEND'])
  assert.is(textOf(png), 'holds 5 Büchsen →')
  assert.is(textOf(Buffer.concat([signature, end])), undefined)
})

test('is in the screen of Headlamp', () => {
  const png = readFileSync(resolve(import.meta.dirname, '../../../docs/headlamp.png'))
  assert.is(chunks(png).at(-1), 'IEND')
  assert.match(textOf(png)!, /ControllerMissing/)
})

test.run()
