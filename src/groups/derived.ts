import type { ObjectRef } from '../api/object-ref.ts'
import type { CustomResource, DeletionGroups } from './deletion-groups.ts'
import type { ManagedResource } from './landscaper/managed-resource.ts'
import { matchGroups } from './landscaper/match-groups.ts'
import { DEFAULT_GROUPS } from './landscaper/written-groups.ts'

const TIMEOUT_SECONDS = 300
const POLL_SECONDS = 2

/** What a custom resource owns, directly or indirectly, in Landscaper's order: namespaced, cluster-scoped, CRDs. */
export function derivedGroups(owned: readonly ObjectRef[], subject: CustomResource): DeletionGroups {
  const { groups } = matchGroups(DEFAULT_GROUPS, ownedResources(owned, subject))
  return {
    system: 'derived',
    groups,
    timeoutSeconds: TIMEOUT_SECONDS,
    pollSeconds: POLL_SECONDS,
    propagation: 'Background',
    remaining: [],
    notes: [
      {
        text: `no order is written: the groups are what ${subject.object.kind} "${subject.object.metadata.name}" owns, in Landscaper's default order`,
      },
    ],
  }
}

/** Owned objects as an inventory; a circle of owners may lead back to the resource itself, which is left out. */
export function ownedResources(owned: readonly ObjectRef[], { object }: CustomResource): readonly ManagedResource[] {
  return owned
    .filter(({ uid }) => uid !== object.metadata.uid)
    .map(({ apiVersion, kind, name, namespace, uid }) => ({
      apiVersion,
      kind,
      name,
      namespace,
      uid,
    }))
}
