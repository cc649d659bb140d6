import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('times by which a diagnosis tells late from still')

const src = resolve(import.meta.dirname, '../../src')
/** What is no such time: defaults of Kubernetes, and what a command that is printed is given. */
const OTHERS = new Set(['GRACE_SECONDS', 'DEFAULT_DURATION_SECONDS', 'SLACK_SECONDS'])
const TABLE = 'diagnosis/thresholds.ts'

test('are in one table, each with why it is so long', () => {
  const found = globSync('{diagnosis,statements}/**/*.ts', { cwd: src }).flatMap(path => {
    const lines = readFileSync(resolve(src, path), 'utf8').split('\n')
    return lines.flatMap((line, index) => {
      const [, name] = /^(?:export )?const ([A-Z_]*SECONDS) = \d/.exec(line) ?? []
      if (name === undefined || OTHERS.has(name)) return []
      return [{ path, name, isExplained: /\*\/$/.test(lines[index - 1] ?? '') }]
    })
  })
  assert.ok(found.length > 20)
  assert.equal(
    found.filter(({ path, isExplained }) => path !== TABLE || !isExplained),
    [],
  )
})

test.run()
