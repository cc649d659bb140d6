/**
 * `node scripts/setup.mjs SCRIPT.ts|PROGRAM [ARGUMENTS]`: what every npm script goes through.
 * Installs the packages when they are not those of package-lock.json, then runs the script with the Node that they pin, or the
 * program out of them. Plain JavaScript without packages: it is what runs on a fresh clone, on any Node from 20 on.
 * stdout belongs to what is run; progress goes to stderr.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(fileURLToPath(import.meta.url), '../..')
const modules = join(root, 'node_modules')

install()
run(...process.argv.slice(2))

function install() {
  if (isInstalled()) return
  console.error('installing the packages of package-lock.json (npm ci); the first time this fetches about 200 MB …')
  const started = performance.now()
  // Started by npm, the same npm; its stdout is commentary here.
  const npm = process.env.npm_execpath
  const args = [
    'ci',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--include=dev',
    '--include=optional',
  ]
  const options = { cwd: root, stdio: ['ignore', 2, 2] }
  const { status } = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (status !== 0) fail('npm ci failed; the first time it needs the network')
  if (!isInstalled()) fail(`npm ci left out something that is needed on ${process.platform} ${process.arch}`)
  console.error(`installed in ${Math.round((performance.now() - started) / 1000)} s`)
}

/** npm notes what it installed; that is compared with the lockfile, so a hand-made `npm install` counts too. */
function isInstalled() {
  const noted = join(modules, '.package-lock.json')
  if (!existsSync(noted) || !existsSync(nodePath())) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(noted, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || (entry.optional && !isForThisMachine(entry))) return true
    return present[path]?.integrity === entry.integrity
  })
}

/** Optional packages hold binaries for one kind of machine each. Those told apart by libc only are not asked for. */
function isForThisMachine({ os = [process.platform], cpu = [process.arch], libc }) {
  return libc === undefined && os.includes(process.platform) && cpu.includes(process.arch)
}

function nodePath() {
  const windows = process.platform === 'win32'
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'runtimes/package.json'), 'utf8'))
  const machine = `-${windows ? 'win' : process.platform}-${process.arch}`
  const name = Object.keys(optionalDependencies).find(each => each.endsWith(machine))
  if (name === undefined) fail(`no Node is pinned for ${process.platform} ${process.arch}`)
  return join(modules, name, 'bin', windows ? 'node.exe' : 'node')
}

function run(what, ...args) {
  const bin = join(modules, '.bin')
  const [command, words] = what.endsWith('.ts') ? [nodePath(), [join(root, what), ...args]] : [join(bin, what), args]
  const child = spawn(command, words, {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    shell: process.platform === 'win32' && command !== nodePath(),
  })
  // A terminal's interrupt reaches the child by itself, which alone decides when to end; a plain kill does not.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('error', error => fail(`${what} did not start: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 128 + constants.signals[signal]))
}

function fail(message) {
  console.error(`error: ${message}`)
  process.exit(1)
}
