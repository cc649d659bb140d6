import { DEFINITIONS } from '../../api/definitions.ts'
import { listPath, objectPath } from '../../api/path.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { serverWords, type Unreadable } from '../../api/terminating.ts'
import { type Messages, message } from '../../messages/sentence.ts'
import { droppedVersion, isDecodeFailure, isUndecodable, withoutFrame } from '../../statements/stored-objects.ts'
import { server } from '../../statements/words/server.ts'
import { probeOf } from '../admission/probe.ts'
import { keptFromStarting } from '../controller-manager/awaited-work.ts'
import { type Remedy, toInspect, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { awaitsNamespaceController, problemIn } from '../namespaces/terminating-namespaces.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'

/**
 * Undecodable: the server cannot read a stored object (damaged in etcd, encrypted with a lost key), so its whole type
 * cannot be listed and the object cannot be deleted. Blocks the object, its CRD when that is being deleted, every
 * terminating namespace whose content the namespace controller therefore cannot list, and what a garbage collector
 * that waits for the list does not get to.
 */
export function undecodable(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const stalled = keptFromStarting(held, context).filter(isDamaged)
  const waits = held.meta.deletionTimestamp !== undefined
  const rejection = waits ? probeOf(held, context)?.rejection : undefined
  const isItself = rejection?.by === 'storage' && droppedVersion(rejection.why) === undefined
  const itself = isItself ? [holding(held.ref.resource, rejection.why, 'dry run', context)] : []
  const unlisted = waits
    ? context.unreadable.filter(isDamaged).filter(entry => stalled.includes(entry) || holds(entry, held, context))
    : stalled
  return [...itself, ...unlisted.map(each => holding(each.resource, serverWords(each), each.resource, context))]
}

/** A version that the CRD has lost has a rule of its own. */
function isDamaged(entry: Unreadable): boolean {
  return isUndecodable(entry) && droppedVersion(serverWords(entry)) === undefined
}

/** Proven by the word of the controller that waits: it has met the same failure. */
function holds({ resource, ...rest }: Unreadable, held: StuckObject, context: RuleContext): boolean {
  if (awaitsNamespaceController(held)) {
    const reported = problemIn(held, 'NamespaceDeletionContentFailure', context)
    if (reported === undefined || !isDecodeFailure(reported)) return false
    const words = withoutFrame(serverWords(rest))
    return reported.includes(words) || reported.includes(`one or more ${resource} from the storage`)
  }
  if (held.ref.resource !== DEFINITIONS || held.ref.name !== resource) return false
  const reported = problemIn(held, 'Terminating', context)
  return reported === undefined || isDecodeFailure(reported)
}

function holding(resource: string, words: string, source: string, { facts }: RuleContext): Blocker {
  const type = facts.types.find(candidate => resourceName(candidate) === resource)
  return blocker('stuck', {
    key: `Undecodable/${resource}`,
    subject: { kind: type?.kind ?? 'Resource', name: resource },
    summary: message('StoredObjectUnreadable', { resource }),
    evidence: [{ fact: words, source }],
    remedies: () => undecodableRemedies(type, words, facts),
  })
}

/** The first minor release with the unsafe deletion (KEP-3926); in 1.36 its feature gate is still off by default. */
const UNSAFE_DELETION_SINCE = 32
const GATE = 'AllowUnsafeMalformedObjectDeletion'
const VERB = 'unsafe-delete-ignore-read-errors'
const OPTION = 'ignoreStoreReadErrorWithClusterBreakingPotential'

const MAX_COMMANDS = 10

/**
 * Remedies for a stored object that the server cannot read. Only a server with the unsafe deletion enabled names the
 * keys of such objects, and only then is it offered; for others that have it, its feature gate is named.
 */
function undecodableRemedies(type: ResourceType | undefined, words: string, facts: Facts): readonly Remedy[] {
  const restore = (unsafe?: Messages['RestoreStoredObject']['unsafe']) =>
    toRepair(message('RestoreStoredObject', { unsafe }), [], 'high')
  const paths = type === undefined ? [] : objectsNamed(words, type)
  const unsafe = paths.map(path => commandLine('kubectl', 'delete', '--raw', `${path}?${OPTION}=true`))
  if (unsafe.length > 0) {
    const summary = message('DeleteWithoutReading', { verb: VERB })
    return [restore(), toRepair(summary, unsafe.slice(0, MAX_COMMANDS), 'high')]
  }
  const look = toInspect(
    message('LogNamesKey'),
    type === undefined ? [] : [commandLine('kubectl', 'get', '--raw', listPath(type))],
  )
  const version = facts.read({ about: 'version' })
  const minor = version.state === 'known' ? Number(/^v?1\.(\d+)/.exec(version.value)?.[1]) : Number.NaN
  const byGate = { gate: GATE, since: `1.${UNSAFE_DELETION_SINCE}` }
  return [look, restore(minor < UNSAFE_DELETION_SINCE ? 'impossible' : byGate)]
}

/** `Key: /registry/GROUP/PLURAL/NAMESPACE/NAME, `: types differ in what stands before the end. */
function objectsNamed(message: string, type: ResourceType): readonly string[] {
  const paths = server.findAll('corrupt key', message).flatMap(([, whole]) => {
    const key = whole!.split('/')
    const name = key.at(-1)
    const namespace = type.namespaced ? key.at(-2) : undefined
    return name === undefined || (type.namespaced && namespace === undefined) ? [] : [objectPath(type, name, namespace)]
  })
  return [...new Set(paths)]
}
