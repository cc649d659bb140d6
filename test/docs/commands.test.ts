import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { globalFlags } from '../../src/commandline/global-flags.ts'
import { parse } from '../../src/commandline/parse.ts'
import { commands, entryCommand } from '../../src/commands/index.ts'
import { ExitCode } from '../../src/exit-code.ts'
import { FINAL, OVERRIDABLE } from '../../src/plan/guard.ts'

const test = suite('docs/commands.md and docs/safety.md')

const read = (name: string) => readFileSync(resolve(import.meta.dirname, `../../docs/${name}.md`), 'utf8')
const page = read('commands')

test('has every command among its titles', () => {
  const titles = [...page.matchAll(/^## (.+)$/gm)].flatMap(([, title]) => title!.split(', '))
  for (const { name } of commands) assert.ok(titles.includes(name), name)
})

test('names no flag that no command has', () => {
  const flags = new Set(commands.flatMap(({ flags }) => Object.keys(flags)).concat(Object.keys(globalFlags)))
  const named = [...`${page}${read('safety')}`.matchAll(/`--([a-z-]+)/g)].map(([, flag]) => flag!)
  assert.ok(named.length > 10)
  for (const flag of named) assert.ok(flags.has(flag), flag)
})

test('has no example that the command line refuses', () => {
  const examples = [...page.matchAll(/^kubectl finalize ?([^#\n]*)/gm)].map(([, words]) => words!.trim())
  assert.ok(examples.length > 10)
  for (const example of examples) parse(example === '' ? [] : example.split(/\s+/), commands, entryCommand)
})

test('has every exit code, and no other', () => {
  const codes = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
  assert.equal(codes, Object.values(ExitCode))
})

test('has a row for every guard, which says whether it can be passed', () => {
  const rows = new Map(
    [...read('safety').matchAll(/^\| `(\w+)` \| .+ \| (.+) \|$/gm)].map(([, name, last]) => [name, last!]),
  )
  for (const name of OVERRIDABLE) assert.match(rows.get(name) ?? '', /^yes/, name)
  for (const name of FINAL) assert.match(rows.get(name) ?? '', /^never/, name)
})

test.run()
