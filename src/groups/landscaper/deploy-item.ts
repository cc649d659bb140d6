import type { KubeObject } from '../../api/object.ts'
import { parseApiVersion } from '../../api/resource-type.ts'
import type { Field } from '../document/field.ts'
import { documentOf } from '../document/parse-documents.ts'

export const LANDSCAPER_FINALIZER = 'finalizer.landscaper.gardener.cloud'

export function isDeployItem(object: KubeObject): boolean {
  return object.kind === 'DeployItem' && parseApiVersion(object.apiVersion).group === 'landscaper.gardener.cloud'
}

/** A DeployItem from the cluster, for readers that name the field where it is wrong. */
export function deployItemDocument(object: KubeObject): Field {
  const { name, namespace } = object.metadata
  return documentOf(object, `deployitem ${namespace}/${name}`)
}

/** Set before the deletion when only finalizers are to go and nothing that was deployed. */
export function keepsWhatItDeployed({ metadata }: KubeObject): boolean {
  return metadata.annotations?.['landscaper.gardener.cloud/delete-without-uninstall'] === 'true'
}
