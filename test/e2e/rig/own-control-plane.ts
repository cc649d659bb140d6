import { type ControlPlane, type ExtraFlags, launchControlPlane } from '../../control-plane/launch.ts'
import { type Api, createApi } from './api.ts'
import { target } from './target.ts'

/** Whether this run may start more control planes: its target is a real one, started here. */
export const ownControlPlaneAvailable = (): boolean =>
  target().name === 'control-plane' && target().programs !== undefined

/**
 * A control plane for one test alone, which may break it (stop its controller manager, take its API server away).
 * Costs about 6 s and 500 MB; hold it with `await using`.
 */
export async function ownControlPlane(extra: ExtraFlags = {}): Promise<ControlPlane & { readonly api: Api }> {
  const { programs } = target()
  if (programs === undefined) throw new Error('ask ownControlPlaneAvailable() first')
  const plane = await launchControlPlane({ folder: programs, origin: 'as the target' }, extra)
  return { ...plane, api: createApi(plane.admin) }
}

/** The Lease of a controller manager that was stopped, as it is minutes later. */
export async function expireLease(api: Api): Promise<void> {
  const renewTime = new Date(Date.now() - 120_000).toISOString().replace('Z', '000Z')
  const metadata = { namespace: 'kube-system', name: 'kube-controller-manager' }
  await api.patch({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata }, { spec: { renewTime } })
}
