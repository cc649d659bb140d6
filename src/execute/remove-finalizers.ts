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
  const { allowedInMetadata: inMetadata } = removal
  const patched = inMetadata.filter(name => name !== FOREGROUND)
  const removed = tools.dryRun ? [] : patched
  const attempts = [
    ...(patched.length === 0 ? [] : [() => patchOf(removal, patched, among, tools)]),
    ...(removal.allowedInSpec.length === 0 ? [] : [() => putOf(removal, removed, among, tools)]),
    ...(inMetadata.includes(FOREGROUND) ? [() => releaseOf(removal, removed, among, tools)] : []),
  ]
  const steps: Step[] = []
  for (const next of attempts) {
    if (steps.some(({ result }) => result !== 'done' && result !== 'planned')) break
    append(steps, await attempt(next(), tools))
  }
  return steps
}

/** Removes finalizers from the spec of a Namespace by /finalize, which keeps the others. `removed`: removed before. */
function putOf(removal: Removal, removed: readonly string[], among: Among, tools: Tools): Attempt {
  const { object, allowedInSpec } = removal
  return {
    ...removalAttempt(removal, allowedInSpec, withoutFinalizers(object, removed), among, tools, specFinalizersOf),
    changes: () => removalChanges(removal, allowedInSpec),
    send: (now, transport) => putFinalize(now!, allowedInSpec, { transport, dryRun: tools.dryRun }),
  }
}

function patchOf(removal: Removal, finalizers: readonly string[], among: Among, tools: Tools): Attempt {
  const { type, object } = removal
  return {
    ...removalAttempt(removal, finalizers, object, among, tools),
    asRead: among.isOfSet ? object : undefined,
    changes: () => removalChanges(removal, finalizers),
    send: (now, transport) => patchFinalizers(type, now!, finalizers, { transport, dryRun: tools.dryRun }),
  }
}

/**
 * Releases a foreground owner from its dependents: a second DELETE, with background propagation, removes only
 * foregroundDeletion (kubernetes-deletion.md 1.2). `removed` are finalizers that this run removed before.
 */
function releaseOf(removal: Removal, removed: readonly string[], among: Among, tools: Tools): Attempt {
  const { ref, type, object } = removal
  return {
    ...removalAttempt(removal, [FOREGROUND], withoutFinalizers(object, removed), among, tools),
    changes: () => [{ ref, action: 'Delete', finalizer: FOREGROUND }],
    async send(now, transport) {
      await releaseOwner(type, now!, { transport, dryRun: tools.dryRun })
      return withoutFinalizers(now!, [FOREGROUND])
    },
  }
}

/** What both have in common; `before` is what the object has to be like. */
function removalAttempt(
  removal: Removal,
  finalizers: readonly string[],
  before: KubeObject,
  { afterDependents = false }: Among,
  tools: Tools,
  listOf: ListOf = metadataFinalizers,
): Pick<Attempt, 'ref' | 'type' | 'isMade' | 'hindrance' | 'proof'> {
  const { ref, type } = removal
  const has = (now: KubeObject, name: string) => listOf(now).includes(name)
  const isThere = (now: KubeObject | undefined): now is KubeObject => now?.metadata.uid === ref.uid
  return {
    ref,
    type,
    isMade: now => !isThere(now) || !finalizers.some(name => has(now, name)),
    hindrance(now): ChangeResult | undefined {
      if (now === undefined) return { result: 'gone', message: message('AlreadyGone') }
      const isCollected = afterDependents && isThere(now) && !hasFinalizer(now, FOREGROUND)
      if (isCollected && finalizers.includes(FOREGROUND)) return COLLECTED
      const difference = changeSince(isCollected ? withoutFinalizers(before, [FOREGROUND]) : before, now)
      // What does not carry any of them is never sent anything: the server would answer 200 to that.
      if (difference === undefined) return finalizers.some(name => has(now, name)) ? undefined : NOT_CARRIED
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

function hasFinalizer({ metadata }: KubeObject, name: string): boolean {
  return metadata.finalizers?.includes(name) ?? false
}
