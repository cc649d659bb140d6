import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import * as assert from 'uvu/assert'
import { kubectl, kubectlAvailable, type RunOptions, run, target } from '../rig/rig.ts'
import { differences } from './differences.ts'
import { type Answer, LEADS, nothingTold, type Told, told } from './told.ts'
import { untruths } from './untruths.ts'

/** Flags that look twice. */
const LOOKS_TWICE = ['--observe', '--until']

/** Nothing answers there: whoever asks a cluster fails. */
export const NO_CLUSTER = { KUBECONFIG: '/nonexistent/kubeconfig' }

/** By whom a look is told from elsewhere too: `recording`, or kubectl's own dumps. */
export type Way = 'recording' | 'get' | 'cluster-info'

/** Looks with the same arguments are told from elsewhere as often: who waits for a state looks again and again. */
const MAX_ALIKE = 3

/**
 * What `npm test` shows of it, in a minute, by looks at a namespace or at objects: in the whole cluster other tests move too much
 * meanwhile. A dump by `cluster-info` waits a second for the logs of each Pod, and the control plane that tests share has hundreds:
 * it is for a run by itself.
 */
const SHOWN: Readonly<Record<string, readonly Way[]>> = {
  alterations: ['recording', 'get'],
  'core-types': ['recording', 'get'],
  owners: ['recording', 'get'],
  'asked-in-vain': ['recording'],
  bounded: ['recording'],
  drains: ['recording'],
  'in-use': ['recording'],
  misplaced: ['recording'],
}

const looks = new Map<string, number>()

/**
 * From where this look of a test file is told as well. `FROM=recording,get,cluster-info npm run test:e2e -- explain/` says it for all looks; without
 * it the first look of some files is, on the real control plane.
 */
export function waysFor(args: readonly string[], options: RunOptions): readonly Way[] {
  if (!isRecordable(args, options)) return []
  const key = JSON.stringify([args, options.env])
  const alike = (looks.get(key) ?? 0) + 1
  looks.set(key, alike)
  if (process.env.FROM !== undefined)
    return alike > MAX_ALIKE ? [] : (process.env.FROM.split(',').filter(way => way !== '') as Way[])
  const isFirst = looks.size === 1 && alike === 1
  return (isFirst && target().name === 'control-plane' && SHOWN[basename(process.argv[1]!, '.e2e.ts')]) || []
}

/** Whether a look can be had from elsewhere. */
function isRecordable(args: readonly string[], { env = {} }: RunOptions): boolean {
  const isPlain = Object.keys(env).every(name => name === 'KUBECONFIG')
  return isPlain && !args.some(arg => arg.startsWith('--sandbox') || LOOKS_TWICE.some(flag => arg.startsWith(flag)))
}

/** The arguments, and those of them that lead to the cluster. */
function parted(args: readonly string[]): { readonly look: readonly string[]; readonly lead: readonly string[] } {
  const look: string[] = []
  const lead: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    const leads = LEADS.some(flag => arg === flag || arg.startsWith(`${flag}=`))
    const into = leads ? lead : look
    into.push(arg)
    if (leads && !arg.includes('=')) into.push(args[++at]!)
  }
  return { look, lead }
}

/** How often a cluster that moves is read for elsewhere. */
const MAX_READS = 3

/**
 * Holds what is explained from elsewhere to what `explain` told of the cluster with these arguments: from a recording the
 * same, from a dump the same or unknown. All ways at once: they wait more than they work. Fails with every difference that
 * nothing accounts for which moved on the cluster meanwhile. After others it is read again: told twice in a row they are wrong, whatever moved.
 */
