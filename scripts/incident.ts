/** `npm run incident -- FILE`: writes a test from a recording, with the present explanation as the expectation to correct. */

import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { upToDate } from './build/up-to-date.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'test/recorded')

interface Told {
  readonly objects: readonly {
    readonly ref: { readonly kind: string; readonly namespace?: string; readonly name: string }
    readonly verdict: string
  }[]
  readonly causes: readonly { readonly id: string; readonly verdict: string; readonly blocks: readonly unknown[] }[]
}

try {
  await makeTest(process.argv[2])
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

async function makeTest(file: string | undefined): Promise<void> {
  if (file === undefined) throw new Error('name a recording: npm run incident -- FILE')
  const name = basename(file)
    .replace(/\.gz$/, '')
    .replaceAll(/[^A-Za-z0-9-]+/g, '-')
  const recording = join(folder, `${name}.gz`)
  const test = join(folder, `${name}.test.ts`)
  if (existsSync(test)) throw new Error(`${test} is there already`)
  const { program } = await upToDate(root, line => console.error(line))
  const ran = spawnSync(program, ['explain', '--from', file, '-o', 'json'], { encoding: 'utf8', maxBuffer: 1 << 30 })
  if (ran.stdout === '') throw new Error(ran.stderr.trim())
  mkdirSync(folder, { recursive: true })
  copyFileSync(file, recording)
  writeFileSync(test, textOf(name, JSON.parse(ran.stdout) as Told))
  console.log(`${test}\nCorrect what it expects, then: npm run test:unit -- recorded/${name}`)
}

function textOf(name: string, { causes, objects }: Told): string {
  const expected = {
    causes: causes.map(({ id, verdict, blocks }) => ({ id, verdict, blocks: blocks.length })),
    objects: Object.fromEntries(
      objects.map(({ ref, verdict }) => [
        [ref.kind, ref.namespace, ref.name].filter(part => part !== undefined).join('/'),
        verdict,
      ]),
    ),
  }
  return `import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { explained } from './explained.ts'

const test = suite('the recording ${name}')

// Written from what the program told when the test was made: correct what is wrong.
const EXPECTED = ${JSON.stringify(expected, null, 2)}

test('has these causes, and these verdicts', async () => {
  assert.equal(await explained('${name}.gz'), EXPECTED)
})

test.run()
`
}
