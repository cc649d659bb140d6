import { resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { probeOf } from '../admission/probe.ts'
import type { Held, Holding, RuleContext } from '../held.ts'
import { commandLine } from '../shell-quote.ts'
import { definitionProblem } from '../unreadable/definition-condition.ts'
import { awaitsNamespaceController, namespaceProblem } from '../unreadable/namespace-condition.ts'
import { isDecodeFailure, isUndecodable } from '../unreadable/stored-objects.ts'

/**
 * Undecodable: the server cannot read an object that it stores (damaged in etcd, encrypted with a key that is gone), so
 * that the whole type cannot be listed and the object not be deleted. Holds the object, its CRD when that terminates, and
 * every terminating namespace whose content the namespace controller cannot list therefore.
 */
export function undecodable(held: Held, context: RuleContext): readonly Holding[] {
  if (held.meta.deletionTimestamp === undefined) return []
  const rejection = probeOf(held, context)?.rejection
  const itself = rejection?.by === 'storage' ? [holding(held.ref.resource, rejection.why, 'dry run', context)] : []
  const unlisted = context.unreadable
    .filter(isUndecodable)
    .filter(entry => holds(entry, held, context))
    .map(({ resource, message }) => holding(resource, message, resource, context))
  return [...itself, ...unlisted]
}

/** Proven by the word of the controller that waits: it has met the same failure. */
function holds({ resource, message }: Unreadable, held: Held, context: RuleContext): boolean {
  if (awaitsNamespaceController(held)) {
    const reported = namespaceProblem(held, 'NamespaceDeletionContentFailure', context)
    return reported !== undefined && isDecodeFailure(reported) && reported.includes(essence(message))
  }
  if (held.ref.resource !== 'customresourcedefinitions.apiextensions.k8s.io' || held.ref.name !== resource) return false
  const reported = definitionProblem(held, context)
  return reported === undefined || isDecodeFailure(reported)
}

/** What is said alike about LIST and DELETE, without the frame that each puts around it. */
function essence(message: string): string {
  return message.replace(/^.*?failed to list [^:]*: /s, '').replace(/^Internal error occurred: /, '')
}

function holding(resource: string, message: string, source: string, { facts }: RuleContext): Holding {
  const type = facts.types.find(candidate => resourceName(candidate) === resource)
  const path = type && `${type.group === '' ? '/api' : `/apis/${type.group}`}/${type.version}/${type.plural}`
  return {
    verdict: 'stuck',
    cause: {
      key: `Undecodable/${resource}`,
      code: 'Undecodable',
      subject: { kind: type?.kind ?? 'Resource', name: resource },
      summary: `The API server cannot read an object of ${resource} that it has stored, so none of them can be listed and that one not be deleted.`,
      evidence: [{ fact: message, source }],
      remedies: () => [
        {
          kind: 'inspect',
          summary: `the server's log names the key of the object that it cannot read; see whether the type can be listed`,
          commands: path === undefined ? [] : [commandLine('kubectl', 'get', '--raw', path)],
          risk: 'none',
          leaks: [],
        },
        {
          kind: 'repair',
          summary:
            'restore the stored object from a backup of etcd, or the key that it was encrypted with; nothing can be done through the API',
          commands: [],
          risk: 'high',
          leaks: [],
        },
      ],
    },
  }
}
