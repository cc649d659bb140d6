import type { Unreadable } from '../../api/terminating.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { Arranged, Cascade } from '../../diagnosis/preflight/foresee.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Section } from '../../plan/sections.ts'
import type { Query } from '../inspect/asked.ts'
import { readNamed } from '../inspect/named-objects.ts'
import { serverVersion } from '../inspect/server-version.ts'
import { discoverFor, typeWords } from '../inspect/types-named.ts'
import type { Ports, Session } from '../ports.ts'
import { findAwaited } from '../wait/find-awaited.ts'
import { arrange, deletionHookNotes, type SourceOrder } from './arrange.ts'
import type { OperatorName } from './operator/operator-name.ts'
import type { Source } from './sources/source.ts'

/** Which live objects are meant. */
export interface TargetOptions {
  /** `everything`: what the source names. */
  readonly asked: Query
  /** With its objects, beside what is asked for. */
  readonly operator?: OperatorName | undefined
  readonly source: Source | undefined
  readonly everywhere: boolean
  readonly selector: string | undefined
  readonly cascade: Cascade
  readonly pageSize: number
}

export interface Targets {
  readonly found: readonly Finding[]
  /** What was named and could not be read, though it may be there. */
  readonly unread: readonly Unreadable[]
  /** Whether something that was named on the command line is not there, or nothing of a file is. */
  readonly isMissing: boolean
}

/** What a preflight of the targets begins with. */
export interface PreflightStart extends Targets {
  readonly discovery: Discovery
  readonly version: string
  readonly arranged: Arranged
  /** Types of which the operator that is meant has all objects. */
  readonly served: readonly string[]
}

const NO_LIST: SourceOrder = { lists: new Set(), isHelm: false }

/**
 * Finds the objects that the options mean, and what the server is; says on stderr what does not exist. Rejects with an
 * Error of one line, or with ApiFailure.
 */
export async function beginWith(options: TargetOptions, session: Session, ports: Ports): Promise<PreflightStart> {
  const { transport } = session
  const [discovery, version] = await Promise.all([
    discoverFor(typeWords(options.asked), transport, ports.signal),
    serverVersion(transport, ports.signal),
  ])
  const { notes, order = NO_LIST, ...targets } = await findTargets(options, discovery, session, ports)
  await ports.say(...notes, ...deletionHookNotes(targets.found).map(noted))
  const arranged = await arrange(targets.found, order, transport, ports.signal)
  return { discovery, ...targets, version, arranged, served: order.servedTypes ?? [] }
}

interface Found extends Targets, Partial<Pick<PreflightStart, 'discovery'>> {
  /** What is not there, and what else has to be known. */
  readonly notes: readonly (Sentence | Section)[]
  readonly order?: SourceOrder
}

async function findTargets(
  { asked, operator, source, everywhere, selector, pageSize }: TargetOptions,
  discovery: Discovery,
  { transport, namespace }: Session,
  ports: Ports,
): Promise<Found> {
  const tools = { transport, namespace, discovery, pageSize, signal: ports.signal }
  if (operator !== undefined) {
    const { findOperator } = await import('./operator/find-operator.ts')
    const own = await findOperator(operator, tools)
    const names = asked.kind === 'names' ? asked.names : []
    const named = await readNamed(names, tools)
    const all = new Map([...own.found, ...named.found].map(each => [each.meta.uid, each]))
    return {
      found: [...all.values()],
      unread: [...own.unread, ...named.unread],
      notes: [...own.notes.map(noted), ...named.failures.map(failed)],
      order: own.order,
      isMissing: named.failures.length > 0,
    }
  }
  if (asked.kind === 'names') {
    const { found, failures, unread } = await readNamed(asked.names, tools)
    return { found, unread, notes: failures.map(failed), isMissing: failures.length > 0 }
  }
  if (asked.kind === 'types') {
    const scope = { namespace: everywhere ? undefined : namespace, labelSelector: selector, pageSize }
    const { found } = await findAwaited(asked, scope, tools)
    const notes = found.length === 0 ? [message('NoResources')] : []
    return { found, unread: [], notes, isMissing: false }
  }
  const { readSourceOf } = await import('./sources/read-source.ts')
  const { findListed } = await import('./sources/find-listed.ts')
  const sourceTools = { ...tools, env: ports.env, readInput: () => ports.readInput() }
  const { notes, ...listed } = await findListed(await readSourceOf(source!, sourceTools), sourceTools)
  return { ...listed, notes: notes.map(noted), isMissing: listed.found.length === 0 }
}

function noted(note: Sentence): Section {
  return { part: 'note', note }
}

function failed(failure: unknown): Section {
  return { part: 'failure', failure }
}
