import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import * as assert from 'uvu/assert'
import type { Cause, ExplainedObject } from '../../../src/diagnosis/explanation.ts'
import { kubectl, kubectlAvailable, type RunOptions, run, target } from '../rig/rig.ts'

interface Answer {
  readonly causes: readonly Cause[]
  readonly objects: readonly ExplainedObject[]
}

/** Flags that look twice. */
const LOOKS_TWICE = ['--observe', '--until']

/** Flags that lead to a cluster, each with its value: who records gives them, who explains the recording does not. */
const LEADS = ['--kubeconfig', '--context', '--as', '--token', '--server']

/** Nothing answers there: whoever asks a cluster fails. */
export const NO_CLUSTER = { KUBECONFIG: '/nonexistent/kubeconfig' }

/** By whom a look is told from elsewhere too: `recording`, or kubectl's own dumps. */
export type Way = 'recording' | 'get' | 'cluster-info'

/** What is not about the time of the look: codes, subjects, what each holds, verdicts and remedies. */
export function told({ causes, objects }: Answer) {
  return {
    causes: causes
      .map(({ id, code, verdict, subject, blocks, remedies }) => ({
        id,
        code,
        verdict,
        subject,
        blocks: blocks.map(({ uid }) => uid).sort(),
        remedies: remedies.map(({ kind, risk, commands, leaks }) => ({
          kind,
          risk,
          leaks,
          commands: commands.map(timelessCommand),
        })),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    objects: objects
      .map(({ ref, verdict, waitingFor, causes: ids }) => ({
        uid: ref.uid,
        name: `${ref.kind} ${ref.name}`,
        verdict,
        waitingFor: waitingFor.map(each => `${each.reason} ${each.ref.uid}`).sort(),
        causes: [...ids].sort(),
      }))
      .sort((a, b) => (a.uid < b.uid ? -1 : 1)),
  }
}

/** Without what is of the moment, and without the flags of who looked: there is no cluster that they could lead to. */
function timelessCommand(command: string): string {
  return command
    .replace(/--timeout \d+s/, '--timeout')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(new RegExp(` (?:${LEADS.join('|')})[= ]\\S+`, 'g'), '')
}

type Told = ReturnType<typeof told>

/** Looks with the same arguments are told from elsewhere as often: who waits for a state looks again and again. */
const MAX_ALIKE = 3

/**
 * What `npm test` shows of it, in a minute. A dump by `cluster-info` waits a second for the logs of each Pod, and the control plane that
 * tests share has hundreds: it is for a run by itself.
 */
const SHOWN: Readonly<Record<string, readonly Way[]>> = {
  alterations: ['recording', 'get'],
  'core-types': ['recording', 'get'],
  owners: ['recording', 'get'],
  'asked-in-vain': ['recording'],
  bounded: ['recording'],
  definitions: ['recording'],
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

/**
 * Holds what is explained from elsewhere to what `explain` told of the cluster with these arguments: from a recording the
 * same, from a dump the same or unknown. All ways at once: they wait more than they work. Fails with every difference.
 */
export async function sameFromElsewhere(
  ways: readonly Way[],
  args: readonly string[],
  options: RunOptions,
  there: Answer,
): Promise<void> {
  const before = told(there)
  const found = await Promise.all(ways.map(way => fromElsewhere(way, args, options)))
  const differ = ways.flatMap((way, at) => {
    const here = found[at]
    return here === undefined || JSON.stringify(here) === JSON.stringify(before) ? [] : [{ way, here }]
  })
  if (differ.length === 0) return
  // The cluster goes on meanwhile: what is so before and after was so when it was recorded.
  const again = await run(['explain', ...args, '-o', 'json'], options)
  if (again.stdout === '') return
  const after = told(JSON.parse(again.stdout) as Answer)
  const isShared = !args.includes('-n') && options.env?.KUBECONFIG === undefined
  for (const { way, here } of differ) {
    const wrong = way === 'recording' ? differences(here, before, after, isShared) : untruths(here, before, after)
    assert.equal(wrong, [], `explain ${args.join(' ')}, from ${way}`)
  }
}

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
    // In a dump that does not have the type of what was asked for there is nothing to explain.
    const isMissing = ran.code === 1 && ran.stdout === ''
    if (way === 'cluster-info' && isMissing) return undefined
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

/** What is so before and after is so here, and nothing else is, but what came and went: on a shared cluster of others too. */
function differences(here: Told, before: Told, after: Told, isShared: boolean): readonly string[] {
  const states = [before, after].map(
    ({ objects }) => new Map(objects.map(object => [object.uid, JSON.stringify(object)])),
  )
  /** All that this cause holds was told otherwise before than after: it may have come and gone between. */
  const wasOnItsWay = (id: string): boolean =>
    here.causes.some(cause => cause.id === id && cause.blocks.every(uid => states[0]!.get(uid) !== states[1]!.get(uid)))
  return (['causes', 'objects'] as const).flatMap(what => {
    const at = (told: Told): ReadonlyMap<string, string> =>
      new Map(told[what].map(each => ['id' in each ? each.id : each.uid, JSON.stringify(each)]))
    const [told, a, b] = [at(here), at(before), at(after)]
    const ids = new Set([...told.keys(), ...a.keys()])
    return [...ids]
      .filter(id => a.get(id) === b.get(id) && told.get(id) !== a.get(id))
      .filter(id => a.has(id) || !wasOnItsWay(id))
      .filter(id => a.has(id) || !isShared)
      .map(id => `${told.get(id) ?? 'nothing'}\n   instead of ${a.get(id) ?? 'nothing'}`)
  })
}

/** It waits for what it waited for there too, and no cause of it is certain: what else holds it is lost. */
function waitsAsTold({ uid, verdict, waitingFor, causes }: Told['objects'][number], here: Told, there: Told): boolean {
  const edges = there.objects.find(each => each.uid === uid)?.waitingFor ?? []
  const isUnsure = causes.every(id => here.causes.find(each => each.id === id)?.verdict === 'unknown')
  return verdict === 'waiting' && isUnsure && waitingFor.every(edge => edges.includes(edge))
}

/** What is told from a dump, and is neither unknown nor what the cluster says. */
function untruths(here: Told, before: Told, after: Told): readonly string[] {
  const both = [before, after]
  const verdicts = new Map(
    here.objects.map(({ uid }) => [
      uid,
      both.flatMap(({ objects }) => objects.filter(each => each.uid === uid)).map(({ verdict }) => verdict),
    ]),
  )
  return [
    ...here.objects
      .filter(({ uid, verdict }) => verdict !== 'unknown' && !verdicts.get(uid)!.includes(verdict))
      .filter(object => !waitsAsTold(object, here, before))
      .map(({ uid, name, verdict, causes, waitingFor }) => {
        const of = before.objects.find(each => each.uid === uid)?.causes
        return `${name} is ${verdict} (${[...causes, ...waitingFor].join(', ')}), and was ${verdicts.get(uid)!.join(' or ')} (${of})`
      }),
    ...here.causes.flatMap(cause => {
      if (cause.verdict === 'unknown') return []
      const same = both.flatMap(({ causes }) => causes.filter(({ id }) => id === cause.id))
      // What a controller reports is true; why it fails (a webhook, a missing right) takes the server's own answer.
      const isReport =
        cause.code === 'CleanupFailing' && cause.blocks.every(uid => (verdicts.get(uid) ?? []).includes('stuck'))
      // The same of whom less is known: which configuration a webhook is of, say.
      const isLessDeep = both.some(({ causes }) =>
        causes.some(
          whole =>
            whole.code === cause.code &&
            whole.verdict === cause.verdict &&
            cause.blocks.every(uid => whole.blocks.includes(uid)),
        ),
      )
      if (same.length === 0) return isReport || isLessDeep ? [] : [`${cause.id} is ${cause.verdict}, and was not told`]
      const known = new Set(same.flatMap(({ blocks }) => blocks))
      const others = cause.blocks.filter(uid => !known.has(uid))
      return [
        ...(same.some(({ verdict }) => verdict === cause.verdict) ? [] : [`${cause.id} is ${cause.verdict}`]),
        ...(others.length === 0 ? [] : [`${cause.id} holds ${others.join(', ')}`]),
      ]
    }),
  ]
}
