import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('what kubectl asks for completion')

/** A folder with the script in it, and programs in folders of it that repeat how they were called. */
function setup(...programs: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-complete-'))
  for (const place of ['beside', 'elsewhere']) mkdirSync(join(folder, place))
  const path = join(folder, 'beside/kubectl_complete-finalize')
  copyFileSync(resolve(import.meta.dirname, '../../plugin/kubectl_complete-finalize'), path)
  for (const place of programs) {
    const program = join(folder, place, 'kubectl-finalize')
    writeFileSync(program, `#!/bin/sh\nprintf '%s' ${place}\nprintf '<%s>' "$@"\necho noise >&2\n`)
    chmodSync(program, 0o755)
  }
  const env = { PATH: [join(folder, 'elsewhere'), process.env.PATH ?? ''].join(delimiter) }
  const ask = () => spawnSync(path, ['list', 'two words', ''], { encoding: 'utf8', env })
  return { ask, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

test('goes to the program beside it with the words as they are', () => {
  using installed = setup('beside', 'elsewhere')
  const { stdout, stderr } = installed.ask()
  assert.equal({ stdout, stderr }, { stdout: 'beside<__complete><list><two words><>', stderr: '' })
})

test('goes to the one on PATH where there is none beside it', () => {
  using installed = setup('elsewhere')
  assert.is(installed.ask().stdout, 'elsewhere<__complete><list><two words><>')
})

test('is silent where there is none at all', () => {
  using installed = setup()
  const { stdout, stderr, status } = installed.ask()
  assert.equal({ stdout, stderr }, { stdout: '', stderr: '' })
  assert.is.not(status, 0)
})

test.run()
