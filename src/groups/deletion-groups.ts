import type { KubeObject } from '../api/object.ts'

/*
 * Ordered deletion, read but not yet looked at in the cluster: whatever system wrote the order, this is what is run.
 *
 * `openGroups` and `groupsFor` (read-groups.ts) make it, or throw a GroupsError that names the line. The run may rely
 * on this:
 * - Everything that can be found wrong without a cluster was found: shapes, durations, templates, names that are no
 *   names, and items that name the custom resource, its CRD or its namespace. Still to be asked of the cluster:
 *   whether a kind exists (`Item.line` and `WrittenType.line` say where it was written), whether it is namespaced, and,
 *   once it is known which cluster `target` is, `refuseOwnDeletion` again; a selection by label has to be held against
 *   the custom resource and its namespace when the objects are known.
 * - Groups are in order and none is left out: a skipped one has its reason, an empty one has no items.
 * - The objects of a group may be deleted at once; the next group waits until each is gone by uid.
 * - Nothing is dropped in silence: what stays is in `remaining`, what is read differently than the operator would is in
 *   `notes`, and both belong into the plan that is shown.
 */

/** Its sentences are words here; what reads the cluster adds others, which a renderer words. */
export interface DeletionGroups<Text = string> {
  readonly system: 'orkestra' | 'landscaper' | 'native' | 'derived'
  readonly groups: readonly Group[]
  /** For all groups together, from the start of the run; absent: no limit. */
  readonly timeoutSeconds?: number | undefined
  /** How often the system itself looks again. */
  readonly pollSeconds: number
  /** What deletes ask for. Foreground: gone only after what it owns, and so are its Pods. */
  readonly propagation: 'Foreground' | 'Background'
  /** The Landscaper Target in whose cluster the objects are; absent: the cluster of the custom resource. */
  readonly target?: string | undefined
  /** The system's own finalizers, to be offered afterwards if the resource has them; absent: it has none of its own. */
  readonly finalizers?: readonly string[] | undefined
  /** Objects that are known to the system and in no group. */
  readonly remaining: readonly Remaining<Text>[]
  readonly notes: readonly Note<Text>[]
}

export interface Group {
  readonly name?: string | undefined
  readonly line?: number | undefined
  /** Why nothing of it is deleted; then it has no items. */
  readonly skipped?: string | undefined
  /** Take all finalizers off what was deleted. Needs a consent besides the file's. */
  readonly forceDelete: boolean
  /** Its items were not put there by the custom resource: all that match go. Needs a consent besides the file's. */
  readonly deleteAll: boolean
  /** Another Target than that of the whole. */
  readonly target?: string | undefined
  /** Kinds as written where an inventory gave the items instead: one that only exists as a plural matched nothing. */
  readonly written: readonly WrittenType[]
  readonly items: readonly Item[]
  /** Where `deleteAll`: those that the custom resource did put there. */
  readonly deployed?: readonly Item[] | undefined
}

export interface WrittenType {
  readonly apiVersion: string
  readonly kind: string
  readonly line?: number | undefined
  /** What names the place where there is no line. */
  readonly path?: string | undefined
}

/** Objects of one kind: those with these names, in these namespaces, with these labels. */
export interface Item extends WrittenType {
  /** Absent: whatever its name. */
  readonly names?: readonly string[] | undefined
  /** Not for cluster-scoped kinds. Empty: none is known, so a namespaced kind cannot be looked for. */
  readonly namespaces: readonly string[] | 'all'
  /** Somebody wrote these namespaces to narrow it down; else they are what goes without saying. */
  readonly narrowed?: true | undefined
  /** As `kubectl -l` takes it. */
  readonly labelSelector?: string | undefined
  /** Only the object with this uid. */
  readonly uid?: string | undefined
  /** Only when this label has one of these values. */
  readonly onlyLabelled?: { readonly label: string; readonly values: readonly string[] } | undefined
}

export interface Remaining<Text = string> {
  readonly item: Item
  readonly why: Text
}

/** A sentence for the plan, with the line of the file that it is about. */
export interface Note<Text = string> {
  readonly line?: number | undefined
  readonly text: Text
}

/** The custom resource whose groups are asked for, whole, not only its metadata; `resource` is `plural.group`. */
export interface CustomResource {
  readonly object: KubeObject
  readonly resource: string
}
