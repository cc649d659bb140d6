import { factFrom, message } from '../../messages/sentence.ts'
import { isOfSidecar, namedDrivers } from '../controller/driver-fit.ts'
import { domainOf } from '../controller/identity.ts'
import { type Case, removal } from '../dossier/dossier.ts'
import { type Evidence, type Remedy, toRemove, toRepair } from '../explanation.ts'
import { removeCommands } from '../remove-commands.ts'
import { type Blocker, blocker, type CauseDraft, withCause } from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'
import { ATTACHER_PREFIX, ATTACHMENTS, attachments } from '../volumes/consumers.ts'
import { driverState, installedDrivers, sanitize } from '../volumes/lost-driver.ts'

/**
 * ControllerMissing: the sidecar of a CSI driver removes the finalizer, no workload is its controller, and nothing of
 * the driver is in the cluster any more. Whoever else may work on snapshots, the sidecars of other drivers and the
 * snapshot controller leave what names this one (kubernetes-csi/csi-driver-host-path#203).
 */
export function withoutDriver(holding: Blocker, found: Case): Blocker {
  const { held, finalizer, context, search } = found
  const isAttacher = finalizer.startsWith(ATTACHER_PREFIX)
  if (holding.cause?.code !== 'ControllerUnknown' || (held.ageSeconds ?? 0) < EARLY_SECONDS) return holding
  if (search.unreadable.length + search.candidates.length + search.scheduled.length > 0) return holding
  if (search.outside !== undefined && !isOfSidecar(held)) return holding
  if (!isAttacher && !domainOf(finalizer).endsWith('.kubernetes.io')) return holding
  const [named, ...others] = namedDrivers(held, context.facts)
  const sought = isAttacher ? finalizer.slice(ATTACHER_PREFIX.length) : named
  if (sought === undefined || others.length > 0) return holding
  // A finalizer that is left of a driver before another took over is not that of the one that the object names.
  if (named !== undefined && sanitize(named) !== sanitize(sought)) return holding
  const driver = driverState(named ?? sought, context.facts)
  if (driver.state !== 'gone') return holding
  // Where no driver at all is registered, a sidecar that runs may still be that of this one.
  const isRelease = isAttacher && held.ref.resource === 'persistentvolumes'
  if (!isRelease && installedDrivers(context.facts)?.length === 0) return holding
  return blocker('stuck', {
    key: `ControllerMissing/${finalizer}/${driver.name}`,
    subject: { kind: 'CSIDriver', name: driver.name },
    summary: message('NoSidecarLeft', { finalizer, driver: driver.name }),
    evidence: driver.evidence,
    remedies: (_, direct) => [toRepair(message('InstallDriverAgain'), [], 'low'), removal(found, direct)],
  })
}

/**
 * A volume that no VolumeAttachment names, with the finalizer of its attacher, which removes that as soon as none does
 * (kubernetes-csi/external-attacher: SyncNewOrUpdatedPersistentVolume): who holds it stays the cause, and nothing is
 * lost when it is let go.
 */
export function withoutAttachment(holding: Blocker, { held, finalizer, context }: Case): Blocker {
  const { cause, verdict } = holding
  if (cause === undefined || verdict === 'progressing' || (held.ageSeconds ?? 0) < EARLY_SECONDS) return holding
  if (held.ref.resource !== 'persistentvolumes' || !finalizer.startsWith(ATTACHER_PREFIX)) return holding
  const all = attachments(context.facts)
  if (all.state !== 'known') return holding
  if (all.value.some(({ spec }) => spec?.source?.persistentVolumeName === held.ref.name)) return holding
  const told: Evidence = factFrom(ATTACHMENTS, 'NoAttachmentNames', { volume: held.ref.name })
  const remedies: CauseDraft['remedies'] = (blocks, direct) => {
    const own: readonly Remedy[] = cause.remedies(blocks, direct).filter(({ kind }) => kind !== 'remove')
    return [...own, toRemove(message('RemoveUnattached'), removeCommands(direct, context), 'low')]
  }
  return withCause(holding, { key: `${cause.key}/unattached`, evidence: [...cause.evidence, told], remedies })
}
