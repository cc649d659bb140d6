import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { globalFlags } from '../../src/commandline/global-flags.ts'
import { commands } from '../../src/commands/index.ts'
import { policies } from '../../src/diagnosis/policy.ts'
import { ExitCode } from '../../src/exit-code.ts'
import { FINAL, OVERRIDABLE } from '../../src/plan/guard.ts'

const test = suite('docs/contract.md')

const page = readFileSync(resolve(import.meta.dirname, '../../docs/contract.md'), 'utf8')

/** Rows of all tables by what stands in their first cell. */
const rows = new Map(
  [...page.matchAll(/^\| (.+?) \| (.+) \|$/gm)].map(([, first, rest]) => [first!, rest!.split(/ (?<!\\)\| /)]),
)

test('has every command and every connection flag', () => {
  const named = [...rows.keys()].flatMap(row =>
    [...row.matchAll(/`(?:kubectl finalize )?(\w+)/g)].map(match => match[1]!),
  )
  for (const { name } of commands) assert.ok(named.includes(name), name)
  for (const flag of Object.keys(globalFlags).filter(name => name.length > 1)) {
    if (flag === 'username' || flag === 'password') continue // kubectl itself calls them deprecated
    assert.match(page, new RegExp(`--${flag}\\b`), flag)
  }
})

test('has every exit code, and no other', () => {
  const codes = [...rows.keys()].filter(row => /^\d+$/.test(row)).map(Number)
  assert.equal(codes, Object.values(ExitCode))
})

test('has every root-cause code, and no other', () => {
  const section = page.split('### Root-cause codes')[1]!.split('\n## ')[0]!
  const codes = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code!)
  assert.equal(codes.toSorted(), Object.keys(policies).sort())
})

test('has every guard, and whether it can be passed', () => {
  const section = page.split('## 4. Guards')[1]!.split('\n## ')[0]!
  const guards = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, guard]) => guard!)
  assert.equal(guards.toSorted(), [...OVERRIDABLE, ...FINAL].sort())
  for (const guard of guards)
    assert.is(
      /^never/.test(rows.get(`\`${guard}\``)![1]!),
      FINAL.some(name => name === guard),
      guard,
    )
})

test.run()
