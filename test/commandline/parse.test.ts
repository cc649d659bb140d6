import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from '../../src/commandline/parse.ts'
import { commands, entryCommand } from '../../src/commands/index.ts'

const test = suite('parse')

function flagsOf(...args: readonly string[]): Readonly<Record<string, unknown>> {
  const request = parse(args, commands, entryCommand)
  if (!('flags' in request)) throw new Error('it asks for help')
  return request.flags
}

test('a flag that may be repeated keeps each of its values', () => {
  const flags = flagsOf('remove', 'a/b', '--finalizer', 'one', '--finalizer=two', '--as-group', 'x', '--as-group', 'y')
  assert.equal([flags.finalizer, flags['as-group'], flags.override], [['one', 'two'], ['x', 'y'], []])
})

test('of any other flag the last one counts', () => {
  const flags = flagsOf('list', '-n', 'a', '--namespace=b', '-o', 'json', '-oyaml', '--watch', '--watch=false')
  assert.equal([flags.namespace, flags.output, flags.watch], ['b', 'yaml', false])
})

test.run()
