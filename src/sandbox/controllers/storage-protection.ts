import { PV_PROTECTION, PVC_PROTECTION } from '../../api/builtin-finalizers.ts'
import type { KubeObject } from '../../api/object.ts'
import { objectPath } from '../../api/path.ts'
import type { Server } from '../server.ts'
import { clientFor, MERGE_PATCH } from './client.ts'
import type { Controller } from './controller.ts'

interface PodSpec {
  readonly nodeName?: string
  readonly volumes?: readonly { readonly persistentVolumeClaim?: { readonly claimName: string } }[]
}

/** Lets a claim go when no scheduled Pod names it (a Completed one still counts), and a volume when it is not Bound. */
export const storageProtection: Controller = {
  name: 'storage-protection-controller',
  async reconcile(server) {
    for (const claim of heldBy(server, 'persistentvolumeclaims', PVC_PROTECTION)) {
      if (!isUsed(server, claim)) await release(server, 'persistentvolumeclaims', claim, PVC_PROTECTION)
    }
    for (const volume of heldBy(server, 'persistentvolumes', PV_PROTECTION)) {
      const phase = (volume.status as { phase?: string } | undefined)?.phase
      if (phase !== 'Bound') await release(server, 'persistentvolumes', volume, PV_PROTECTION)
    }
  },
}

function heldBy(server: Server, storage: string, finalizer: string): KubeObject[] {
  return server.store
    .list(storage)
    .filter(({ metadata }) => metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(finalizer))
}

function isUsed(server: Server, claim: KubeObject): boolean {
  return server.store
    .list('pods')
    .filter(pod => pod.metadata.namespace === claim.metadata.namespace)
    .map(pod => (pod.spec ?? {}) as PodSpec)
    .some(
      ({ nodeName, volumes = [] }) =>
        nodeName !== undefined &&
        volumes.some(volume => volume.persistentVolumeClaim?.claimName === claim.metadata.name),
    )
}

async function release(server: Server, plural: string, object: KubeObject, finalizer: string): Promise<void> {
  const finalizers = object.metadata.finalizers!.filter(name => name !== finalizer)
  const path = objectPath({ group: '', version: 'v1', plural }, object.metadata.name, object.metadata.namespace)
  await clientFor(server, 'kube-controller-manager').send('PATCH', path, { metadata: { finalizers } }, MERGE_PATCH)
}
