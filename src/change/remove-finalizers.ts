import { FOREGROUND } from '../api/builtin-finalizers.ts'
import type { KubeObject } from '../api/object.ts'
import { objectPath } from '../api/path.ts'
import { FIELD_MANAGER, JSON_PATCH, removalPatch } from '../api/removal-patch.ts'
import { readKubeObject } from '../cluster/read-object.ts'
import { carryThrough } from './carry-through.ts'
import type { Step } from './outcome.ts'
import { releaseOwner } from './release-owner.ts'
import { allowedOf, type Removal } from './removal.ts'
import type { Tools } from './tools.ts'

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
  return [...steps, await releaseOwner(removal, tools.dryRun ? [] : patched, tools)]
}

async function patchAway(removal: Removal, finalizers: readonly string[], tools: Tools): Promise<readonly Step[]> {
  const { ref, type, object } = removal
  const { transport, dryRun } = tools
  const send = ({ metadata }: KubeObject): Promise<KubeObject> =>
    readKubeObject(transport, {
      method: 'PATCH',
      path: objectPath(type, ref.name, ref.namespace),
      query: { fieldManager: FIELD_MANAGER, ...(dryRun && { dryRun: 'All' }) },
      headers: { 'content-type': JSON_PATCH },
      body: JSON.stringify(removalPatch(metadata, finalizers)),
    })
  const came = await carryThrough(removal, { finalizers, before: object, send }, tools)
  return finalizers.map(finalizer => ({ ref, action: 'RemoveFinalizer', finalizer, ...came }))
}
