import type { KubeObject } from '../../api/object.ts'
import { parseApiVersion } from '../../api/resource-type.ts'

export const LANDSCAPER_FINALIZER = 'finalizer.landscaper.gardener.cloud'

export function isDeployItem(object: KubeObject): boolean {
  return object.kind === 'DeployItem' && parseApiVersion(object.apiVersion).group === 'landscaper.gardener.cloud'
}
