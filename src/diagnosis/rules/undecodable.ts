import { DEFINITIONS } from '../../api/definitions.ts'
import { resourceName } from '../../api/resource-type.ts'
import { serverWords, type Unreadable } from '../../api/terminating.ts'
import { message } from '../../messages/sentence.ts'
import { droppedVersion, isDecodeFailure, isUndecodable, withoutFrame } from '../../statements/stored-objects.ts'
import { probeOf } from '../admission/probe.ts'
import { keptFromStarting } from '../controller-manager/stalled-collector.ts'
import { awaitsNamespaceController, problemIn } from '../namespaces/terminating-namespaces.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { undecodableRemedies } from '../unreadable/undecodable-remedies.ts'

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
