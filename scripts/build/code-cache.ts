import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Of the executable: what a scan leaves behind is short-lived, and a small nursery keeps 25 MB less resident, which costs no time. */
export const NODE_FLAGS = ['--max-semi-space-size=2']

/** The same for the bundle, to which nothing else gives what link.cjs sets. */
export const BUNDLE_FLAGS = [...NODE_FLAGS, '--heap-growing-percent=40', '--no-incremental-marking', '--expose-gc']

/** Compiled code has hash codes in it, which are random otherwise. The program itself is run with random ones. */
export const SAME_EACH_TIME = '--random-seed=1'

/** Runs the program with the compiled code in a folder, a file a part, and leaves there what is compiled by its end. */
const KEEPER = `
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const { Agent, ClientRequest } = require('node:http')
const { basename, join } = require('node:path')
const { Readable } = require('node:stream')
const [program, folder] = process.argv.splice(2, 2)
// What is run depends on this path too, which differs with the folder: one with a blank is quoted, by code that is compiled then.
process.argv[1] = 'kubectl-finalize'
// What V8 does beside the program, and when, is in the bytes: padding is what lay there before, functions are marked or forgotten.
const QUIET = ['no-opt', 'no-maglev', 'no-sparkplug', 'no-flush-bytecode', 'no-concurrent-sweeping', 'single-threaded-gc', 'clear-free-memory', 'no-incremental-marking', 'no-minor-gc-task', 'no-memory-reducer']
for (const flag of QUIET) setFlagsFromString('--' + flag)
// What is collected when would depend on how fast the machine is.
HEAP.loading = HEAP.running = '--no-incremental-marking'
// Where the program looks whether it has taken long, it always has not.
performance.now = () => 0
// In a comparison stands of which kinds of numbers it was, and an age in whole seconds is of another: it is the same moment all the time.
const MOMENT = Date.UTC(2026, 0, 1)
globalThis.Date = class extends Date {
  constructor(...args) {
    super(...(args.length === 0 ? [MOMENT] : args))
  }
  static now() {
    return MOMENT
  }
}
// Every function has a number, by the order in which they are made: answers come in the order of the questions.
const { addRequest } = Agent.prototype
Agent.prototype.addRequest = function (...args) {
  this.maxSockets = 1
  return addRequest.apply(this, args)
}
// And each in one piece. What a server counts grows with time: it is the same however often it is read.
let counted
const { emit } = ClientRequest.prototype
ClientRequest.prototype.emit = function (event, incoming, ...rest) {
  if (event !== 'response') return emit.call(this, event, incoming, ...rest)
  const { statusCode, statusMessage, headers, rawHeaders, socket } = incoming
  const chunks = []
  incoming.on('data', chunk => chunks.push(chunk))
  incoming.on('end', () => {
    const body = Buffer.concat(chunks)
    const same = this.path === '/metrics' ? (counted ??= body) : body
    const whole = Readable.from(same.length === 0 ? [] : [same], { objectMode: false })
    Object.assign(whole, { statusCode, statusMessage, headers, rawHeaders, socket, complete: true })
    emit.call(this, 'response', whole)
  })
  return true
}
const parts = JSON.parse(readFileSync(program, 'latin1'))
const fileOf = name => join(folder, basename(name))
const scripts = []
link(
  name => parts[name],
  name => (existsSync(fileOf(name)) ? readFileSync(fileOf(name)) : undefined),
  require,
  (name, script) => scripts.push([name, script]),
)
process.on('exit', () => {
  // The flags are in the bytes too, and compared when they are taken.
  for (const flag of QUIET) setFlagsFromString(flag.startsWith('no-') ? flag.replace('no', '-') : '--no-' + flag)
  for (const [name, script] of scripts) writeFileSync(fileOf(name), script.createCachedData())
})
`

/**
 * What is run, one after the other, for the code of all of them; the first two look at a served practice cluster. `explain` comes first:
 * where code of an earlier run is loaded, parts of it are loaded in another order a quarter of the times, and that is in the bytes.
 */
const RUNS: readonly (readonly string[])[] = [
  ['explain'],
  ['list', '-o', 'wide'],
  ['version', '--client'],
  ['explain', '--help'],
  ['__complete', 'ex'],
]

