import { listPath, objectPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { corruptKeys } from '../../statements/stored-objects.ts'
import type { Remedy } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { toInspect, toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'

/** The first minor release that has the unsafe deletion at all (KEP-3926); in 1.36 its feature gate is still off by default. */
const UNSAFE_DELETION_SINCE = 32
const GATE = 'AllowUnsafeMalformedObjectDeletion'
const VERB = 'unsafe-delete-ignore-read-errors'
const OPTION = 'ignoreStoreReadErrorWithClusterBreakingPotential'

/** How many objects are named in commands. */
const MAX_COMMANDS = 10

/**
 * What can be done about a stored object that the server cannot read. A server with the unsafe deletion switched on names
 * the keys of such objects, and only then is it offered; one that could have it is told of by its gate.
 */
export function undecodableRemedies(type: ResourceType | undefined, message: string, facts: Facts): readonly Remedy[] {
  const restore = toRepair(
    'restore the stored object from a backup of etcd, or the key that it was encrypted with',
    [],
    'high',
  )
  const unsafe = type === undefined ? [] : objectsNamed(message, type).map(path => unsafeDeletion(path))
  if (unsafe.length > 0) {
    const summary = `or delete it without reading it: its finalizers, preconditions and cleanup are ignored, and what relies on them may break. Only if it is not going to be restored, by a user with the verb ${VERB}`
    return [restore, toRepair(summary, unsafe.slice(0, MAX_COMMANDS), 'high')]
  }
  const look = toInspect(
    `the server's log names the key of the object that it cannot read; see whether the type can be listed`,
    type === undefined ? [] : [commandLine('kubectl', 'get', '--raw', listPath(type))],
  )
  const version = facts.read({ about: 'version' })
  const minor = version.state === 'known' ? Number(/^v?1\.(\d+)/.exec(version.value)?.[1]) : Number.NaN
  const gate =
    minor < UNSAFE_DELETION_SINCE
      ? `${restore.summary}; this server has no way to delete it through the API`
      : `${restore.summary}; or start kube-apiserver (1.${UNSAFE_DELETION_SINCE} or later) with --feature-gates=${GATE}=true: it then names the object and can delete it without reading it, and this explanation then has the command`
  return [look, { ...restore, summary: gate }]
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

function unsafeDeletion(path: string): string {
  return commandLine('kubectl', 'delete', '--raw', `${path}?${OPTION}=true`)
}
