import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { normalizeArguments } from '../../src/commandline/argv.ts'
import { UsageError } from '../../src/exit-code.ts'

const test = suite('arguments')

const specs = {
  output: { type: 'string', alias: 'o', describe: '' },
  namespace: { type: 'string', alias: 'n', describe: '' },
  watch: { type: 'boolean', alias: 'w', describe: '' },
  sandbox: { type: 'string', bare: true, describe: '' },
  v: { type: 'string', describe: '' },
} as const

const normalized = (...argv: string[]): string[] => normalizeArguments(argv, specs)

test('a value may stick to its single-letter flag, with or without an equals sign', () => {
  assert.equal(normalized('-ojson'), ['-o', 'json'])
  assert.equal(normalized('-o=json'), ['-o', 'json'])
  assert.equal(normalized('-nkube-system', '-v=6', '-v6'), ['-n', 'kube-system', '-v', '6', '-v', '6'])
})

test('a flag whose value is optional never takes the next word', () => {
  assert.equal(normalized('--sandbox', 'list'), ['--sandbox=', 'list'])
  assert.equal(normalized('--sandbox=one'), ['--sandbox=one'])
})

test('truth values are those of Go', () => {
  assert.equal(normalized('--watch=0', '-w=T', '-w'), ['--watch=false', '--watch=true', '-w'])
  assert.throws(
    () => normalized('--watch=maybe'),
    (error: unknown) => error instanceof UsageError,
  )
})

test('words after two dashes stay as they are', () => {
  assert.equal(normalized('--', '-ojson', '--sandbox'), ['--', '-ojson', '--sandbox'])
})

test('what is no known flag stays as it is', () => {
  assert.equal(normalized('-xyz', '--unknown=1', 'pods', '-'), ['-xyz', '--unknown=1', 'pods', '-'])
})

test.run()
