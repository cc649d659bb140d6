import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from '../../../src/commandline/parse.ts'
import { commands, entryCommand } from '../../../src/commands/index.ts'
import { UsageError } from '../../../src/exit-code.ts'

const test = suite('flags of replay')

function fileOf(...words: readonly string[]): unknown {
  const request = parse(['replay', 'cache/c1', ...words], commands, entryCommand)
  return 'flags' in request ? request.flags.filename : undefined
}

test('take one file: of two the first would not be read, and nobody told', () => {
  assert.equal([fileOf(), fileOf('-f', 'a.yaml'), fileOf('-f', '-')], [undefined, 'a.yaml', '-'])
  const isUsage = (error: unknown): boolean => error instanceof UsageError && error.message.includes('specify one file')
  assert.throws(() => fileOf('-f', 'a.yaml', '-f', 'b.yaml'), isUsage)
  assert.throws(() => fileOf('--filename=a.yaml', '-f', '-'), isUsage)
})

test.run()
