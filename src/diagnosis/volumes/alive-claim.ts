import { PV_PROTECTION } from '../../api/builtin-finalizers.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { toInspect, toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker } from '../stuck-object.ts'
import { providerName, type Volume } from './whole-volume.ts'

/** InstanceAlive for a volume that is to go while its claim is not: only the end of the claim ends the binding. */
export function aliveClaim(claim: ObjectRef, volume: Volume): Blocker {
  const { name, namespace } = claim
  const place = ['-n', namespace ?? 'default']
  const path = `${namespace}/${name}`
  const policy = volume.spec?.persistentVolumeReclaimPolicy
  const called = providerName(volume.metadata.name, volume)
  const deletion = commandLine('kubectl', 'delete', 'pvc', name, ...place)
  const stays = policy === 'Retain' ? [message('StaysAtProvider', { volume: called })] : []
  return blocker('stuck', {
    key: `InstanceAlive/${claim.resource}/${path}`,
    subject: claim,
    finalizer: PV_PROTECTION,
    summary: message('VolumeKeptByClaim', { volume: volume.metadata.name, claim: name, namespace }),
    evidence: [
      factFrom('persistentvolumes', 'VolumeIsBound', { volume: volume.metadata.name, claim: path }),
      factFrom('persistentvolumeclaims', 'ClaimNotDeleted', { claim: path }),
    ],
    remedies: () => [
      toInspect(message('SeeWhoUsesClaim'), [commandLine('kubectl', 'describe', 'pvc', claim.name, ...place)]),
      toRepair(message('DeleteClaim', { withData: policy === 'Delete' }), [deletion], 'high', stays),
    ],
  })
}
