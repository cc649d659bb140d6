import { type Api, createApi } from '../rig/api.ts'
import { ownControlPlane, ownControlPlaneAvailable } from '../rig/own-control-plane.ts'
import { target } from '../rig/rig.ts'
import { startSandbox } from '../rig/start-target.ts'

export interface OwnCluster extends AsyncDisposable {
  readonly api: Api
  /** For `run`: makes this cluster the one that the program speaks to. */
  readonly env: { readonly KUBECONFIG: string }
  /** URL of its etcd; the sandbox has none. */
  readonly etcd?: string
  readonly auditLog?: string | undefined
}

/** Whether clusters of the target's kind can be started; a cluster that was lent cannot be had twice. */
export const ownClusterAvailable = (): boolean => target().name === 'sandbox' || ownControlPlaneAvailable()

/** A cluster like the target for one test alone, to break what all namespaces of a cluster share. Hold it with `await using`. */
export async function ownCluster(): Promise<OwnCluster> {
  if (target().name === 'sandbox') {
    const { target: own, stop } = await startSandbox(target().program, undefined)
    return { api: createApi(own.admin), env: { KUBECONFIG: own.kubeconfig }, [Symbol.asyncDispose]: stop }
  }
  const { api, kubeconfig, etcd, auditLog, stop } = await ownControlPlane({ audit: true })
  return { api, env: { KUBECONFIG: kubeconfig }, etcd, auditLog, [Symbol.asyncDispose]: stop }
}
