import type { Trusted } from '../author.ts'
import { MOMENT_SECONDS, REACTION_SECONDS, SILENCE_SECONDS } from '../thresholds.ts'

/** What was found where nothing that runs in the cluster is shown to be the controller, and all of it could be read. */
export interface Signs {
  /**
   * A custom type, which its own operator looks after, and nothing shows that another program put the finalizer on.
   * What holds a ConfigMap may be anybody; what a stranger holds (an audit, a backup) may be meant to wait in silence.
   */
  readonly ofType: boolean
  /**
   * What an uninstall leaves, and a former one may have left: a release without its record, a dangling binding. Of this
   * and the next three, who says so: no user of a namespace, who could write the same of an operator that lives.
   */
  readonly traces: Trusted | undefined
  /** It went itself, and has not written since: a Lease that lapsed, a workload on its way out. */
  readonly wentItself: Trusted | undefined
  /** An account of its own does not exist any more, so that nothing anywhere can act as it. */
  readonly goneAccount: Trusted | undefined
  /** An account of its own as which nothing runs here; a controller in another cluster may ask for tokens of it. */
  readonly idle: Trusted | undefined
  readonly deletedSeconds: number
  /** Since the finalizer's writer, or who may be it and wrote after the deletion, wrote last; undefined: unknown. */
  readonly wroteSeconds: number | undefined
  /** The same of every program that may be the writer, also one whose name many have; undefined: none is known. */
  readonly silentSeconds: number | undefined
  /** Of both, what the program wrote of any object of its product last; undefined: nothing shows it. */
  readonly seenSeconds: number | undefined
  /** It has written in the status, since the deletion, what that waits for: it acted, and may not have to any more. */
  readonly awaits: boolean
  /** All of its product could be read, where a write would break the silence. */
  readonly heardAll: boolean
  /** A Lease of the writer is renewed. */
  readonly renewed: boolean
  /** A user or group has a controller's own role for the type, or an idle account that has it is used. */
  readonly outsideController: boolean
  /** A user or group may change the type by a rule that names it. */
  readonly outsideUser: boolean
  /** Its controller is known to run where no Pod shows it; `maybe`: there or here. */
  readonly elsewhere: 'always' | 'maybe' | 'never'
  /** The catalogue names the workload that it is, of which nothing runs. */
  readonly named: boolean
  /**
   * Something that runs here may be it, and nothing shows that it is. Where nothing listens, and an hour went by in
   * which one that polls would have acted, that something may do everything does not make it such.
   */
  readonly suspects: boolean
  /** Whether anything that could be it watches the type, as the API servers count; `untold`: that is not known. */
  readonly listeners: 'some' | 'none' | 'untold'
}

/**
 * What proves that no controller is left; undefined: nothing. One that lives outside of the cluster leaves nothing in
 * it that could be missed, and members of system:masters need no binding: that none is found is no proof.
 *
 * Traces tell that it was here and went. A sign of life since weighs more: a write of a moment ago, a renewed Lease, a
 * controller's own role bound to a user; no lesser right, as every cluster has administrators. An account that is gone
 * cannot have written since; an idle one is a trace only where no write of the last hour is seen. What a former
 * installation left (a release without its record, a dangling binding, an account) proves nothing of a program that
 * wrote after the deletion, within the hour: another goes by its name. A workload on its way out and a lapsed Lease are
 * of the program itself. Without traces the long silence of the writer is proof, but only where nothing points at
 * somebody else who may do it; a user whose role names the type does, one who may do everything does not, for the same
 * reason. Under the same conditions a missing workload that the catalogue names is proof without silence.
 *
 * While something watches the type, nothing of this proves that it is gone: it may work elsewhere in silence. Where
 * nothing does, no controller built on watches is alive anywhere: traces need no silence then, and what has not acted
 * since the deletion is gone without any. Only one that polls could be left: so what runs here and may be it speaks
 * against that.
 */
export function absenceProvenBy(signs: Signs): Proof | undefined {
  if (signs.renewed || signs.elsewhere === 'always' || signs.listeners === 'some') return undefined
  if (signs.listeners === 'none') {
    const { traces, wentItself, goneAccount, idle } = signs
    if ((traces ?? wentItself ?? goneAccount ?? idle) !== undefined) return 'traces'
    const hasHadTime = signs.deletedSeconds >= REACTION_SECONDS && signs.silentSeconds !== undefined
    if (hasHadTime && !isSeenSince(signs) && !signs.suspects && !signs.awaits) return 'unwatched'
  }
  if (signs.outsideController) return undefined
  const { wroteSeconds = Number.POSITIVE_INFINITY } = signs
  // What it wrote before the deletion it may have written before its account went.
  const seenSeconds = Math.min(wroteSeconds, signs.silentSeconds ?? Number.POSITIVE_INFINITY)
  const hasHadTime = signs.deletedSeconds >= REACTION_SECONDS
  if (signs.goneAccount && hasHadTime && seenSeconds > signs.deletedSeconds) return 'traces'
  if (wroteSeconds < MOMENT_SECONDS) return undefined
  if (signs.wentItself) return 'traces'
  if ((signs.traces || signs.goneAccount) && !isSeenSince(signs)) return 'traces'
  const { deletedSeconds, silentSeconds, heardAll } = signs
  if (signs.idle && heardAll && (silentSeconds ?? Number.POSITIVE_INFINITY) >= SILENCE_SECONDS) return 'traces'
  if (signs.elsewhere === 'maybe' || signs.outsideUser || signs.suspects) return undefined
  if (signs.named) return 'catalogue'
  const silent = heardAll && Math.min(deletedSeconds, silentSeconds ?? 0) >= SILENCE_SECONDS
  return silent && signs.ofType ? 'silence' : undefined
}

/**
 * Whether its writer, or who may be it, wrote when it had had the time to act on the deletion, and not an hour ago yet:
 * it was alive then, and had not acted.
 */
export function isSeenSince({ deletedSeconds, seenSeconds = Number.POSITIVE_INFINITY }: Signs): boolean {
  return seenSeconds < Math.min(SILENCE_SECONDS, deletedSeconds - REACTION_SECONDS)
}

export type Proof = 'traces' | 'silence' | 'catalogue' | 'unwatched'
