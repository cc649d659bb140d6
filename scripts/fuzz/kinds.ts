import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { load } from 'js-yaml'
import { parse, stringify } from 'yaml'
import type { KubeObject } from '../../src/api/object.ts'
import { buildIncident, incidents } from '../../src/sandbox/incidents/index.ts'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { isCustom } from '../../src/sandbox/types/served-type.ts'
import {
  crustGather,
  everything,
  getYaml,
  type Listed,
  mustGather,
  supportBundle,
  veleroBackup,
} from '../../test/cluster/archive/dump-writers.ts'
import type { TemporaryFolder } from '../../test/cluster/temporary-folder.ts'
import { type Ran, runIn } from '../../test/commands/run-in.ts'
import { headless } from '../../test/headless.ts'
import { manualClock } from '../../test/sandbox/manual-clock.ts'
import { faulty } from './faulty.ts'
import { isHarmless, odd } from './kubeconfig.ts'
import { deepened, mutateBytes, mutateText, mutateValue } from './mutate.ts'
import type { Random } from './random.ts'
import { hostileText } from './texts.ts'

/** What a trial is made of: everything that it chooses comes from `random`, every change from one of `changes`. */
export interface Given {
  readonly random: Random
  readonly changes: readonly Random[]
  readonly folder: TemporaryFolder
}

/** A command line on what was made for it, and how to run it in this process. */
export interface Attempt {
  readonly args: readonly string[]
  run(): Promise<Ran>
}

const names = incidents.map(({ name }) => name)
const catalogue = resolve(import.meta.dirname, '../../catalogue')
const FORMS = [getYaml, mustGather, supportBundle, veleroBackup, crustGather]
const OUTPUTS = [
  [],
  [],
  ['-o', 'json'],
  ['-o', 'html'],
  ['-o', 'svg'],
  ['-o', 'mermaid'],
  ['-o', 'dot'],
  ['-o', 'yaml'],
]
const LOOKS = [
  ...OUTPUTS.map(output => ['explain', ...output]),
  ['list'],
  ['list', '-o', 'wide'],
  ['list', '-o', 'json'],
]

function inProcess(args: readonly string[]): Attempt {
  return { args, run: () => headless(args) }
}

/** A cluster whose objects, Events and errors say what they should not. */
async function cluster({ random, changes }: Given): Promise<Attempt> {
  const clock = manualClock()
  const sandbox = buildIncident(random.pick(names), clock)!
  const { store, types } = sandbox.server
  const all = store.storages().flatMap(storage => store.list(storage).map(object => ({ storage, object })))
  const stuck = all.filter(({ object }) => object.metadata.deletionTimestamp !== undefined)
  const objects: readonly { readonly object: KubeObject }[] = all
  const { storage: resource, object } = random.pick(stuck.length > 0 ? stuck : all)
  const { metadata } = object
  for (const change of changes) {
    const { storage, object } = change.pick(change.below(2) === 0 && stuck.length > 0 ? stuck : all)
    if (change.below(4) === 0) {
      const options = { reason: hostileText(change), message: hostileText(change), component: hostileText(change) }
      event(sandbox, change.pick(objects).object, { ...options, first: HOUR, last: MINUTE })
    } else if (change.below(5) === 0) sandbox.onRequest = faulty(change)
    else
      store.write(storage, store.get(storage, object.metadata.namespace, object.metadata.name), changed(object, change))
  }
  const word = `${resource}/${metadata.name}`
  const place = metadata.namespace === undefined ? [] : ['-n', metadata.namespace]
  const writes = ['remove', 'rescue'].map(verb => [verb, word, ...place, '--yes', '--dry-run=client'])
  const args = random.pick([...LOOKS, ['explain', word, ...place], ...writes])
  return { args, run: () => runIn({ sandbox, clock }, args) }

  /** A server checks its own types, and what custom resources have in their metadata. */
  function changed(object: KubeObject, change: Random): KubeObject {
    const copy = structuredClone(object) as KubeObject & Record<string, object>
    const { annotations, finalizers } = copy.metadata
    const { apiVersion: _a, kind: _k, metadata: _m, ...content } = copy
    const isOwn = types.all().some(each => isCustom(each) && each.kind === copy.kind)
    if (change.below(5) === 0) mutateText({ annotations, finalizers }, change)
    else if (isOwn) mutateValue(content, change)
    else mutateText(content, change)
    return { ...copy, ...content }
  }
}

/** In a list, that something can always be changed in it; what an earlier change left may be no YAML. */
function valueIn(text: string, read: (text: string) => unknown): unknown[] {
  try {
    return [read(text)]
  } catch {
    return [text]
  }
}

const dumps = new Map<string, Promise<readonly Listed[]>>()

