import { ApiFailure } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import { placedText } from '../../api/object-text.ts'
import type { Reference } from '../../api/reference.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { readReferences } from '../../cluster/references.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { GuardName } from '../../plan/guard.ts'
import type { Step } from '../../plan/outcome.ts'
import type { Plan, Restoration } from '../../plan/plan.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import { restorable } from '../../plan/restorable.ts'
import { consentWord, type Performed, perform } from '../write/perform.ts'
import type { WriteRun } from '../write/write-run.ts'

export interface PlannedRestoration extends Restoration {
  /** References that are left out. */
  readonly dropped: readonly Reference[]
}

/**
 * What would be created for a backup; a Step instead when one of that name exists, when something it depends on could
 * not be read (and no override says to go without), or when the cluster could not be asked.
 */
export async function planRestoration(
  transport: Transport,
  type: ResourceType,
  backup: KubeObject,
  discovery: Discovery,
  overrides: ReadonlySet<GuardName>,
  signal: AbortSignal,
): Promise<PlannedRestoration | Step> {
  const { uid } = backup.metadata as { uid?: unknown }
  const ref: ObjectRef = refOf(type, { ...backup.metadata, uid: typeof uid === 'string' ? uid : '' })
  const step = (rest: Omit<Step, 'ref' | 'action'>): Step => ({ ref, action: 'Create', ...rest })
  try {
    const existing = await readWhole(transport, type, ref, signal)
    if (existing !== undefined) return step({ result: 'refused', message: exists(existing, ref.uid) })
    const references = await readReferences({ type, object: backup }, { transport, discovery, signal })
    const unread = references.filter(({ exists }) => exists === null)
    const guard = 'IncompleteRead'
    if (unread.length > 0 && !overrides.has(guard)) {
      const names = unread.map(({ kind, name, uid }) => `${kind.toLowerCase()}/${name} (uid ${uid})`)
      const why = message('DependsOnUnread', { names })
      return step(refusedBy([{ guard, why, instead: message('DeletedAgainWithoutIt') }]))
    }
    const dropped = references.filter(({ exists }) => exists !== true)
    return { ref, type, object: restorable(backup, dropped), dropped }
  } catch (error) {
    if (!(error instanceof ApiFailure) || signal.aborted) throw error
    return step({ result: 'failed', message: error.message })
  }
}

function exists({ metadata }: KubeObject, uid: string): Sentence {
  const { finalizers = [], deletionTimestamp } = metadata
  const heldBy = deletionTimestamp === undefined ? undefined : finalizers
  return message('BackupExists', { isSame: metadata.uid === uid, uid: metadata.uid, heldBy })
}

/** Offers to create the object of a backup: the plan for `perform`. */
export async function offerRestoration(restoration: PlannedRestoration, run: WriteRun): Promise<Performed> {
  const { ref, object, dropped } = restoration
  const plan: Plan = {
    tasks: [[{ action: 'Create', restoration }]],
    sections: [{ part: 'restoration', ref, object, dropped }],
    consent: { to: message('CreateIt', { name: placedText(ref) }), word: consentWord([ref.name]) },
    backups: 0,
  }
  return perform(plan, run)
}
