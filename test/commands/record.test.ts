import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { incidents } from '../../src/sandbox/incidents/index.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { headless } from '../headless.ts'

const test = suite('a recording')

/** Commands that were printed for the practice cluster say so; those from a recording are for whatever cluster it was. */
function aimed(text: string, flag: string) {
  return uncounted(text.replaceAll(` ${flag}`, ''))
}

/**
 * Without who watches a type: at a clock that stands still, a request of the namespace controller ends between the two looks in one run, and
 * not in another.
 */
function uncounted(text: string) {
  return text
    .replaceAll(/\{\s*"fact": "[^"]*",\s*"source": "\/metrics"\s*\},?\s*/g, '')
    .replaceAll(/^ *· .*\(\/metrics\)\n/gm, '')
}

const LOOKS: readonly (readonly string[])[] = [
  ['explain'],
  ['explain', '-o', 'json'],
  ['explain', '-q'],
  ['list', '-o', 'wide'],
  ['list', '-o', 'json'],
  ['list', 'pods,namespaces', '--older-than', '1m'],
]

for (const name of ['', ...incidents.map(each => each.name)]) {
  test(`of ${name || 'the practice cluster'} answers every look as the cluster does, byte for byte`, async () => {
    using folder = temporaryFolder()
    const flag = name === '' ? '--sandbox' : `--sandbox=${name}`
    const file = join(folder.path, 'recording.gz')
    const recorded = await headless(['record', '--logs', flag, '-o', file])
    assert.is(recorded.code, 0, recorded.stderr)
    const { items } = JSON.parse((await headless(['list', flag, '-o', 'json'])).stdout) as {
      items: { ref: { resource: string; name: string; namespace?: string; kind: string } }[]
    }
    const namespaces = [
      ...new Set(items.flatMap(({ ref }) => ref.namespace ?? (ref.kind === 'Namespace' ? ref.name : []))),
    ]
    const named = items.map(({ ref }) => [
      'explain',
      `${ref.resource}/${ref.name}`,
      ...(ref.namespace === undefined ? [] : ['-n', ref.namespace]),
    ])
    const within = namespaces.flatMap(each => [
      ['explain', '-n', each, '-o', 'json'],
      ['list', '-n', each],
    ])
    for (const look of [...LOOKS, ...within, ...named.slice(0, 3)]) {
      const there = await headless([...look, flag])
      const here = await headless([...look, '--from', file])
      assert.is(uncounted(here.stdout), aimed(there.stdout, flag), look.join(' '))
      assert.is(here.stderr, aimed(there.stderr, flag), look.join(' '))
      assert.is(here.code, there.code, look.join(' '))
    }
  })
}

/** What an explanation says, but for names. */
function shape(text: string) {
  const { causes, objects } = JSON.parse(text) as {
    causes: {
      code: string
      verdict: string
      finalizer?: string
      blocks: { uid: string }[]
      remedies: { risk: string }[]
    }[]
    objects: { ref: { uid: string }; verdict: string; waitingFor: { ref: { uid: string }; reason: string }[] }[]
  }
  return {
    causes: causes
      .map(({ code, verdict, finalizer, blocks, remedies }) =>
        JSON.stringify([
          code,
          verdict,
          finalizer,
          blocks.map(({ uid }) => uid).sort(),
          remedies.map(({ risk }) => risk),
        ]),
      )
      .sort(),
    objects: objects
      .map(({ ref, verdict, waitingFor }) =>
        JSON.stringify([ref.uid, verdict, waitingFor.map(each => each.ref.uid).sort()]),
      )
      .sort(),
  }
}

for (const name of ['', ...incidents.map(each => each.name)]) {
  test(`of ${name || 'the practice cluster'} with pseudonyms has the same diagnosis, and none of the names`, async () => {
    using folder = temporaryFolder()
    const flag = name === '' ? '--sandbox' : `--sandbox=${name}`
    const file = join(folder.path, 'recording.gz')
    const recorded = await headless(['record', flag, '--redact', '-o', file])
    assert.is(recorded.code, 0, recorded.stderr)
    const there = await headless(['explain', flag, '--logs=false', '-o', 'json'])
    const here = await headless(['explain', '--from', file, '-o', 'json'])
    assert.equal(shape(here.stdout), shape(there.stdout))
    assert.is(here.code, there.code)
    const text = gunzipSync(readFileSync(file)).toString()
    const { items } = JSON.parse((await headless(['list', flag, '-o', 'json'])).stdout) as {
      items: { ref: { kind: string; name: string } }[]
    }
    const leaked = items.filter(({ ref }) => ref.kind !== 'CustomResourceDefinition' && text.includes(`"${ref.name}"`))
    assert.equal(
      leaked.map(({ ref }) => ref.name),
      [],
    )
  })
}

test('goes to stdout by -o -, with its summary on stderr, and to no terminal', async () => {
  const { code, stdout, stderr } = await headless(['record', '--sandbox', '-o', '-'])
  assert.is(code, 0, stderr)
  assert.match(gunzipSync(Buffer.from(stdout, 'latin1')).toString(), '"kind":"Recording"')
  assert.match(stderr, 'A recording of the whole cluster')
  assert.is((await headless(['record', '--sandbox', '-o', '-'], { columns: 80 })).code, 2)
})

test('is not begun where its file cannot be written', async () => {
  using folder = temporaryFolder()
  const missing = join(folder.path, 'none')
  const { code, stdout, stderr } = await headless(['record', '--sandbox', '-o', join(missing, 'a.gz')])
  assert.equal([code, stdout, stderr], [1, '', `error: open ${missing}: no such file or directory\n`])
})

test('says of a cluster that could not be read whole that it holds what could be', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'a.gz')
  const { stdout } = await headless(['record', '--sandbox=api-unavailable', '-o', file])
  assert.match(stdout, /^A recording of the whole cluster, as far as it could be read, at /)
})

test.run()
