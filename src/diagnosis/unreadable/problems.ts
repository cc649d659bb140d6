import { DEFINITIONS } from '../../api/definitions.ts'
import { serverWords } from '../../api/terminating.ts'
import { probeOf } from '../admission/probe.ts'
import { keptFromStarting } from '../controller-manager/awaited-work.ts'
import { awaitsNamespaceController, problemIn } from '../namespaces/terminating-namespaces.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

export interface Problem {
  readonly message: string
  readonly source: string
  /** The type (`plural.group`) that it is about, where that is known. */
  readonly resource?: string
}

/**
 * Where stored data is said to keep this object: for a Namespace by its controller, for a CRD by the list of its
 * instances, for others by the dry run of their update; and in lists that the garbage collector waits for.
 */
export function problemsOf(
  held: StuckObject,
  context: RuleContext,
  isMeant: (message: string) => boolean,
): readonly Problem[] {
  const collector = keptFromStarting(held, context)
    .map(each => ({ message: serverWords(each), source: each.resource, resource: each.resource }))
    .filter(({ message }) => isMeant(message))
  return [...itself(held, context, isMeant), ...collector]
}

function itself(held: StuckObject, context: RuleContext, isMeant: (message: string) => boolean): readonly Problem[] {
  if (held.meta.deletionTimestamp === undefined) return []
  if (awaitsNamespaceController(held)) {
    const message = problemIn(held, 'NamespaceDeletionContentFailure', context)
    return message === undefined || !isMeant(message) ? [] : [{ message, source: 'namespaces' }]
  }
  if (held.ref.resource === DEFINITIONS) {
    const resource = held.ref.name
    const problem = unlisted(resource, context, isMeant)
    if (problem !== undefined) return [problem]
    const message = problemIn(held, 'Terminating', context)
    if (message === undefined || !isMeant(message)) return []
    return [{ message, source: 'customresourcedefinitions', resource }]
  }
  const rejection = probeOf(held, context)?.rejection
  const isRejected = rejection?.by === 'conversion' || rejection?.by === 'storage'
  return isRejected && isMeant(rejection.why)
    ? [{ message: rejection.why, source: 'dry run', resource: held.ref.resource }]
    : []
}

/** What kept the survey from listing a type (`plural.group`). */
export function unlisted(
  resource: string,
  { unreadable }: RuleContext,
  isMeant: (message: string) => boolean,
): Problem | undefined {
  const found = unreadable.find(each => each.resource === resource && isMeant(serverWords(each)))
  return found && { message: serverWords(found), source: resource, resource }
}