export async function sameFromElsewhere(
  ways: readonly Way[],
  args: readonly string[],
  options: RunOptions,
  there: Answer,
): Promise<void> {
  let before = told(there)
  let differed = new Set<string>()
  let wanted = ways
  for (let read = 1; read <= MAX_READS && wanted.length > 0; read += 1) {
    const found = await Promise.all(wanted.map(way => fromElsewhere(way, args, options)))
    if (found.every(here => here === undefined || isSame(here, before))) return
    const after = await toldAgain(args, options)
    const differ = wanted.flatMap((way, at) => {
      const here = found[at]
      if (here === undefined) return []
      const of = way === 'recording' ? differences : untruths
      return of({ here, before, after }).map(each => ({ way, text: `${way}: ${each.what}`, ...each }))
    })
    const wrong = differ.filter(({ text, isOfMovement }) => !isOfMovement || differed.has(text))
    assert.equal(
      wrong.map(({ text }) => text),
      [],
      `explain ${args.join(' ')}`,
    )
    differed = new Set(differ.map(({ text }) => text))
    wanted = ways.filter(each => differ.some(({ way }) => way === each))
    before = after
  }
}

const isSame = (one: Told, other: Told): boolean =>
  JSON.stringify([one.complete, one.objects, one.causes]) ===
  JSON.stringify([other.complete, other.objects, other.causes])

/** What the cluster tells by now: nothing, where all that was asked for is gone. */
async function toldAgain(args: readonly string[], options: RunOptions): Promise<Told> {
  const { code, stdout, stderr } = await run(['explain', ...args, '-o', 'json'], options)
  if (stdout !== '') return told(JSON.parse(stdout) as Answer)
  assert.is(code, 1, stderr)
  return nothingTold()
}

/** How a dump is told to lack what was asked for, which may be there. */
const NOT_HELD = /does not contain|could not be read/

/** What is told from there; undefined where nothing can be: no kubectl, or nothing of what was asked for. */
async function fromElsewhere(way: Way, args: readonly string[], options: RunOptions): Promise<Told | undefined> {
  const { look, lead } = parted(args)
  // A dump is of all that there is, and of no context.
  if (way !== 'recording' && (!kubectlAvailable() || lead.length > 0)) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'finalize-elsewhere-'))
  try {
    const file = await taken(way, { look, lead }, options, folder)
    if (file === undefined) return undefined
    const ran = await run(['explain', ...look, '-o', 'json', '--from', file], { ...options, env: NO_CLUSTER })
    const isMissing = ran.code === 1 && ran.stdout === ''
    // In a dump that does not have the type of what was asked for there is nothing to explain: that is no word of what there is.
    if (way === 'cluster-info' && isMissing && NOT_HELD.test(ran.stderr)) return undefined
    // It went between the two looks.
    if (isMissing && (await run(['explain', ...args, '-o', 'json'], options)).stdout === '') return undefined
    assert.is.not(ran.stdout, '', `explain ${args.join(' ')}, from ${way}: ${ran.code}: ${ran.stderr}`)
    return told(JSON.parse(ran.stdout) as Answer)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function taken(
  way: Way,
  { look, lead }: ReturnType<typeof parted>,
  options: RunOptions,
  folder: string,
): Promise<string | undefined> {
  if (way === 'recording') {
    const file = join(folder, 'recording.gz')
    const at = look.indexOf('-n')
    const recorded = await run(['record', '-o', file, ...(at < 0 ? [] : look.slice(at, at + 2)), ...lead], options)
    if (recorded.stderr.includes('nothing could be read')) return undefined
    assert.is(recorded.code, 0, recorded.stderr)
    return file
  }
  if (way === 'cluster-info') {
    const at = look.indexOf('-n')
    // A dump of all namespaces waits for the logs of every Pod of whoever shares the cluster.
    const where = at < 0 ? ['-A'] : ['--namespaces', `${look[at + 1]},kube-system`]
    // Logs are asked of kubelets, of which there are none: they are not waited for.
    const dumped = await kubectl(
      ['cluster-info', 'dump', ...where, '--output-directory', folder, '--pod-running-timeout=1s', ...lead],
      options,
    )
    assert.is(dumped.code, 0, dumped.stderr)
    return folder
  }
  const types = (await kubectl(['api-resources', '--verbs=list', '-o', 'name', ...lead], options)).stdout.trim()
  const all = types.split('\n').filter(type => type !== 'events.events.k8s.io' && type !== 'componentstatuses')
  // A type that cannot be read costs no other.
  const got = await kubectl(['get', all.join(','), '-A', '-o', 'yaml', ...lead], options)
  const file = join(folder, 'all.yaml')
  writeFileSync(file, got.stdout)
  return file
}
