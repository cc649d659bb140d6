import { FOREGROUND } from '../api/builtin-finalizers.ts'
import { append } from '../api/long-lists.ts'
import { specFinalizersOf } from '../api/namespace-type.ts'
import type { KubeObject } from '../api/object.ts'
import { message } from '../messages/sentence.ts'
import type { ChangeResult, Step } from '../plan/outcome.ts'
import { type Among, removalChanges } from '../plan/plan.ts'
import type { Removal } from '../plan/removal.ts'
import { changeSince, withoutFinalizers } from '../plan/still-as-shown.ts'
import { type Attempt, attempt } from './attempt.ts'
import { type ListOf, metadataFinalizers, proofOf } from './proof.ts'
import { patchFinalizers, putFinalize, releaseOwner } from './requests.ts'
import type { Tools } from './tools.ts'

/**
 * Removes the allowed finalizers of one object: reads it, compares it with what was shown, keeps a backup, patches just
 * that state, and proves the result. Of a set, the state that was shown is tried first, without another read. Never
 * rejects: what went wrong is in the steps, one per finalizer. foregroundDeletion goes last, by a second DELETE, the
 * API's own way (kubernetes-deletion.md 1.2); where this run removed finalizers of its dependents, the garbage
 * collector removes it with the last of them.
 */
export async function removeFinalizers(removal: Removal, tools: Tools, among: Among = {}): Promise<readonly Step[]> {
  const { object, allowedInMetadata: inMetadata, allowedInSpec } = removal
  const patched = inMetadata.filter(name => name !== FOREGROUND)
  const after = tools.dryRun ? object : withoutFinalizers(object, patched)
  const attempts = [
    [patched, object, metadataFinalizers],
    [allowedInSpec, after, specFinalizersOf],
    [inMetadata.filter(name => name === FOREGROUND), after, metadataFinalizers],
  ] as const
  const steps: Step[] = []
  for (const [finalizers, before, listOf] of attempts) {
    if (steps.some(({ result }) => result !== 'done' && result !== 'planned')) break
    if (finalizers.length === 0) continue
    append(steps, await attempt(removalAttempt(removal, finalizers, before, among, tools, listOf), tools))
  }
  return steps
}

/**
 * The request that takes these off one list of the object: a patch; of the spec of a Namespace by /finalize, which
 * keeps the others; of foregroundDeletion alone a second DELETE, with background propagation, which removes only that
 * (kubernetes-deletion.md 1.2).
 */
export function takingOff(
  { ref, type, leaks }: Pick<Removal, 'ref' | 'type' | 'leaks'>,
  finalizers: readonly string[],
  { dryRun }: Pick<Tools, 'dryRun'>,
  listOf: ListOf = metadataFinalizers,
): Omit<Attempt, 'hindrance' | 'proof'> {
  const isRelease = listOf === metadataFinalizers && finalizers[0] === FOREGROUND
  return {
    ref,
    type,
    changes: () =>
      isRelease
        ? [{ ref, action: 'Delete', finalizer: FOREGROUND }]
        : removalChanges({ ref, leaks, allowed: finalizers }),
    isMade: now => now?.metadata.uid !== ref.uid || !finalizers.some(name => listOf(now).includes(name)),
    async send(now, transport) {
      const sending = { transport, dryRun }
      if (listOf === specFinalizersOf) return putFinalize(now!, finalizers, sending)
      if (!isRelease) return patchFinalizers(type, now!, finalizers, sending)
      await releaseOwner(type, now!, sending)
      return withoutFinalizers(now!, [FOREGROUND])
    },
  }
}

/** `before` is what the object has to be like: as it was shown, or without what this run removed before. */
function removalAttempt(
  removal: Removal,
  finalizers: readonly string[],
  before: KubeObject,
  { afterDependents = false, isOfSet = false }: Among,
  tools: Tools,
  listOf: ListOf,
): Attempt {
  const { ref, object } = removal
  const isThere = (now: KubeObject | undefined): now is KubeObject => now?.metadata.uid === ref.uid
  return {
    ...takingOff(removal, finalizers, tools, listOf),
    asRead: isOfSet && listOf === metadataFinalizers && finalizers[0] !== FOREGROUND ? object : undefined,
    hindrance(now): ChangeResult | undefined {
      if (now === undefined) return { result: 'gone', message: message('AlreadyGone') }
      const isCollected = afterDependents && isThere(now) && !(now.metadata.finalizers?.includes(FOREGROUND) ?? false)
      if (isCollected && finalizers.includes(FOREGROUND)) return COLLECTED
      const difference = changeSince(isCollected ? withoutFinalizers(before, [FOREGROUND]) : before, now)
      // What does not carry any of them is never sent anything: the server would answer 200 to that.
      if (difference === undefined) return finalizers.some(name => listOf(now).includes(name)) ? undefined : NOT_CARRIED
      return { result: 'changed', guard: 'Changed', message: message('RunItAgain', { after: difference }) }
    },
    proof: async answer =>
      isThere(answer)
        ? proofOf(removal, { finalizers, listOf }, answer, tools)
        : { result: 'done', message: message('ObjectGone') },
  }
}

const NOT_CARRIED: ChangeResult = { result: 'gone', message: message('NoneOfFinalizers') }

const COLLECTED: ChangeResult = { result: 'gone', message: message('CollectorRemovedIt') }
