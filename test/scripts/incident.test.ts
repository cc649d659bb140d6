import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runFile } from '../../scripts/test/run-file.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { headless } from '../headless.ts'

const test = suite('npm run incident')

const root = resolve(import.meta.dirname, '../..')

/** What it makes of the recording of this name, which is taken away again. */
function made(name: string) {
  const [file, recording] = [`${name}.test.ts`, `${name}.gz`].map(each => join(root, 'test/recorded', each))
  return {
    file: file!,
    recording: recording!,
    [Symbol.dispose]: () => {
      for (const each of [file!, recording!]) rmSync(each, { force: true })
    },
  }
}

const make = (file: string) =>
  spawnSync(process.execPath, [join(root, 'scripts/incident.ts'), file], { cwd: root, encoding: 'utf8' })

test('makes a test of a recording, which passes as the program is now', async () => {
  using folder = temporaryFolder()
  const name = `made-by-a-test-${process.pid}`
  using expected = made(name)
  const recording = join(folder.path, `${name}.gz`)
  assert.is((await headless(['record', '--sandbox=claim-in-use', '-o', recording])).code, 0)
  const ran = make(recording)
  assert.is(ran.status, 0, ran.stderr)
  assert.match(ran.stdout, new RegExp(`npm run test:unit -- recorded/${name}`))
  const { passed, failures } = await runFile(expected.file, { limitSeconds: 60 })
  assert.equal({ passed, failures }, { passed: 1, failures: [] })
  assert.match(make(recording).stderr, /is there already/)
})

test('says what is wrong with a file that is no recording, and leaves nothing behind', async () => {
  using folder = temporaryFolder()
  using unmade = made('nothing')
  const ran = make(folder.write('nothing.gz', 'no recording'))
  assert.is(ran.status, 1)
  assert.match(ran.stderr, /error: .*contains no Kubernetes objects/)
  assert.not(existsSync(unmade.file) || existsSync(unmade.recording))
})

test.run()
