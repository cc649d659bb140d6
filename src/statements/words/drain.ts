import { tableOf, type Words } from './words.ts'

/** How a drain speaks of itself. */
// biome-ignore format: a table is read by its columns
const TABLE = [
  // That a node or a machine is being drained.
  { says: 'draining', words: /\bdrain(ing|s)?\b|drain ?node|\bevict(ing)?\b/i, source: 'kubernetes/kubectl:pkg/drain/drain.go, and controllers that use it', example: 'DrainingNode: evicting pod shop/web-0', counterexample: 'Ready' },
  // With one of these it is not, or not any more.
  { says: 'not draining', words: /\b(no|not|without|skip\w*|complete\w*|finish\w*)\b/i, source: 'English', example: 'drain completed' },
  // An eviction that a disruption budget refuses.
  { says: 'eviction refused', words: /disruption budget ([a-z0-9][a-z0-9.-]*) needs/, source: 'kubernetes/kubernetes:pkg/registry/core/pod/storage/eviction.go', example: 'The disruption budget web needs 2 healthy pods and has 2 currently' },
  { says: 'eviction refused', words: /\bviolate the pod's disruption budget\b/, source: 'kubernetes/kubernetes:pkg/registry/core/pod/storage/eviction.go, createTooManyRequestsError (kubermatic/machine-controller#1015)', example: "Cannot evict pod as it would violate the pod's disruption budget." },
  // The Pod of such an eviction, with its namespace.
  { says: 'evicted pod', words: /\b(?:[Pp]od[s:]? )["']?([a-z0-9][a-z0-9-]*)\/([a-z0-9][a-z0-9.-]*)/, source: 'kubernetes/kubectl:pkg/drain/drain.go', example: 'error when evicting pod shop/web-0' },
  { says: 'evicted pod', words: /\b[Pp]ods?\/(?="?[a-z0-9][a-z0-9.-]*"? -n "?([a-z0-9][a-z0-9-]*))"?([a-z0-9][a-z0-9.-]*)/, source: 'kubernetes/kubectl:pkg/drain/drain.go, evictPods', example: 'error when evicting pods/"web-0" -n "shop" (will retry after 5s)' },
  // The reason of a condition, that a drained machine waits for its volumes.
  { says: 'detaching', words: /^(Await|Wait)\w*VolumeDetach/, source: 'AwaitingVolumeDetachment of Karpenter, WaitingForVolumeDetach of Cluster API', example: 'AwaitingVolumeDetachment', counterexample: 'DrainingNode' },
] as const satisfies readonly Words[]

export const drains = tableOf(TABLE)
