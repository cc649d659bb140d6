import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { upToDate } from '../../scripts/build/up-to-date.ts'
import { imageProgram } from '../../scripts/release/image.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { serveSandbox } from '../../src/sandbox/serve.ts'
import { answer } from '../built-by-go.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { freePorts } from '../control-plane/free-port.ts'
import { until } from '../control-plane/until.ts'

const root = resolve(import.meta.dirname, '../..')

const test = suite('the image')

const program = await imageProgram().catch(() => undefined)
const withGo = program !== undefined && process.platform === 'linux' ? test : test.skip
/** Changing the root and the user takes the rights of root. */
const asRoot = program !== undefined && process.platform === 'linux' && process.getuid?.() === 0 ? test : test.skip

const PLATFORM = `linux/${process.arch === 'x64' ? 'amd64' : process.arch}`

/** A registry on loopback with a base of these files, and the image on it. */
async function setup(files: readonly (readonly [file: string, at: string])[]) {
  process.chdir(root)
  await upToDate(root, () => {})
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-image-'))
  const registry = spawn(program!, ['serve'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const { value: host } = await createInterface(registry.stdout)[Symbol.asyncIterator]().next()
  const base = `${host}/base:nonroot`
  const baseFiles = join(folder, 'base')
  for (const [file, at] of [[join(root, 'LICENSE'), 'etc/license'] as const, ...files]) {
    mkdirSync(dirname(join(baseFiles, at)), { recursive: true })
    copyFileSync(file, join(baseFiles, at))
  }
  await answer(program!, ['pack', baseFiles, base])
  const build = (layout: string) =>
    answer(program!, ['build', 'deploy/Dockerfile', base, '0.1.0', 'a-commit', join(folder, layout)])
  return {
    folder,
    build,
    push: (layout: string) => answer(program!, ['push', join(folder, layout), `${host}/kubectl-finalize:0.1.0`]),
    unpack: async (reference: string, into: string) =>
      JSON.parse(await answer(program!, ['unpack', reference.trim(), PLATFORM, join(folder, into)])),
    [Symbol.dispose]() {
      registry.stdin.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Node, as the image has it, and the libraries that it is linked with. */
function nodeFiles(): readonly (readonly [file: string, at: string])[] {
  const libraries = execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).match(/\/\S+(?= \()/g) ?? []
  return [[process.execPath, 'nodejs/bin/node'], ...libraries.map(file => [file, file] as const)]
}

withGo('is the same when it is made again, is what was pushed, and says who runs what', async () => {
  using image = await setup([])
  const first = (await image.build('first')).trim()
  assert.match(first, /^sha256:[0-9a-f]{64}$/)
  assert.is((await image.build('second')).trim(), first)
  const pushed = await image.push('second')
  assert.ok(pushed.trim().endsWith(`@${first}`), pushed)
  const { config } = await image.unpack(pushed, 'pulled')
  const app = join(image.folder, 'pulled/app')
  assert.equal(readdirSync(app).toSorted(), ['LICENSE', 'LICENSE-THIRD-PARTY', 'kubectl-finalize.mjs'])
  const bundle = readFileSync(join(root, 'dist/kubectl-finalize.mjs'))
  assert.ok(bundle.equals(readFileSync(join(app, 'kubectl-finalize.mjs'))))
  assert.is(statSync(join(app, 'kubectl-finalize.mjs')).mode & 0o777, 0o444)

  const said = (word: string) => new RegExp(`^${word} (.*)$`, 'm').exec(readFileSync('deploy/Dockerfile', 'utf8'))![1]!
  assert.is(config.User, '65532:65532')
  assert.is(config.User, said('USER'))
  assert.equal(config.Entrypoint, JSON.parse(said('ENTRYPOINT')))
  assert.equal(config.Cmd, JSON.parse(said('CMD')))
  const label = (name: string) => config.Labels[`org.opencontainers.image.${name}`]
  assert.equal(['version', 'revision', 'licenses'].map(label), ['0.1.0', 'a-commit', 'Apache-2.0'])
  assert.match(label('base.digest'), /^sha256:[0-9a-f]{64}$/)
})

withGo('is not made of a Dockerfile with an instruction that is not understood', async () => {
  using folder = temporaryFolder()
  const file = folder.write('Dockerfile', `${readFileSync('deploy/Dockerfile', 'utf8')}\nRUN true\n`)
  const failed = await answer(program!, ['build', file, '', '0', '0', join(folder.path, 'x')]).catch(String)
  assert.match(failed, /RUN is not known/)
})

asRoot('watches a cluster as user 65532 on a root that cannot be written to, and ends in time', async () => {
  using image = await setup(nodeFiles())
  await image.build('layout')
  const { config } = await image.unpack(await image.push('layout'), 'files')
  const files = join(image.folder, 'files')
  const cluster = await serveSandbox(createSandbox())
  const [port] = await freePorts(1)
  const words = ['watch', `--metrics=127.0.0.1:${port}`, '--server', cluster.url]
  const inside = ['chroot', `--userspec=${config.User}`, files, ...config.Entrypoint]
  const script = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
  const isolated = (args: readonly string[]) => ['--mount', 'sh', '-c', script, files, ...inside, ...args]
  const writes = `require('fs').writeFileSync('/app/x', '')`
  const refused = await answer('unshare', isolated(words).toSpliced(-words.length - 1, Infinity, '-e', writes)).catch(
    String,
  )
  assert.match(refused, /EROFS/)

  const child = spawn('unshare', isolated(words), { env: {}, stdio: ['ignore', 'pipe', 'pipe'] })
  const over = new Promise<number | null>(resolve => child.once('exit', resolve))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok || undefined
  const died = over.then(code => Promise.reject(new Error(`it ended with ${code}: ${said}`)))
  await Promise.race([until(isReady, { what: 'the image to watch', deadlineSeconds: 60 }), died])
  assert.match(readFileSync(`/proc/${child.pid}/status`, 'utf8'), /^Uid:\s+65532\s+65532/m)
  const from = performance.now()
  child.kill('SIGTERM')
  assert.is(await over, 130)
  assert.ok(performance.now() - from < 5000)
  await cluster.close()
})

test.run()
