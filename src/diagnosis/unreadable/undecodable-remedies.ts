import { listPath, objectPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { type Messages, message } from '../../messages/sentence.ts'
import { corruptKeys } from '../../statements/stored-objects.ts'
import type { Remedy } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { toInspect, toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'

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
export function undecodableRemedies(type: ResourceType | undefined, words: string, facts: Facts): readonly Remedy[] {
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
  const paths = corruptKeys(message).flatMap(whole => {
    const key = whole.split('/')
    const name = key.at(-1)
    const namespace = type.namespaced ? key.at(-2) : undefined
    return name === undefined || (type.namespaced && namespace === undefined) ? [] : [objectPath(type, name, namespace)]
  })
  return [...new Set(paths)]
}
