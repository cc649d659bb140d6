import { DEFINITIONS } from '../api/definitions.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { message } from '../messages/sentence.ts'
import { type Cause, type Remedy, toInspect } from './explanation.ts'
import { once } from './facts.ts'
import { policies } from './policy.ts'
import { commandLine } from './shell-quote.ts'
import { isCustom, type RuleContext, type StuckObject } from './stuck-object.ts'
import { terminatingBy } from './terminating-by.ts'
import { unsavableKind } from './unsavable.ts'

/** Types whose end is the end of data, whatever their finalizers leak. */
const DATA: ReadonlySet<string> = new Set(['persistentvolumeclaims', 'persistentvolumes', DEFINITIONS])
/** Of a cause that holds more, the first is named: the others are saved alike. */
const MAX_OFFERED = 2

/**
 * The remedies of a cause with a rescue of its objects, should their deletion be a mistake: after every repair and
 * before the removal, which loses them. Only where data is at stake: by type; where removing a custom resource's
 * finalizer leaks something, or its CRD goes with all instances; and in a terminating namespace, of which all that is
 * left can be kept. What goes with its owner or its namespace is saved by these.
 */
export function withRescue(
  remedies: readonly Remedy[],
  direct: readonly StuckObject[],
  { code, verdict }: Pick<Cause, 'code' | 'verdict'>,
  context: Pick<RuleContext, 'facts' | 'terminating'>,
): readonly Remedy[] {
  // What is about to go by itself is gone before.
  if (verdict === 'progressing' || !policies[code].rescuable) return remedies
  const at = remedies.findIndex(({ kind }) => kind === 'remove')
  const isLeaking = at >= 0 && (remedies[at]!.leaks.length > 0 || remedies[at]!.risk === 'high')
  const definitions = terminatingOf(DEFINITIONS, context)
  const namespaces = terminatingOf('namespaces', context)
  const atStake = direct.filter(
    held =>
      held.meta.deletionTimestamp !== undefined &&
      (DATA.has(held.ref.resource) ||
        (isCustom(held) && (isLeaking || definitions.has(held.ref.resource))) ||
        (namespaces.has(held.ref.namespace ?? '') && unsavableKind(held.ref.resource) === undefined) ||
        (code === 'CleanupFailing' && held.ref.resource === 'namespaces')),
  )
  if (atStake.length === 0) return remedies
  const objects = new Map(
    atStake.flatMap(held => {
      const ref = savedBy(held, context)
      return ref === undefined ? [] : [[`${ref.resource} ${ref.namespace} ${ref.name}`, ref]]
    }),
  )
  if (objects.size === 0) return remedies
  const shown = [...objects.values()].slice(0, objects.size > MAX_OFFERED ? 1 : MAX_OFFERED)
  const offered = toInspect(
    message('SaveByRescue', { others: objects.size - shown.length }),
    shown.map(({ resource, name, namespace }) => {
      const place = namespace === undefined ? [] : ['-n', namespace]
      return commandLine('kubectl', 'finalize', 'rescue', `${resource}/${name}`, ...place, '--dry-run=client')
    }),
  )
  return at < 0 ? [...remedies, offered] : remedies.toSpliced(at, 0, offered)
}

type Named = Pick<ObjectRef, 'resource' | 'name' | 'namespace'>

/**
 * What to name to save an object: its namespace, topmost owner or CRD, if that is being deleted and takes it along.
 * undefined: its controller recreates it, or it cannot be saved.
 */
function savedBy(held: StuckObject, context: Pick<RuleContext, 'facts' | 'terminating'>): Named | undefined {
  const { terminating } = context
  const { namespace } = held.ref
  if (namespace !== undefined && terminatingOf('namespaces', context).has(namespace))
    return { resource: 'namespaces', name: namespace }
  const seen = new Set<string>()
  for (let each = held; !seen.has(each.ref.uid); ) {
    seen.add(each.ref.uid)
    if (unsavableKind(each.ref.resource) !== undefined) return undefined
    const owner = each.owners.map(({ ref }) => terminating.get(ref.uid)).find(found => found !== undefined)
    if (owner !== undefined) {
      each = owner
      continue
    }
    const isMade = each.owners.some(({ controller, exists }) => controller && exists !== false)
    if (isMade && each.ref.resource !== 'persistentvolumeclaims') return undefined
    // Of a type whose CRD is being deleted the server creates no object.
    const { resource } = each.ref
    return terminatingOf(DEFINITIONS, context).has(resource) ? { resource: DEFINITIONS, name: resource } : each.ref
  }
  return undefined
}

/** The names of what is terminating of a type, read once for all causes. */
function terminatingOf(
  type: string,
  { facts, terminating }: Pick<RuleContext, 'facts' | 'terminating'>,
): ReadonlySet<string> {
  return once(
    facts,
    `terminating ${type}`,
    () => new Set(terminatingBy('type', type, { terminating }).map(({ ref }) => ref.name)),
  )
}
