/**
 * The times, in seconds, by which a diagnosis tells late from still, each with its reason; no other file of diagnosis
 * has one: of kube-controller-manager, Leases and watches, other controllers, writes and requests, and Pods.
 */

/**
 * Work of a running kube-controller-manager is only late until then: it deletes many objects one by one, and returns to
 * a namespace after half of its Pods' grace period. After that it stands still.
 */
export const PATIENCE_SECONDS = 300
/** The same for one step of which a controller is told by an event: done within a second as a rule. */
export const PROMPT_SECONDS = 60
/** Whoever sends a request himself has waited long enough to be told that it is refused. */
export const OWN_REQUEST_SECONDS = 60
/** So soon, the controller may not have come to a deleted Namespace: it waits 5 s (kubernetes-deletion.md 2.3). */
export const NAMESPACE_REACTION_SECONDS = 10

/** Clocks of a cluster may be so far apart. */
export const SKEW_SECONDS = 60
/** A Lease that was not renewed for so long lost its holder, whatever its duration. */
export const LAPSED_SECONDS = 600
/** The garbage collector sees a new type within 30 s, and comes back after 20 s. */
export const SETTLED_SECONDS = 60
/** Clients that lost their server come back within half a minute. */
export const SERVER_SETTLED_SECONDS = 120

/** So soon after the deletion a controller may not have come round to it: what it has not done tells nothing. */
export const EARLY_SECONDS = 30
/** So long after the deletion a controller that is there has acted on it as a rule. */
export const REACTION_SECONDS = 30
/** Signs of work of the first half minute alone, and none since for so long, are no proof that work goes on. */
export const QUIET_SECONDS = 120
/** Who wrote within these seconds was there a moment ago: no trace of an uninstall outweighs that. */
export const MOMENT_SECONDS = 300
/**
 * For silence to be proof, the finalizer's writer has to be silent, and the deletion to be old, for so long. A running
 * controller acts on a deletion at once, and a failing one retries after 17 minutes at most (controller-runtime's
 * longest delay), so within an hour it has at least three more tries to write an error or an event.
 */
export const SILENCE_SECONDS = 3600
/** A controller that only came up may take so long to come round to everything. */
export const WARM_UP_SECONDS = 300
/** What is older is no sign of work going on. */
export const FRESH_SECONDS = 600
/** What is said again and again in the same words for so long tells of tries and not of work. */
export const SAME_SECONDS = 3600

/** A write of the deletion itself may carry its second. */
export const SAME_WRITE_SECONDS = 1
/** What is logged of an object so shortly before its last line is of the same try. */
export const SAME_TRY_SECONDS = 10
/** So long after the creation a write is no part of it. */
export const CREATION_SECONDS = 60
/** So soon a request that is denied to us may still be allowed to the controller that is only about to ask. */
export const ASKED_WITHIN_SECONDS = 10

/** A container that runs on while others of its Pod have ended is late, if so much of the grace is left. */
export const LATE_GRACE_SECONDS = 60

/** Who chose so long a time may have meant less: until then nothing else ends the Pod. */
export const LONG_GRACE_SECONDS = 3600
/**
 * PodGC deletes Pods whose Node is gone after 40 s of quarantine, and those on nodes out of service at once, in rounds
 * of 20 s; by then it should have come.
 */
export const COLLECTED_WITHIN_SECONDS = 120
/** PodGC marks a Pod right before it deletes it: a marked one that is there after so long could not be deleted. */
export const COLLECTED_ONCE_TRIED_SECONDS = 15
/** kube-controller-manager's maxWaitForUnmountDuration, 6 minutes (pkg/controller/volume/attachdetach), and a round. */
export const FORCED_DETACH_SECONDS = 400
/** A Pod that is replaced by a newer one, as in a roll-out, is there again within this time. */
export const STARTED_WITHIN_SECONDS = 120

/**
 * Seconds in the largest unit that fits, for sentences: `45s`, `12m`, `3h`, `6d`. One unit, cut, as sentences need only
 * the order of magnitude; columns beside kubectl's have its two units (`formatAge` of render).
 */
export function formatSeconds(seconds: number): string {
  if (seconds < 120) return `${Math.floor(seconds)}s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)}m`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)}h`
  return `${Math.floor(seconds / 86_400)}d`
}
