import { resourceName } from '../../api/resource-type.ts'
import { type Case, removal } from '../dossier/dossier.ts'
import type { Remedy } from '../explanation.ts'
import { closedNamespace } from '../namespaces/terminating-namespaces.ts'
import type { Reference, Unserved } from '../references/reference.ts'
import { toRepair } from '../remedy.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import type { DirectlyHeld } from '../stuck-object.ts'

/** Kinds that are whole by their name alone: a Secret without its content helps nobody. */
const CREATED_BY_NAME: Readonly<Record<string, readonly string[]>> = {
  serviceaccounts: ['create', 'serviceaccount'],
  namespaces: ['create', 'namespace'],
}

/**
 * Create the thing again, where the server allows that; else, and last of all, let the objects go without it. `isNeeded`: it is
 * proven that the controller waits for just this.
 */
export function missingRemedies(
  reference: Reference,
  isNeeded: boolean,
  found: Case,
  direct: readonly DirectlyHeld[],
): readonly Remedy[] {
  const { type, namespace, name } = reference
  const what = `${type.kind} ${name}${namespace === undefined ? '' : ` in namespace ${namespace}`}`
  const last = removal(found, direct)
  // The server refuses every creation in a namespace that is being deleted.
  if (closedNamespace(namespace, found.context) !== undefined) {
    const summary = `${what} cannot be created again, because the namespace is being deleted; ${last.summary}`
    return [{ ...last, summary }]
  }
  if (resourceName(type) === 'nodes') {
    const summary = `start the machine of node ${name} again, if it still exists: its kubelet registers the Node`
    return [toRepair(summary, [], 'low'), last]
  }
  const create = CREATED_BY_NAME[resourceName(type)]
  const place = namespaceFlag(namespace)
  const rights = resourceName(type) === 'serviceaccounts' ? ', and bind its roles to it' : ''
  return [
    toRepair(
      `create ${what} again as it was${rights}; ${outcome(isNeeded)}`,
      create === undefined ? [] : [commandLine('kubectl', ...create, name, ...place)],
      'low',
    ),
    last,
  ]
}

/** Only who installs the product has its definition: there is no command for it. */
export function unservedRemedies(
  { group, kind, name }: Unserved,
  isNeeded: boolean,
  found: Case,
  direct: readonly DirectlyHeld[],
): readonly Remedy[] {
  return [
    toRepair(
      `install the CustomResourceDefinition of ${kind} (${group}) again, with the product that it belongs to, and create ${kind} ${name} again where the controller needs it; ${outcome(isNeeded)}`,
      [],
      'low',
    ),
    removal(found, direct),
  ]
}

/** That an object names a thing is no proof that its deletion waits for it. */
function outcome(isNeeded: boolean): string {
  return isNeeded
    ? 'the controller then finishes by itself'
    : 'if that is what the controller waits for, it then finishes by itself'
}
