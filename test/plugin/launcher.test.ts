import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const launcher = suite('the launcher')

/** A folder in which the launcher and, where said, a bundle that repeats its arguments are installed. */
function setup(...bundles: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-launcher-'))
  mkdirSync(join(folder, 'plugin'))
  const path = join(folder, 'plugin/kubectl-finalize')
  copyFileSync(resolve(import.meta.dirname, '../../plugin/kubectl-finalize'), path)
  for (const bundle of bundles) {
    mkdirSync(dirname(join(folder, bundle)), { recursive: true })
    writeFileSync(join(folder, bundle), `console.log(${JSON.stringify(bundle)}, ...process.argv.slice(2))`)
  }
  return { folder, path, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

launcher('runs the bundle beside it with the arguments as they are', () => {
  using installed = setup('plugin/kubectl-finalize.mjs')
  const out = execFileSync(installed.path, ['list', 'two words', '-o', 'json'], { encoding: 'utf8' })
  assert.is(out, 'plugin/kubectl-finalize.mjs list two words -o json\n')
})

launcher('finds the bundle of its package when it is called through links', () => {
  using installed = setup('dist/kubectl-finalize.mjs')
  mkdirSync(join(installed.folder, 'bin'))
  symlinkSync('../plugin/kubectl-finalize', join(installed.folder, 'bin/first'))
  symlinkSync(join(installed.folder, 'bin/first'), join(installed.folder, 'second'))
  const out = execFileSync(join(installed.folder, 'second'), ['version'], { encoding: 'utf8' })
  assert.is(out, 'dist/kubectl-finalize.mjs version\n')
})

launcher('says what is missing when there is no bundle', () => {
  using installed = setup()
  const { status, stderr } = spawnSync(installed.path, [], { encoding: 'utf8' })
  assert.is(status, 1)
  assert.match(stderr, /^error: there is no kubectl-finalize.mjs/)
})

launcher('says what is missing when there is no Node', () => {
  using installed = setup('plugin/kubectl-finalize.mjs')
  const { status, stderr } = spawnSync(installed.path, [], { encoding: 'utf8', env: { PATH: tools(installed.folder) } })
  assert.is(status, 1)
  assert.match(stderr, /^error: kubectl finalize needs Node.js/)
})

/** A folder for PATH with the one program that the launcher itself needs. */
function tools(folder: string): string {
  const bin = join(folder, 'tools')
  mkdirSync(bin)
  const dirnamePath = execFileSync('sh', ['-c', 'command -v dirname'], { encoding: 'utf8' }).trim()
  symlinkSync(dirnamePath, join(bin, 'dirname'))
  return bin
}

launcher.run()
