import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import type { KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { objectText, placedText } from '../../api/object-text.ts'
import { parseApiVersion, resourceName } from '../../api/resource-type.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { endable } from '../../endable.ts'
import { Misuse, message, type Sentence, Trouble } from '../../messages/sentence.ts'
import type { Step } from '../../plan/outcome.ts'
import type { Plan, Waves } from '../../plan/plan.ts'
import { missingFrom, splitContent } from '../../plan/rescue/namespace-content.ts'
import { type Saved, textOf, volumeSpecOf } from '../../plan/rescue/rescue.ts'
import { readRuns, runNames } from '../log/read-runs.ts'
import type { Ports } from '../ports.ts'
import { consentWord, type Finished, perform } from '../write/perform.ts'
import { lostOf } from './next-commands.ts'
import type { RescueRun } from './rescue-object.ts'

/**
 * Recreates a namespace from the folder in which it was kept: the Namespace, then its content, each after what it
 * depends on; claims are bound to the volumes that they had. One object that fails stops no other. What exists already
 * stays as it is, so that this can be run again.
 */
export async function recreateNamespace(name: string, folder: string, run: RescueRun): Promise<Finished> {
  const { transport, discovery, ports } = run
  const objects = await readFolder(folder)
  const own = namespaceAmong(objects, name, folder)
  const ref = refOf(NAMESPACE_TYPE, own.metadata)
  const now = await readWhole(transport, NAMESPACE_TYPE, { name }, ports.signal)
  if (now?.metadata.deletionTimestamp !== undefined)
    return { steps: [{ ref, action: 'Create', result: 'refused', message: message('StillBeingDeleted') }] }
  const known = objects.flatMap(object => typed(object, discovery))
  const volumes = known.filter(({ type }) => resourceName(type) === 'persistentvolumes')
  const content = known.filter(({ object }) => object.metadata.namespace === name)
  const { back: created, left } = splitContent(content)
  const unserved = objects.filter(object => object !== own && typed(object, discovery).length === 0)
  const gone = [...(await lostFiles(folder, objects, ports)), ...missingFrom(content, volumes)]
  const title = message('CreatesWithContent', { name: placedText({ kind: 'Namespace', name }) })
  const lines = [
    ['creates', created.map(({ object }) => textOf(object)), 'object'],
    ['leaves', left.map(({ each, why }) => message('LeftWith', { name: textOf(each.object), why })), 'object'],
    [
      'cannot',
      unserved.map(object => message('NotServed', { name: textOf(object), apiVersion: object.apiVersion })),
      'object',
    ],
    ['gone', gone, 'object'],
  ] as const
  const failed = unserved.map(notServed)
  const tasks: Waves = [
    [{ action: 'Recreate', saved: { type: NAMESPACE_TYPE, object: own }, required: true }],
    ...created.map(saved => [{ action: 'Recreate', saved, volume: volumeOf(saved, volumes) } as const]),
  ]
  const plan: Plan = {
    tasks,
    sections: [{ part: 'namespaceRescue', title, lines }],
    consent: { to: message('CreateWithContent', { name: placedText(ref) }), word: consentWord([name]) },
    // Its volume is written before and after it is created, or its own status is.
    backups: created.filter(each => each.type.group.includes('.') || volumeOf(each, volumes) !== undefined).length,
  }
  const performed = await perform(plan, run)
  if (performed.carriedOut) await ports.say(lostOf(gone))
  return { ...performed, steps: [...performed.steps, ...failed], partial: gone.length > 0 }
}

function namespaceAmong(objects: readonly KubeObject[], name: string, folder: string): KubeObject {
  const own = objects.find(each => each.kind === 'Namespace' && each.apiVersion === 'v1')
  if (own?.metadata.name === name) return own
  const other = own === undefined ? {} : { namespace: own.metadata.name }
  throw new Misuse(message('BackupsOfOther', { folder, ...other }))
}

/** What became of an object whose type the server does not serve. */
function notServed({ apiVersion, kind, metadata: { name, namespace, uid } }: KubeObject): Step {
  const { group } = parseApiVersion(apiVersion)
  const resource = `${kind.toLowerCase()}s${group === '' ? '' : `.${group}`}`
  const unmatched = message('NoMatchesForKind', { kind, version: apiVersion })
  return {
    ref: { apiVersion, kind, resource, name, uid, namespace },
    action: 'Create',
    result: 'failed',
    message: unmatched,
  }
}

/** The one that a claim was bound to. */
function volumeOf({ object: { metadata } }: Saved, volumes: readonly Saved[]): Saved | undefined {
  return volumes.find(({ object }) => volumeSpecOf(object).claimRef?.uid === metadata.uid)
}

function typed(object: KubeObject, { types }: Discovery): readonly Saved[] {
  const { group, version } = parseApiVersion(object.apiVersion)
  const type = types.find(each => each.group === group && each.version === version && each.kind === object.kind)
  return type === undefined ? [] : [{ type, object }]
}

/**
 * Every object in a folder of rescues of one namespace, as last seen; a volume as it was before one of them set its
 * policy to Retain, in any file order (runs of one second have none by name). Rejects with an Error of one line when a
 * file is no object: it would be missing silently.
 */
export async function readFolder(folder: string): Promise<readonly KubeObject[]> {
  const { parseBackup } = await import('../restore/parse-backup.ts')
  const files = await readdir(folder).catch(error => {
    const why = error.code === 'ENOENT' ? message('NoSuchFile') : error.message
    throw new Trouble(message('OfFile', { path: folder, why }))
  })
  const objects = new Map<string, KubeObject>()
  for (const file of files.filter(name => name.endsWith('.yaml')).toSorted()) {
    const path = join(folder, file)
    const object = parseBackup(await endable(() => readFile(path, 'utf8')), path)
    const { uid } = object.metadata
    if (typeof uid !== 'string') throw new Trouble(message('NotBackup', { path }))
    const before = objects.get(uid)
    if (object.kind !== 'PersistentVolume' || before === undefined || isRetained(before)) objects.set(uid, object)
  }
  if (objects.size === 0) throw new Trouble(message('NoBackupIn', { folder }))
  return [...objects.values()]
}

/**
 * What is not in the folder and was written to it, as the journals beside it have it. Where there is none, or it cannot
 * be read, nothing tells: a run that changes nothing in the cluster leaves none.
 */
export async function lostFiles(
  folder: string,
  objects: readonly KubeObject[],
  ports: Pick<Ports, 'isAlive' | 'words'>,
): Promise<readonly Sentence[]> {
  const directory = dirname(resolve(folder))
  const { runs } = await readRuns(directory, await runNames(directory).catch(() => []), ports)
  const lost = new Map<string, Sentence>()
  for (const { ref, backup = '' } of runs.flatMap(({ steps }) => steps))
    if (basename(dirname(backup)) === basename(resolve(folder)))
      lost.set(ref.uid, message('FileMissing', { name: objectText(ref), file: basename(backup) }))
  for (const { metadata } of objects) lost.delete(metadata.uid)
  return [...lost.values()]
}

function isRetained(volume: KubeObject): boolean {
  return (volume.spec as { persistentVolumeReclaimPolicy?: string }).persistentVolumeReclaimPolicy === 'Retain'
}
