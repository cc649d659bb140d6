import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { globalFlags } from '../../src/commandline/global-flags.ts'
import { parse } from '../../src/commandline/parse.ts'
import { commands, entryCommand } from '../../src/commands/index.ts'
import { headless } from '../headless.ts'

const test = suite('help')

for (const { name, examples } of commands) {
  test(`of ${name} fills 80 columns and no more, and has examples that are whole and can be pasted`, async () => {
    const { stdout } = await headless([name, '--help'], { columns: 80 })
    const lines = stdout.split('\n')
    assert.equal(
      lines.filter(line => line.length > 80 || line.endsWith(' ') || line.includes('[string]')),
      [],
    )
    assert.ok(examples.length >= 1)
    for (const [example] of examples) assert.ok(lines.includes(`  ${example}`), example)
  })

  test(`of ${name} has no example that the command line refuses`, () => {
    for (const [example] of examples) {
      const [, words = ''] = /kubectl finalize ([^|<>)]*)/.exec(example) ?? []
      const argv = words.trim().split(/\s+/)
      assert.is(argv[0], name, example)
      const request = parse(argv, commands, entryCommand)
      assert.ok('command' in request && request.command.name === name, example)
    }
  })
}

test('begins with what a command does and its examples, then its own flags; those of all commands are told by `options`', async () => {
  for (const { name, flags } of commands) {
    const { stdout } = await headless([name, '--help'], { columns: 80 })
    const places = ['Usage: ', 'Examples:', ...(Object.keys(flags).length === 0 ? [] : ['Flags:']), 'Use "kubectl']
    const found = places.map(title => stdout.indexOf(`\n${title}`))
    assert.ok(!found.includes(-1), `${name} ${found}`)
    assert.equal(
      found,
      found.toSorted((a, b) => a - b),
      name,
    )
    assert.not.match(stdout, /--certificate-authority/, name)
  }
})

test('of the program fills 80 columns and no more', async () => {
  const { stdout } = await headless(['--help'], { columns: 80 })
  assert.equal(
    stdout.split('\n').filter(line => line.length > 80 || line.endsWith(' ')),
    [],
  )
})

test('puts descriptions below what they describe where there is no room beside it', async () => {
  const { stdout } = await headless(['version', '--help'], { columns: 24 })
  assert.match(stdout, /\n +--client\n {8}\S/)
  const { stdout: wide } = await headless(['version', '--help'])
  assert.match(wide, /\n +--client {2,}\S/)
})

test('of the flags that all commands take is `options`, which fills 80 columns and no more', async () => {
  const { code, stdout } = await headless(['options'], { columns: 80 })
  assert.is(code, 0)
  for (const flag of Object.keys(globalFlags)) assert.match(stdout, flag.length === 1 ? ` -${flag} ` : `--${flag} `)
  assert.equal(
    stdout.split('\n').filter(line => line.length > 80 || line.endsWith(' ')),
    [],
  )
  assert.is((await headless(['options', 'namespace'])).code, 2)
})

test.run()
