import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commands } from '../../src/commands/index.ts'
import { policies } from '../../src/diagnosis/policy.ts'
import { ExitCode } from '../../src/exit-code.ts'

const test = suite('llms.txt')

const page = readFileSync(resolve(import.meta.dirname, '../../llms.txt'), 'utf8')
const names = commands.map(({ name }) => name)

/** What stands first in each item of a section. */
function itemsOf(section: string): readonly string[] {
  const text = page.split(`## ${section}\n`)[1]!.split('\n## ')[0]!
  return [...text.matchAll(/^- `?(\w+)`?:/gm)].map(([, item]) => item!)
}

test('has every root cause and every exit code, and no other', () => {
  assert.equal(itemsOf('Root causes').toSorted(), Object.keys(policies).toSorted())
  assert.equal(itemsOf('Exit codes').map(Number), Object.values(ExitCode))
})

test('names commands and flags that there are, and every command that acts or answers', () => {
  const named = [...page.matchAll(/kubectl finalize (\w+)([^`]*)/g)]
  for (const [line, name, rest] of named) {
    const command = commands.find(each => each.name === name)
    assert.ok(command, line)
    const flags = [...rest!.matchAll(/--([a-z-]+)/g)].map(([, flag]) => flag!)
    for (const flag of flags) assert.ok(flag in command!.flags, line)
  }
  const proposed = new Set(named.map(([, name]) => name))
  const rest = names.filter(name => !proposed.has(name))
  assert.equal(rest, ['replay', 'sandbox', 'completion', 'options', 'version'])
})

test('has every verdict', () => {
  for (const verdict of ['stuck', 'progressing', 'waiting', 'unknown', 'clean', 'waits'])
    assert.match(page, `\`${verdict}\``)
})

test.run()
