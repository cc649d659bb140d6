import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { append, largest, smallest } from '../src/api/long-lists.ts'

const test = suite('lists as long as a cluster is large')

const root = resolve(import.meta.dirname, '../src')

/** Calls that take what a list has as arguments, of which a call takes some 100,000. */
const SPREAD = /\.(push|unshift|splice|concat|fromCharCode|fromCodePoint|max|min)\((?:[^(){]{0,80}, )?\.\.\./

test('are spread into no call of the program', () => {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(({ name }) => name.endsWith('.ts'))
  const wrong = files.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name)
    if (path.startsWith(join(root, 'sandbox'))) return []
    const lines = readFileSync(path, 'utf8').split('\n')
    return lines.flatMap((line, index) => (SPREAD.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []))
  })
  assert.equal(wrong, [])
})

test('that are spread are found', () => {
  for (const line of ['all.push(...found)', 'Math.max(0, ...ages)', 'String.fromCharCode(...codes)'])
    assert.ok(SPREAD.test(line))
  for (const line of ["commandLine('kubectl', ...words)", 'all.push({ ...found })']) assert.not.ok(SPREAD.test(line))
})

test('are added to, and compared, whatever their length', () => {
  const long = Array.from({ length: 500_000 }, (_, index) => index)
  const list: number[] = []
  append(list, long)
  assert.equal([list.length, largest(long), smallest(long)], [500_000, 499_999, 0])
  assert.equal([largest([]), largest([], 0), smallest([])], [Number.NEGATIVE_INFINITY, 0, Number.POSITIVE_INFINITY])
})

test.run()