/** A dump of a cluster, in any form, of which anything may be wrong. */
async function dump({ random, changes, folder }: Given): Promise<Attempt> {
  const incident = random.pick(names)
  const listed = dumps.get(incident) ?? everything(buildIncident(incident, manualClock())!.transport())
  dumps.set(incident, listed)
  const files = Object.entries(random.pick(FORMS)(await listed)).map(([path, text]) => ({ path, text }))
  const isInside = new Map(changes.map(change => [change, change.below(4) > 0]))
  for (const change of changes.filter(each => isInside.get(each))) {
    const file = change.pick(files)
    const value = valueIn(file.text, load)
    mutateValue(value, change)
    const [text = ''] = value.map(each => (file.path.endsWith('json') ? JSON.stringify(each) : stringify(each)))
    file.text = deepened(text, change)
  }
  for (const change of changes.filter(each => !isInside.get(each))) {
    const file = change.pick(files)
    file.text = mutateBytes(Buffer.from(file.text), change).toString('latin1')
  }
  for (const { path, text } of files) folder.write(join('dump', path), text)
  return inProcess([...random.pick(LOOKS), '--from', join(folder.path, 'dump')])
}

const recordings = new Map<string, Promise<Uint8Array>>()

async function recorded(incident: string, folder: TemporaryFolder): Promise<Uint8Array> {
  const file = join(folder.path, 'whole')
  await headless(['record', `--sandbox=${incident}`, '--output', file])
  return readFileSync(file)
}

/** A recording with changed answers, or changed bytes. */
async function recording({ random, changes, folder }: Given): Promise<Attempt> {
  const incident = random.pick(names)
  if (!recordings.has(incident)) recordings.set(incident, recorded(incident, folder))
  const lines = gunzipSync(await recordings.get(incident)!)
    .toString()
    .trimEnd()
    .split('\n')
  const inside = changes.filter(change => change.below(4) > 0)
  for (const change of inside) {
    const line = change.below(lines.length)
    const value = valueIn(lines[line]!, JSON.parse)
    mutateValue(value, change)
    lines.splice(line, 1, ...value.map(each => deepened(JSON.stringify(each) ?? '', change)))
  }
  let bytes: Uint8Array = gzipSync(`${lines.join('\n')}\n`)
  for (const change of changes.filter(each => !inside.includes(each))) bytes = mutateBytes(Buffer.from(bytes), change)
  const file = join(folder.path, 'recording.gz')
  writeFileSync(file, bytes)
  return inProcess(random.pick([...LOOKS.map(look => [...look, '--from', file]), ['record', '--show', file]]))
}

/** A kubeconfig; what would leave this machine, or run something, is only resolved. */
async function kubeconfig({ random, changes, folder }: Given): Promise<Attempt> {
  const config = odd(random)
  let text: string | undefined
  for (const change of changes) {
    if (text === undefined && change.below(3) > 0) mutateValue(config, change)
    else text = mutateBytes(Buffer.from(text ?? deepened(stringify(config), random)), change).toString('latin1')
  }
  const file = folder.write('config', text ?? deepened(stringify(config), random))
  const args = ['list', '--kubeconfig', file]
  return { args, run: async () => (await isHarmless(file)) ?? headless(args, { env: { PATH: process.env.PATH! } }) }
}

/** A catalogue of the user's own. */
async function ownCatalogue({ random, changes, folder }: Given): Promise<Attempt> {
  const text = readFileSync(join(catalogue, random.pick(readdirSync(catalogue).sort())), 'utf8')
  const value = parse(text)
  const inside = changes.filter(change => change.below(3) > 0)
  for (const change of inside) mutateValue(value, change)
  let bytes: Uint8Array = Buffer.from(inside.length === 0 ? text : deepened(stringify(value), random))
  for (const change of changes.filter(each => !inside.includes(each))) bytes = mutateBytes(Buffer.from(bytes), change)
  const file = join(folder.path, 'own.yaml')
  writeFileSync(file, bytes)
  const verb = random.pick([
    ['catalog'],
    ['catalog', hostileText(random)],
    ['explain', `--sandbox=${random.pick(names)}`],
  ])
  return inProcess([...verb, '--catalogue', file])
}

/** Each kind of trial, with how often it is tried. */
export const KINDS: readonly { name: string; share: number; prepare(given: Given): Promise<Attempt> }[] = [
  { name: 'cluster', share: 45, prepare: cluster },
  { name: 'dump', share: 15, prepare: dump },
  { name: 'recording', share: 15, prepare: recording },
  { name: 'kubeconfig', share: 15, prepare: kubeconfig },
  { name: 'catalogue', share: 10, prepare: ownCatalogue },
]
