import { FOREGROUND } from '../api/builtin-finalizers.ts'
import { ApiFailure, codeOf } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import { objectPath } from '../api/path.ts'
import { FIELD_MANAGER, JSON_PATCH, removalPatch } from '../api/removal-patch.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { readJson } from '../cluster/transport/read.ts'
import type { Action, Step } from './outcome.ts'
import { proofOf } from './proof.ts'
import { releaseOwner } from './release-owner.ts'
import { allowedOf, type Removal } from './removal.ts'
import { changeSince } from './still-as-shown.ts'
import type { Tools } from './tools.ts'

/** How often a patch is made anew because the object changed in ways that decide nothing. */
const MOST_TRIES = 5

/**
 * Takes the allowed finalizers off one object: reads it anew, compares it with what was shown, keeps a backup, patches just
 * that state of it, and proves what came of it. Never rejects: what went wrong is in the steps, one for each finalizer.
 * foregroundDeletion goes by a second DELETE, which is the API's own way (reference 1.2), after the others.
 */
export async function removeFinalizers(removal: Removal, tools: Tools): Promise<readonly Step[]> {
  const allowed = allowedOf(removal)
  const patched = allowed.filter(name => name !== FOREGROUND)
  const steps = patched.length === 0 ? [] : await patchAway(removal, patched, tools)
  const failed = steps.some(({ result }) => result !== 'done' && result !== 'planned')
  if (!allowed.includes(FOREGROUND) || failed) return steps
  return [...steps, ...(await releaseOwner(removal, patched, tools))]
}

async function patchAway(removal: Removal, finalizers: readonly string[], tools: Tools): Promise<readonly Step[]> {
  const all = (rest: Omit<Step, 'ref' | 'action'>): readonly Step[] =>
    finalizers.map(finalizer => ({ ref: removal.ref, action: 'RemoveFinalizer' satisfies Action, finalizer, ...rest }))
  let backup: string | undefined
  try {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const now = await readWhole(tools.transport, removal.type, removal.ref)
      if (now === undefined) return all({ result: 'gone', message: 'it was gone before anything was changed' })
      const change = changeSince(removal.object, now)
      if (change !== undefined) return all({ result: 'changed', guard: 'Changed', message: `${change}; run it again` })
      if (!tools.dryRun) backup = await tools.backups.keep(removal.ref, now)
      const answer = await patch(removal, now, finalizers, tools)
      if (answer === 'conflict') continue
      return all({ ...(await proofOf(removal, finalizers, answer, tools)), ...(backup !== undefined && { backup }) })
    }
    const message = `it changed ${MOST_TRIES} times while its patch was under way: somebody writes it all the time`
    return all({ result: 'changed', guard: 'Changed', message })
  } catch (error) {
    return all({ result: 'failed', message: messageOf(error), ...(backup !== undefined && { backup }) })
  }
}

/**
 * `conflict`: the object is not in the state that the patch is for, and has to be read again. That is also what an answer
 * that never came means: the patch may have been made.
 */
async function patch(
  { ref, type }: Removal,
  now: KubeObject,
  finalizers: readonly string[],
  { transport, dryRun }: Tools,
): Promise<KubeObject | 'conflict'> {
  try {
    const { body } = await readJson(transport, {
      method: 'PATCH',
      path: objectPath(type, ref.name, ref.namespace),
      query: { fieldManager: FIELD_MANAGER, ...(dryRun && { dryRun: 'All' }) },
      headers: { 'content-type': JSON_PATCH },
      body: JSON.stringify(removalPatch(now.metadata, finalizers)),
    })
    return body as KubeObject
  } catch (error) {
    if (isConflict(error)) return 'conflict'
    throw error
  }
}

/** 409, or the 422 without details that every JSON patch that no longer fits is answered with (reference 1.5). */
function isConflict(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false
  if (error.fault.kind === 'cut') return true
  if (error.fault.kind !== 'status') return false
  const { details } = error.fault.status
  return codeOf(error) === 409 || (codeOf(error) === 422 && details?.kind === undefined && !details?.causes?.length)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
