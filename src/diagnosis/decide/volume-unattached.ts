import { factFrom, message } from '../../messages/sentence.ts'
import type { Case } from '../dossier/dossier.ts'
import { type Evidence, type Remedy, toRemove, toRepair } from '../explanation.ts'
import { removeCommands } from '../remove-commands.ts'
import { type Blocker, blocker } from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'
import { ATTACHER_PREFIX, ATTACHMENTS, attachments } from '../volumes/attachments.ts'
import { driverState } from '../volumes/lost-driver.ts'

/**
 * A volume that no VolumeAttachment names, with the finalizer of its attacher, which removes that as soon as none does
 * (kubernetes-csi/external-attacher: SyncNewOrUpdatedPersistentVolume): who holds it stays the cause, and nothing is
 * lost when it is let go. ControllerMissing where nothing of its driver is in the cluster any more.
 */
export function withoutAttachment(holding: Blocker, found: Case): Blocker {
  const { held, finalizer, context, search } = found
  const { cause, verdict } = holding
  if (cause === undefined || verdict === 'progressing' || (held.ageSeconds ?? 0) < EARLY_SECONDS) return holding
  if (held.ref.resource !== 'persistentvolumes' || !finalizer.startsWith(ATTACHER_PREFIX)) return holding
  const all = attachments(context.facts)
  if (all.state !== 'known') return holding
  if (all.value.some(({ spec }) => spec?.source?.persistentVolumeName === held.ref.name)) return holding
  const evidence: Evidence[] = [factFrom(ATTACHMENTS, 'NoAttachmentNames', { volume: held.ref.name })]
  const isUnknown = cause.code === 'ControllerUnknown' && search.unreadable.length === 0 && search.outside === undefined
  const driver = isUnknown ? driverState(finalizer.slice(ATTACHER_PREFIX.length), context.facts) : undefined
  const remedies =
    (rest: readonly Remedy[]): (typeof cause)['remedies'] =>
    (blocks, direct) => {
      const own = rest.length > 0 ? rest : cause.remedies(blocks, direct).filter(({ kind }) => kind !== 'remove')
      return [...own, toRemove(message('RemoveUnattached'), removeCommands(direct, context), 'low')]
    }
  if (driver?.state === 'gone') {
    return blocker('stuck', {
      key: `ControllerMissing/${finalizer}`,
      subject: { kind: 'CSIDriver', name: driver.name },
      summary: message('NoAttacherLeft', { finalizer, driver: driver.name }),
      evidence: [...driver.evidence, ...evidence],
      remedies: remedies([INSTALL]),
    })
  }
  const unattached = `${cause.key}/unattached` as const
  const shown = { ...cause, key: unattached, evidence: [...cause.evidence, ...evidence] }
  return { ...holding, cause: { ...shown, remedies: remedies([]) } }
}

const INSTALL = toRepair(message('InstallDriverAgain'), [], 'low')
