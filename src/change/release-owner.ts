import { FOREGROUND } from '../api/builtin-finalizers.ts'
import { codeOf } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { deleteObject } from './delete-object.ts'
import type { Step } from './outcome.ts'
import { proofOf } from './proof.ts'
import type { Removal } from './removal.ts'
import { changeSince } from './still-as-shown.ts'
import type { Tools } from './tools.ts'

/**
 * Lets a foreground owner go without its dependents: a second DELETE, with background propagation, takes foregroundDeletion
 * off and nothing else (reference 1.2). `removed` are finalizers that this run took off before. Never rejects.
 */
export async function releaseOwner(
  removal: Removal,
  removed: readonly string[],
  tools: Tools,
): Promise<readonly Step[]> {
  const step = (rest: Omit<Step, 'ref' | 'action'>): readonly Step[] => [
    { ref: removal.ref, action: 'Delete', finalizer: FOREGROUND, ...rest },
  ]
  let backup: string | undefined
  try {
    const now = await readWhole(tools.transport, removal.type, removal.ref)
    if (now === undefined) return step({ result: 'gone', message: 'it was gone before anything was changed' })
    const change = changeSince(without(removal.object, tools.dryRun ? [] : removed), now)
    if (change !== undefined) return step({ result: 'changed', guard: 'Changed', message: `${change}; run it again` })
    if (!tools.dryRun) backup = await tools.backups.keep(removal.ref, now)
    const kept = backup === undefined ? {} : { backup }
    try {
      await deleteObject(removal.type, now, 'Background', tools)
    } catch (error) {
      if (codeOf(error) === 409)
        return step({ result: 'changed', guard: 'Changed', message: 'it changed; run it again' })
      if (codeOf(error) !== 404) throw error
    }
    const after = without(now, [FOREGROUND])
    return step({ ...(await proofOf(removal, [FOREGROUND], after, tools)), ...kept })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return step({ result: 'failed', message, ...(backup !== undefined && { backup }) })
  }
}

function without(object: KubeObject, finalizers: readonly string[]): KubeObject {
  const left = object.metadata.finalizers?.filter(name => !finalizers.includes(name))
  return { ...object, metadata: { ...object.metadata, ...(left && { finalizers: left }) } }
}
