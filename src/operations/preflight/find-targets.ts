import { readFile } from 'node:fs/promises'
import type { Unreadable } from '../../api/terminating.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { CommandContext, Session } from '../../commandline/command.ts'
import { formatFailure } from '../../render/failure.ts'
import { printable } from '../../render/printable.ts'
import { readNamed } from '../inspect/named-objects.ts'
import { serverVersion } from '../inspect/server-version.ts'
import { discoverFor, typeWords } from '../inspect/types-named.ts'
import { findAwaited } from '../wait/find-awaited.ts'
import type { TargetOptions } from './target-options.ts'

export interface Targets {
  readonly found: readonly Finding[]
  /** What was named and could not be read, though it may be there. */
  readonly unread: readonly Unreadable[]
  /** Whether something that was named on the command line is not there, or nothing of a file is. */
  readonly isMissing: boolean
}

/** What a preflight of the targets begins with. */
export interface Begun extends Targets {
  readonly discovery: Discovery
  readonly version: string
}

/**
 * Finds what the options mean, as it is now, beside what the server is; tells on stderr what is not there. Rejects with an Error of one
 * line, or with ApiFailure.
 */
export async function beginWith(options: TargetOptions, session: Session, context: CommandContext): Promise<Begun> {
  const { transport } = session
  const [discovery, version] = await Promise.all([
    discoverFor(typeWords(options.asked), transport, context.signal),
    serverVersion(transport, context.signal),
  ])
  const { notes, ...targets } = await findTargets(options, discovery, session, context)
  for (const line of notes) context.terminal.stderr.write(`${line}\n`)
  return { ...targets, discovery, version }
}

interface Found extends Targets {
  /** Lines for stderr: what is not there. */
  readonly notes: readonly string[]
}

async function findTargets(
  { asked, file = '-', everywhere, selector, pageSize }: TargetOptions,
  discovery: Discovery,
  { transport, namespace }: Session,
  context: CommandContext,
): Promise<Found> {
  const { signal } = context
  if (asked.kind === 'names') {
    const { found, failures, unread } = await readNamed(transport, asked.names, discovery, namespace, signal)
    return { found, unread, notes: failures.map(formatFailure), isMissing: failures.length > 0 }
  }
  if (asked.kind === 'types') {
    const scope = { namespace: everywhere ? undefined : namespace, labelSelector: selector, pageSize }
    const { found } = await findAwaited(asked, scope, transport, discovery, signal)
    const notes = found.length === 0 ? ['No resources found'] : []
    return { found, unread: [], notes, isMissing: false }
  }
  const { parseManifests } = await import('./parse-manifests.ts')
  const { findManifests } = await import('./find-manifests.ts')
  const text = file === '-' ? await context.readInput() : await textOf(file)
  const manifests = parseManifests(text, file === '-' ? 'stdin' : file)
  const { found, absent } = await findManifests(manifests, namespace, { transport, discovery, pageSize }, signal)
  const notes = absent.map(name => `note: not found: ${printable(name)}`)
  return { found, unread: [], notes, isMissing: found.length === 0 }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`the path "${file}" does not exist`)
    if (code === 'EISDIR') throw new Error(`${file}: is a directory; specify the files in it`)
    throw new Error(`${file}: it cannot be read: ${message}`)
  }
}
