import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { headless } from '../headless.ts'

const test = suite('explain -o html|svg|mermaid|dot, --output-file, --open')

const words = ['explain', '--sandbox=claim-in-use']

/** A folder of its own, with a browser's opener in it that notes what it was given. */
function setup(): Disposable & { readonly folder: string; opened(): string } {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-opened-'))
  const before = process.env.PATH ?? ''
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${folder}/opened'\n`)
  chmodSync(join(folder, 'xdg-open'), 0o755)
  process.env.PATH = `${folder}${delimiter}${before}`
  return {
    folder,
    opened: () => readFileSync(join(folder, 'opened'), 'utf8'),
    [Symbol.dispose]: () => {
      process.env.PATH = before
      rmSync(folder, { recursive: true })
    },
  }
}

test('each goes to stdout, with the code of explain, and names the cluster', async () => {
  for (const [format, start] of [
    ['html', '<!doctype html>'],
    ['svg', '<svg '],
    ['mermaid', 'flowchart LR'],
    ['dot', 'digraph finalize {'],
  ] as const) {
    const { code, stdout } = await headless([...words, '-o', format])
    assert.is(code, 0)
    assert.ok(stdout.startsWith(start), format)
    assert.match(stdout, 'the sandbox claim-in-use')
    assert.match(stdout, '2026-01-15T12:00:00Z')
  }
})

test('what could not be read stands in each of them, and the code says it', async () => {
  for (const format of ['html', 'svg', 'mermaid', 'dot']) {
    const { code, stdout } = await headless(['explain', '--sandbox=api-unavailable', '-o', format])
    assert.is(code, 1)
    assert.match(
      stdout.replaceAll(/#(\d+);/g, (_, number) => String.fromCodePoint(Number(number))),
      'StaleDiscovery',
    )
  }
})

test('of nothing, each says that nothing was found', async () => {
  for (const format of ['html', 'svg', 'mermaid', 'dot']) {
    const { code, stdout } = await headless(['explain', '--sandbox=empty', '-o', format])
    assert.is(code, 0)
    assert.match(stdout, 'No terminating resources found')
  }
})

test('--output-file takes every format, and nothing is left for stdout', async () => {
  using place = setup()
  for (const format of ['html', 'svg', 'mermaid', 'dot', 'json', 'yaml']) {
    const file = join(place.folder, `chain.${format}`)
    const { code, stdout, stderr } = await headless([...words, '-o', format, '--output-file', file])
    assert.equal([code, stdout], [0, ''])
    assert.match(stderr, `Wrote ${file}`)
    const { stdout: whole } = await headless([...words, '-o', format])
    assert.is(readFileSync(file, 'utf8'), whole)
  }
})

test('a file of --output-file can be read by this user only, whatever the umask and whatever was there', async () => {
  using place = setup()
  const before = process.umask(0)
  try {
    const [fresh, old, link] = ['fresh.json', 'old.json', 'link.json'].map(name => join(place.folder, name)) as [
      string,
      string,
      string,
    ]
    writeFileSync(old, 'of an earlier run', { mode: 0o644 })
    symlinkSync(old, link)
    for (const file of [fresh, link]) {
      assert.is((await headless([...words, '-o', 'json', '--output-file', file])).code, 0)
      assert.is(statSync(file).mode & 0o777, 0o600)
      assert.is(JSON.parse(readFileSync(file, 'utf8')).kind, 'Explanation')
    }
    assert.is(JSON.parse(readFileSync(old, 'utf8')).kind, 'Explanation')
  } finally {
    process.umask(before)
  }
})

test('a device of --output-file stays one', async () => {
  assert.is((await headless([...words, '-o', 'json', '--output-file', '/dev/null'])).code, 0)
  assert.ok(statSync('/dev/null').isCharacterDevice())
})

test('--open hands a page that only this user can read to the opener of the system', async () => {
  using place = setup()
  const { code, stdout } = await headless([...words, '--open'])
  assert.equal([code, stdout], [0, ''])
  const file = place.opened()
  assert.match(file, /explanation\.html$/)
  assert.match(readFileSync(file, 'utf8'), '<!doctype html>')
  assert.is(statSync(file).mode & 0o777, 0o600)
  rmSync(join(file, '..'), { recursive: true })
  const named = join(place.folder, 'chain.svg')
  assert.is((await headless([...words, '--open', '-o', 'svg', '--output-file', named])).code, 0)
  assert.is(place.opened(), named)
})

test('where there is no browser the file is there all the same, and it is an error', async () => {
  using place = setup()
  process.env.PATH = ''
  const file = join(place.folder, 'chain.html')
  const { code, stderr } = await headless([...words, '--open', '--output-file', file])
  assert.is(code, 1)
  assert.match(stderr, 'the browser could not be opened by xdg-open')
  assert.match(readFileSync(file, 'utf8'), '<!doctype html>')
})

test('a file that cannot be written is an error', async () => {
  const { code, stderr } = await headless([...words, '-o', 'svg', '--output-file', '/nowhere/at/all/chain.svg'])
  assert.is(code, 1)
  assert.match(stderr, 'error: open /nowhere/at/all/chain.svg: no such file or directory\n')
})

test('what contradicts itself is a usage error', async () => {
  for (const flags of [
    ['--output-file', 'x'],
    ['--open', '-o', 'json'],
    ['--open', '-o', 'dot'],
    ['--output-file=', '-o', 'svg'],
    ['-o', 'png'],
    ['-i'],
  ]) {
    assert.is((await headless([...words, ...flags])).code, 2, flags.join(' '))
  }
})

test.run()
