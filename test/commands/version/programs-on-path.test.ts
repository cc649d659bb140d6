import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { otherPrograms } from '../../../src/commands/version/programs-on-path.ts'
import { headless } from '../../headless.ts'

/** Folders with a program each, and what finds those of them that are on PATH beside the one in `here`. */
function setup() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kubectl-finalize-path-')))
  const at = (name: string) => join(folder, name)
  for (const name of ['here', 'there', 'data']) {
    mkdirSync(at(name))
    writeFileSync(at(`${name}/kubectl-finalize`), '', { mode: name === 'data' ? 0o644 : 0o755 })
  }
  mkdirSync(at('linked'))
  symlinkSync(at('there/kubectl-finalize'), at('linked/kubectl-finalize'))
  const find = (folders: readonly string[], program = 'here/kubectl-finalize') =>
    otherPrograms(folders.map(at).join(delimiter), {
      program: at(program),
      runtimeVersion: 'v26',
      platform: 'linux/x64',
    })
  return { at, find, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

const others = suite('other programs on PATH')

others('are not this one', async () => {
  using path = setup()
  assert.equal(await path.find(['here']), [])
})

others('are not what starts this one from the same folder', async () => {
  using path = setup()
  assert.equal(await path.find(['here'], 'here/kubectl-finalize.mjs'), [])
})

others('are told by their files, each once, however many links lead there', async () => {
  using path = setup()
  assert.equal(await path.find(['linked', 'here', 'there']), [path.at('there/kubectl-finalize')])
})

others('can be run', async () => {
  using path = setup()
  assert.equal(await path.find(['data', 'missing', '']), [])
})

others('are warned of by version, and named in its JSON', async () => {
  using path = setup()
  const env = { PATH: path.at('linked') }
  const plain = await headless(['version', '--client'], { env })
  assert.is(plain.code, 0)
  assert.ok(plain.stderr.includes(path.at('there/kubectl-finalize')), plain.stderr)
  const { stdout } = await headless(['version', '--client', '-o', 'json'], { env })
  const { otherPrograms, runtimeVersion } = JSON.parse(stdout)
  assert.equal(otherPrograms, [path.at('there/kubectl-finalize')])
  assert.equal(runtimeVersion, { name: 'node', version: 'v26.0.0' })
})

others.run()
