import { PV_PROTECTION } from '../../api/builtin-finalizers.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { toInspect, toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { Blocker } from '../stuck-object.ts'
import { providerName, type Volume } from './whole-volume.ts'

/** InstanceAlive for a volume that is to go while its claim is not: only the end of the claim ends the binding. */
export function aliveClaim(claim: ObjectRef, volume: Volume): Blocker {
  const place = ['-n', claim.namespace ?? 'default']
  const policy = volume.spec?.persistentVolumeReclaimPolicy
  const called = providerName(volume.metadata.name, volume)
  return {
    verdict: 'stuck',
    cause: {
      key: `InstanceAlive/${claim.resource}/${claim.namespace}/${claim.name}`,
      code: 'InstanceAlive',
      subject: claim,
      finalizer: PV_PROTECTION,
      summary:
        `PersistentVolume ${volume.metadata.name} is bound to claim ${claim.name} in namespace ${claim.namespace}, ` +
        'which has not been deleted.',
      evidence: [
        {
          fact: `PersistentVolume ${volume.metadata.name} is Bound to ${claim.namespace}/${claim.name}`,
          source: 'persistentvolumes',
        },
        { fact: `claim ${claim.namespace}/${claim.name} has no deletionTimestamp`, source: 'persistentvolumeclaims' },
      ],
      remedies: () => [
        toInspect('see who uses the claim; while it stays, the volume stays usable', [
          commandLine('kubectl', 'describe', 'pvc', claim.name, ...place),
        ]),
        toRepair(
          policy === 'Delete'
            ? 'delete the claim if it is not needed; its data go with it (reclaim policy Delete)'
            : 'delete the claim if it is not needed',
          [commandLine('kubectl', 'delete', 'pvc', claim.name, ...place)],
          'high',
          policy === 'Retain' ? [`${called} stays at its provider (reclaim policy Retain)`] : [],
        ),
      ],
    },
  }
}
