import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { message } from '../../messages/sentence.ts'
import { isCustom } from '../custom-type.ts'
import { type Case, living, removal } from '../dossier/dossier.ts'
import type { Remedy } from '../explanation.ts'
import { closedNamespace } from '../namespaces/terminating-namespaces.ts'
import { isMeans, type Reference, type Unserved } from '../references/reference.ts'
import { toRepair } from '../remedy.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import type { DirectlyHeld } from '../stuck-object.ts'

/** Kinds that are whole by their name alone: a Secret without its content helps nobody. */
const CREATED_BY_NAME: Readonly<Record<string, readonly string[]>> = {
  serviceaccounts: ['create', 'serviceaccount'],
  namespaces: ['create', 'namespace'],
}

/** A Cluster of Cluster API, created again, makes machines; a means, a class or a project of others makes nothing. */
function mayProvision(type: ResourceType): boolean {
  return isCustom({ type }) && !isMeans(type) && !['Class', 'Project'].some(end => type.kind.endsWith(end))
}

/**
 * Create the thing again, where the server allows that; else, and last of all, let the objects go without it.
 * `isNeeded`: it is proven that the controller waits for just this; `isPlaced`: in just this namespace.
 */
export function missingRemedies(
  reference: Reference,
  { isNeeded, isPlaced }: { readonly isNeeded: boolean; readonly isPlaced: boolean },
  found: Case,
  direct: readonly DirectlyHeld[],
): readonly Remedy[] {
  const { type, namespace, name } = reference
  const what = { kind: type.kind, name, namespace }
  const last = removal(found, direct)
  // The server refuses every creation in a namespace that is being deleted.
  if (closedNamespace(namespace, found.context) !== undefined) {
    const end = { ...last, summary: message('CannotBeCreated', { ...what, next: last.summary }) }
    const other = isPlaced ? undefined : living(found)[0]?.workload.namespace
    if (other === undefined || closedNamespace(other, found.context) !== undefined) return [end]
    const there = message('CreateIfThere', { ...what, namespace: other })
    return [toRepair(there, [], mayProvision(type) ? 'medium' : 'low'), end]
  }
  if (resourceName(type) === 'nodes') {
    const summary = message('StartMachine', { node: name })
    return [toRepair(summary, [], 'low'), last]
  }
  const create = CREATED_BY_NAME[resourceName(type)]
  const place = namespaceFlag(namespace)
  const withRoles = resourceName(type) === 'serviceaccounts'
  const { ref } = found.held
  const isMade = !reference.path.startsWith('spec') && name.startsWith(`${ref.name}-`)
  const needed = { ...what, withRoles, isNeeded, ...(isMade && { madeFor: `${ref.kind} ${ref.name}` }) }
  const commands = create === undefined ? [] : [commandLine('kubectl', ...create, name, ...place)]
  return [toRepair(message('CreateAgain', needed), commands, mayProvision(type) ? 'medium' : 'low'), last]
}

/** Only who installs the product has its definition: there is no command for it. */
export function unservedRemedies(
  { group, kind, name }: Unserved,
  isNeeded: boolean,
  found: Case,
  direct: readonly DirectlyHeld[],
): readonly Remedy[] {
  return [
    toRepair(message('InstallDefinitionAgain', { kind, group, name, isNeeded }), [], 'low'),
    removal(found, direct),
  ]
}
