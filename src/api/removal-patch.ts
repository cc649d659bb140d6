import type { ObjectMeta } from './object.ts'

/** One operation of a JSON patch (RFC 6902), of those that this program sends. */
export type PatchOperation =
  | { readonly op: 'test' | 'replace'; readonly path: string; readonly value: string }
  | { readonly op: 'remove'; readonly path: string }

export const JSON_PATCH = 'application/json-patch+json'

/** Who the server is told wrote a change. */
export const FIELD_MANAGER = 'kubectl-finalize'

/**
 * The JSON patch that removes these finalizers from the object as it is in `meta`, and fails on any other state:
 * another resourceVersion gets a 409, another uid or list the 422 of a failed test (kubernetes-deletion.md 1.5).
 * Each entry is tested by value, the last one goes first so that no index moves, and every duplicate goes.
 */
export function removalPatch(meta: ObjectMeta, finalizers: readonly string[]): readonly PatchOperation[] {
  return [
    { op: 'replace', path: '/metadata/resourceVersion', value: meta.resourceVersion ?? '' },
    ...patchOfAnyVersion(meta, finalizers),
  ]
}

/** The same for any version of the object that has this uid and these finalizers: to be tried only. */
export function patchOfAnyVersion(
  meta: Pick<ObjectMeta, 'uid' | 'finalizers'>,
  finalizers: readonly string[],
): readonly PatchOperation[] {
  const removals = (meta.finalizers ?? [])
    .map((value, index) => ({ value, path: `/metadata/finalizers/${index}` }))
    .filter(({ value }) => finalizers.includes(value))
    .toReversed()
    .flatMap(({ value, path }): PatchOperation[] => [
      { op: 'test', path, value },
      { op: 'remove', path },
    ])
  return [{ op: 'test', path: '/metadata/uid', value: meta.uid }, ...removals]
}
