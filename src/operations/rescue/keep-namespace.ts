import { join } from 'node:path'
import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import { refOf } from '../../api/object-ref.ts'
import { objectText, placedText } from '../../api/object-text.ts'
import { listPath } from '../../api/path.ts'
import { resourceName } from '../../api/resource-type.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { CONCURRENT_READS, mapConcurrently } from '../../cluster/map-concurrently.ts'
import { readNamespaceContent } from '../../cluster/namespace-content.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { DEFAULT_PAGE_SIZE, type Finding } from '../../cluster/scan/scan.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { message, type Sentence, Trouble } from '../../messages/sentence.ts'
import { isFinished } from '../../plan/outcome.ts'
import type { Plan } from '../../plan/plan.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import { missingFrom, splitContent } from '../../plan/rescue/namespace-content.ts'
import { byName, type Saved, textOf, volumeSpecOf } from '../../plan/rescue/rescue.ts'
import { consentWord, type Finished, perform } from '../write/perform.ts'
import { lostOf, nextFor } from './next-commands.ts'
import type { RescueRun } from './rescue-object.ts'

/**
 * Keeps the content of a terminating namespace in one folder, the same each time, and has its volumes retained; no more
 * can be saved, since the deletion of a Namespace cannot be undone. Rejects with ApiFailure where it cannot be read.
 */
export async function keepNamespace(name: string, run: RescueRun): Promise<Finished> {
  const { options, transport, discovery, ports } = run
  const { signal } = ports
  const namespace = await readWhole(transport, NAMESPACE_TYPE, { name }, signal)
  if (namespace === undefined) throw new Trouble(message('NamespaceToRescueMissing', { name }))
  const ref = refOf(NAMESPACE_TYPE, namespace.metadata)
  const refused = (refusal: Parameters<typeof refusedBy>[0][number]): Finished => ({
    steps: [{ ref, action: 'Keep', ...refusedBy([refusal]) }],
  })
  if (namespace.metadata.deletionTimestamp === undefined)
    return refused({ guard: 'NotTerminating', why: message('NothingToRescue') })
  const { objects, unreadable } = await readNamespaceContent(transport, name, signal)
  const [gap] = options.overrides.has('IncompleteRead') ? [] : unreadable
  if (gap !== undefined) {
    const why = message('ResourceUnreadFor', { resource: gap.resource, reason: gap.reason, why: gap.message })
    return refused({ guard: 'IncompleteRead', why, instead: message('UnreadIsNotSaved') })
  }
  const volumes = await volumesOf(name, transport, discovery, signal)
  const { content, lost } = await readEach(objects, transport, signal)
  const since = lost.toSorted().map(each => message('DeletedSince', { name: each }))
  const gone = [...since, ...missingFrom(content, volumes)]
  const folder = options.backupDirectory && join(options.backupDirectory, `namespace_${name}_${namespace.metadata.uid}`)
  const plan = planOf({ namespace: { type: NAMESPACE_TYPE, object: namespace }, volumes, content, gone })
  const performed = await perform(plan, { ...run, options: { ...options, backupDirectory: folder } })
  if (performed.carriedOut && performed.steps.every(isFinished)) await ports.say(...nextFor(name, folder!, ports))
  if (performed.carriedOut) await ports.say(lostOf(gone))
  return { ...performed, partial: unreadable.length > 0 || gone.length > 0 }
}

/** What a Namespace that is being deleted still has, and what went of it. */
interface Remains {
  readonly namespace: Saved
  readonly volumes: readonly Saved[]
  readonly content: readonly Saved[]
  readonly gone: readonly Sentence[]
}

/** Every object goes to a file, and every volume that would go with its claim is retained. */
function planOf({ namespace, volumes, content, gone }: Remains): Plan {
  const { name } = namespace.object.metadata
  const { back, left } = splitContent(content)
  const kept = volumes.filter(({ object }) => volumeSpecOf(object).persistentVolumeReclaimPolicy !== 'Retain')
  const all: readonly Saved[] = [namespace, ...volumes, ...content]
  const title = message('SavesWhatRemains', { name: placedText({ kind: 'Namespace', name }) })
  const lines = [
    ['writes', back.map(({ object }) => message('ToBeCreated', { name: textOf(object) })), 'object'],
    ['writes', left.map(({ each, why }) => message('ToFileOnly', { name: textOf(each.object), why })), 'object'],
    ['retains', kept.map(({ object }) => message('StorageStays', { name: textOf(object) })), 'persistentvolume'],
    ['gone', gone, 'object'],
  ] as const
  return {
    // Files harm nothing, and with each moment less is left.
    early: all.map(saved => [{ action: 'Keep', saved }]),
    tasks: kept.map(saved => [{ action: 'Retain', saved }]),
    sections: [{ part: 'namespaceRescue', title, lines }],
    backups: all.length,
    consent:
      kept.length === 0
        ? undefined
        : { to: message('RetainVolumes', { volumes: kept.length }), word: consentWord([name]) },
  }
}

/** Those that are not as they were found any more are lost. */
async function readEach(objects: readonly Finding[], transport: Transport, signal: AbortSignal) {
  const read: Saved[] = []
  const lost: string[] = []
  await mapConcurrently(CONCURRENT_READS, objects, async ({ type, meta }) => {
    const object = await readWhole(transport, type, meta, signal)
    if (object?.metadata.uid === meta.uid) read.push({ type, object })
    else lost.push(objectText({ kind: type.kind, name: meta.name }))
  })
  return { content: read.toSorted(byName), lost }
}

/** Every volume that a claim of the namespace is bound to, or was: also one whose claim went already. */
async function volumesOf(
  namespace: string,
  transport: Transport,
  { types }: Discovery,
  signal: AbortSignal,
): Promise<readonly Saved[]> {
  const type = preferredTypes(types).find(each => resourceName(each) === 'persistentvolumes')
  if (type === undefined) return []
  const listed = await listAll(transport, { path: listPath(type), pageSize: DEFAULT_PAGE_SIZE, signal })
  const saved: Saved[] = []
  for (const { metadata } of listed.filter(each => volumeSpecOf(each).claimRef?.namespace === namespace)) {
    const object = await readWhole(transport, type, metadata, signal)
    if (object !== undefined) saved.push({ type, object })
  }
  return saved.toSorted(byName)
}