/** The lengths of paths shift what lies in memory, and with it what is in the padding: they are the same wherever the sources are. */
const PLACE = process.platform === 'win32' ? tmpdir() : '/tmp'
const PROGRAM = 'program.json'

/** Keeps the compiled code of a program (parts.ts, in a file) in the file `output`: it takes most of the time of a build, and is put into more than one executable. */
export async function keepCode(program: string, output: string): Promise<void> {
  const folder = await mkdtemp(join(PLACE, 'kubectl-finalize-code-'))
  try {
    await copyFile(program, join(folder, PROGRAM))
    const code = [...(await codeCaches(folder))].map(([name, bytes]) => [name, bytes.toString('base64')])
    await writeFile(output, JSON.stringify(Object.fromEntries(code)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The compiled code of each part that has some. */
export async function readCode(file: string): Promise<ReadonlyMap<string, Buffer>> {
  const code: Readonly<Record<string, string>> = JSON.parse(await readFile(file, 'utf8'))
  return new Map(Object.entries(code).map(([name, bytes]) => [name, Buffer.from(bytes, 'base64')]))
}

/**
 * The compiled code of the parts of the program in a folder (PROGRAM, by parts.ts) that are run by RUNS, by their names, for this machine
 * and this Node. V8 takes it only for the same text, under the same flags. What is needed meanwhile is in the folder, too.
 * Now and then one mark of V8 differs in one part, with whatever flags, in one program half of the times and in another once in twenty: of
 * what many times give, the smallest bytes are taken that are no exception. Where the first times all give the same, they are enough.
 */
async function codeCaches(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const given = new Map<string, Map<string, { readonly code: Buffer; count: number }>>()
  for (let time = 0; time < TIMES; time++) {
    for (const [name, code] of await compiled(join(folder, `code-${String(time).padStart(2, '0')}`))) {
      const variants = given.get(name) ?? new Map()
      given.set(name, variants)
      const key = createHash('sha256').update(code).digest('hex')
      const variant = variants.get(key) ?? { code, count: 0 }
      variants.set(key, variant)
      variant.count++
    }
    if (time + 1 === FIRST_TIMES && [...given.values()].every(variants => variants.size === 1)) break
  }
  return new Map([...given].map(([name, variants]) => [name, usual([...variants.values()])]))
}

/** What a quarter of the times or more gave, the smallest of them; else what most gave. */
function usual(variants: readonly { readonly code: Buffer; readonly count: number }[]): Buffer {
  const most = Math.max(...variants.map(({ count }) => count))
  const often = variants.filter(({ count }) => count >= Math.min(most, TIMES / 4))
  return often.map(({ code }) => code).toSorted(Buffer.compare)[0]!
}

/** Of two that are given half of the times each, both are among what a quarter gave but for one in 150 builds. */
const TIMES = 24
/** Of two that are given half of the times each, one alone comes first in one of 128 builds; of a rarer one it is the usual one. */
const FIRST_TIMES = 8

async function compiled(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const [kept, ofServer] = ['code', 'code-of-server']
  for (const each of [kept, ofServer]) await mkdir(join(folder, each), { recursive: true })
  const keeper = `${await readFile(join(import.meta.dirname, 'link.cjs'), 'utf8')}${KEEPER}`
  await writeFile(join(folder, 'keeper.cjs'), keeper)
  const node = [...NODE_FLAGS, SAME_EACH_TIME, 'keeper.cjs', join('..', PROGRAM)]
  // The same paths and variables anywhere.
  const served = ['sandbox', 'operator-uninstalled', '--write-kubeconfig', 'kubeconfig']
  const env = { KUBECONFIG: 'kubeconfig', XDG_CONFIG_HOME: '.', HOME: '.' }
  const server = spawn(process.execPath, [...node, ofServer, ...served], { cwd: folder, env })
  try {
    // The path of its kubeconfig, once it serves.
    await once(server.stdout, 'data')
    for (const words of RUNS)
      await promisify(execFile)(process.execPath, [...node, kept, ...words], { cwd: folder, env })
    const names = (await readdir(join(folder, kept))).sort()
    const read = async (name: string) => [`./${name}`, await readFile(join(folder, kept, name))] as const
    return new Map(await Promise.all(names.map(read)))
  } finally {
    server.kill('SIGKILL')
  }
}
