import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const launcher = suite('the launcher')

/** A folder in which the launcher is installed, with Node and a bundle that repeats its arguments, as far as they are said. */
function setup(...parts: readonly ('node' | 'finalize.mjs')[]) {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-launcher-'))
  mkdirSync(join(folder, 'with blank'))
  const path = join(folder, 'with blank/kubectl-finalize')
  copyFileSync(resolve(import.meta.dirname, '../../plugin/kubectl-finalize'), path)
  const bundle = 'console.log(...process.execArgv, ...process.argv.slice(2))'
  if (parts.includes('finalize.mjs')) writeFileSync(join(folder, 'with blank/finalize.mjs'), bundle)
  if (parts.includes('node')) symlinkSync(process.execPath, join(folder, 'with blank/node'))
  return { folder, path, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

launcher('runs the bundle beside it on the Node beside it, with the arguments as they are', () => {
  using installed = setup('node', 'finalize.mjs')
  const out = execFileSync(installed.path, ['list', 'two words', '-o', 'json'], { encoding: 'utf8' })
  assert.is(
    out,
    '--max-semi-space-size=2 --heap-growing-percent=40 --no-incremental-marking --expose-gc list two words -o json\n',
  )
})

launcher('finds them when it is called through links, absolute and relative', () => {
  using installed = setup('node', 'finalize.mjs')
  mkdirSync(join(installed.folder, 'bin'))
  symlinkSync('../with blank/kubectl-finalize', join(installed.folder, 'bin/first'))
  symlinkSync(join(installed.folder, 'bin/first'), join(installed.folder, 'second'))
  const out = execFileSync(join(installed.folder, 'second'), ['version'], { encoding: 'utf8' })
  assert.match(out, / version\n$/)
})

launcher('runs no other code in Node, whatever the environment says', () => {
  using installed = setup('node', 'finalize.mjs')
  const other = join(installed.folder, 'other.cjs')
  writeFileSync(other, 'console.log("other code")')
  const env = {
    ...process.env,
    NODE_OPTIONS: `--require ${other}`,
    NODE_V8_COVERAGE: join(installed.folder, 'coverage'),
  }
  const { stdout } = spawnSync(installed.path, ['version'], { encoding: 'utf8', env })
  assert.is(stdout, '--max-semi-space-size=2 --heap-growing-percent=40 --no-incremental-marking --expose-gc version\n')
  assert.not.ok(existsSync(env.NODE_V8_COVERAGE))
})

for (const missing of ['node', 'finalize.mjs'] as const) {
  launcher(`says so when there is no ${missing}`, () => {
    using installed = setup(missing === 'node' ? 'finalize.mjs' : 'node')
    const { status, stderr } = spawnSync(installed.path, [], { encoding: 'utf8' })
    assert.is(status, 1)
    assert.ok(stderr.startsWith(`error: there is no ${missing} beside `), stderr)
  })
}

launcher.run()
