import { join } from 'node:path'
import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import type { KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { listPath } from '../../api/path.ts'
import { resourceName } from '../../api/resource-type.ts'
import { readNamespaceContent } from '../../change/namespace-content.ts'
import { isFinished, type Step } from '../../change/outcome.ts'
import { refusedBy } from '../../change/refused-steps.ts'
import { missingFrom } from '../../change/rescue/namespace-content.ts'
import type { Saved } from '../../change/rescue/rescue.ts'
import { retain, volumeSpecOf } from '../../change/rescue/volumes.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { counted, objectText, placedText } from '../../render/object-text.ts'
import { formatNamespaceRescue } from '../../render/rescue-namespace.ts'
import type { CommandContext, Session } from '../command.ts'
import { askConsent, consentWord, withoutConsent } from '../write/consent.ts'
import type { Finished } from '../write/finish.ts'
import { planOutput, showPlace } from '../write/plan-output.ts'
import { toolsFor, toolsWithoutBackups } from '../write/tools-for.ts'
import type { WriteOptions } from '../write/write-flags.ts'

const CONCURRENT_READS = 8

/**
 * Keeps everything that is still in a terminating namespace in a folder of its own, and has its volumes retained: no more can
 * be saved, for a Namespace that was deleted goes. Rejects with ApiFailure where it cannot be read.
 */
export async function keepNamespace(
  name: string,
  options: WriteOptions,
  { transport }: Session,
  discovery: Discovery,
  context: CommandContext,
): Promise<Finished> {
  const { signal, terminal } = context
  const namespace = await readWhole(transport, NAMESPACE_TYPE, { name }, signal)
  if (namespace === undefined) throw new Error(`namespaces "${name}" not found: --from-backup DIR creates it again`)
  const ref = refOf(NAMESPACE_TYPE, namespace.metadata)
  const refused = (refusal: Parameters<typeof refusedBy>[0][number]): Finished => ({
    steps: [{ ref, action: 'Keep', ...refusedBy([refusal]) }],
  })
  if (namespace.metadata.deletionTimestamp === undefined)
    return refused({ guard: 'NotTerminating', why: 'it is not being deleted: there is nothing to save it from' })
  const { objects, unreadable } = await readNamespaceContent(transport, name, signal)
  const [gap] = options.overrides.has('IncompleteRead') ? [] : unreadable
  if (gap !== undefined) {
    const why = `${gap.resource} could not be read (${gap.reason}): ${gap.message}`
    return refused({ guard: 'IncompleteRead', why, instead: 'what cannot be read is not kept' })
  }
  const volumes = await volumesOf(name, transport, discovery, signal)
  const content: Saved[] = []
  const lost: string[] = []
  await mapConcurrently(CONCURRENT_READS, objects, async ({ type, meta }) => {
    const object = await readWhole(transport, type, meta, signal)
    if (object?.metadata.uid === meta.uid) content.push({ type, object })
    else lost.push(`${objectText({ kind: type.kind, name: meta.name })}, which was deleted in the meantime`)
  })
  const kept = volumes.filter(({ object }) => volumeSpecOf(object).persistentVolumeReclaimPolicy !== 'Retain')
  const all: readonly Saved[] = [{ type: NAMESPACE_TYPE, object: namespace }, ...volumes, ...content]
  const output = planOutput(options, context)
  showPlace(options, context)
  const parts = [
    ['keeps', content.map(({ object }) => textOf(object)), 'object'],
    [
      'retains',
      kept.map(({ object }) => `${textOf(object)}: its storage stays when its claim goes`),
      'persistentvolume',
    ],
    ['gone', [...lost, ...missingFrom(content, volumes)], 'object'],
  ] as const
  const title = `${placedText({ kind: 'Namespace', name })}: keeps what is left in it, and what its volumes hold`
  output.write(formatNamespaceRescue(title, parts, output.columns))
  if (options.dryRun !== 'none') {
    const planned = (saved: Saved, action: Step['action']): Step => ({ ref: refTo(saved), action, result: 'planned' })
    return { steps: [...all.map(each => planned(each, 'Keep')), ...kept.map(each => planned(each, 'Retain'))] }
  }
  // Files harm nothing, and with each moment less is left: they do not wait for consent.
  const folder = folderOf(options, context, name)
  const lent = await toolsFor({ ...options, backupDirectory: folder }, all.length, transport, quiet(context))
  const steps: Step[] = []
  for (const each of all) {
    const backup = await lent.backups.keep(refTo(each), each.object)
    steps.push({ ref: refTo(each), action: 'Keep', result: 'done', backup })
  }
  terminal.stderr.write(`${counted(all.length, 'object')} kept in ${folder}\n`)
  if (kept.length > 0) {
    const word = consentWord([name])
    const consent = await askConsent(`Retain ${counted(kept.length, 'volume')}`, word, options.yes, context)
    if (consent === 'interrupted') return { steps, interrupted: true }
    for (const each of kept) {
      if (consent !== 'given') {
        steps.push({ ref: refTo(each), action: 'Retain', result: 'refused', message: withoutConsent(consent, word) })
        continue
      }
      const tools = {
        ...toolsWithoutBackups({ ...options, dryRun: 'none' }, transport, context),
        backups: lent.backups,
      }
      steps.push(await retain(each, { ...tools, findDependents: async () => [] }))
    }
  }
  if (steps.every(isFinished)) {
    const { commandLineFor } = await import('./next-commands.ts')
    terminal.stderr.write(commandLineFor(name, folder, context))
  }
  return { steps, interrupted: signal.aborted, partial: unreadable.length > 0 }
}

function refTo({ type, object }: Saved) {
  return refOf(type, object.metadata)
}

function textOf({ kind, metadata: { name } }: KubeObject): string {
  return objectText({ kind, name })
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
  return saved
}

function folderOf({ backupDirectory }: WriteOptions, { journal }: CommandContext, name: string): string {
  if (backupDirectory === undefined)
    throw new Error('there is no home to keep backups in: name a directory with --backup-dir')
  return join(backupDirectory, `${journal.run}_namespace_${name}`)
}

/** One line for the folder in the place of one for each file. */
function quiet(context: CommandContext): CommandContext {
  return {
    ...context,
    terminal: { ...context.terminal, stderr: { ...context.terminal.stderr, write: () => undefined } },
  }
}
