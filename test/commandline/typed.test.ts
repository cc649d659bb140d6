import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readTyped } from '../../src/commandline/typed.ts'
import { commands, entryCommand } from '../../src/commands/index.ts'

const test = suite('a line that is being written')

const read = (...argv: string[]) => readTyped(argv, commands, entryCommand)

test('asks for a command until there is one', () => {
  for (const argv of [[''], ['li'], ['-n', 'shop', ''], ['help', '']]) {
    assert.is(read(...argv).asks.for, 'command', argv.join(' '))
  }
  assert.equal(read('list', '').asks, { for: 'word', completes: 'types' })
  assert.equal(read('-n', 'shop', 'explain', 'ns', 'a').words, ['ns'])
})

test('asks for an object where TYPE/NAME stands for the command', () => {
  assert.equal(read('ns/re').asks, { for: 'word', completes: 'objects' })
  assert.equal(read('ns/reports', '').asks, { for: 'word', completes: 'objects' })
})

test('asks for the value of a flag, however that is written', () => {
  const cases: readonly (readonly [readonly string[], partial: string, prefix: string])[] = [
    [['list', '--context', ''], '', ''],
    [['list', '--context', 'a=b'], 'a=b', ''],
    [['list', '--context='], '', ''],
    [['list', '--context=a=b'], 'a=b', ''],
  ]
  for (const [argv, partial, prefix] of cases) {
    const typed = read(...argv)
    const { asks } = typed
    assert.equal(
      { asks, partial: typed.partial, prefix: typed.prefix },
      { asks: { for: 'value', completes: 'contexts' }, partial, prefix },
      argv.join(' '),
    )
  }
  const attached = read('list', '-nsh')
  assert.equal(
    [attached.asks, attached.partial, attached.prefix],
    [{ for: 'value', completes: 'namespaces' }, 'sh', '-n'],
  )
  assert.equal(read('list', '-n=sh').partial, 'sh')
  assert.equal(read('list', '--sandbox=op').asks, { for: 'value', completes: 'incidents' })
  assert.equal(read('list', '--older-than', '').asks, { for: 'value', completes: undefined })
})

test('asks for a word behind a flag without a value, or with one', () => {
  for (const argv of [
    ['list', '--watch', ''],
    ['list', '--sandbox', ''],
    ['list', '-n', 'shop', ''],
    ['list', '-nshop', ''],
    ['list', '--', '-'],
  ]) {
    assert.equal(read(...argv).asks, { for: 'word', completes: 'types' }, argv.join(' '))
  }
})

test('asks for a flag that is not given yet, but for those that may come again', () => {
  const { asks } = read('list', '-n', 'shop', '--as-group', 'a', '--')
  assert.is(asks.for, 'flag')
  const names = Object.keys(asks.for === 'flag' ? asks.specs : {})
  for (const name of ['watch', 'context', 'as-group', 'help']) assert.ok(names.includes(name), name)
  assert.not(names.includes('namespace'))
  assert.not(names.includes('observe'))
})

test('knows the flags before the cursor as the finished line will', () => {
  const { flags } = read('explain', '-nshop', '--as-group=a', '--as-group', 'b', '--context', 'c', 'po/')
  assert.is(flags.namespace, 'shop')
  assert.equal(flags['as-group'], ['a', 'b'])
  assert.is(flags.context, 'c')
})

test('is refused when it is wrong already', () => {
  for (const argv of [
    ['nosuch', ''],
    ['list', '--bogus', ''],
    ['list', '--watch=maybe', ''],
  ]) {
    assert.throws(() => read(...argv), undefined, argv.join(' '))
  }
})

test.run()
