/**
 * The CSI driver of each in-tree plugin, by the plugin's field in a volume. The kubelet calls it for plugins that its
 * CSINode lists as migrated (kubernetes/csi-translation-lib: plugins).
 */
const IN_TREE = {
  awsElasticBlockStore: ['kubernetes.io/aws-ebs', 'ebs.csi.aws.com'],
  azureDisk: ['kubernetes.io/azure-disk', 'disk.csi.azure.com'],
  azureFile: ['kubernetes.io/azure-file', 'file.csi.azure.com'],
  cinder: ['kubernetes.io/cinder', 'cinder.csi.openstack.org'],
  gcePersistentDisk: ['kubernetes.io/gce-pd', 'pd.csi.storage.gke.io'],
  portworxVolume: ['kubernetes.io/portworx-volume', 'pxd.portworx.com'],
  vsphereVolume: ['kubernetes.io/vsphere-volume', 'csi.vsphere.vmware.com'],
} as const

/** An in-tree volume, as a Pod or a PersistentVolume has it. */
export type InTree = { readonly [Field in keyof typeof IN_TREE]?: object }

/** Comma-separated: the plugins for which this kubelet calls a CSI driver. */
export const MIGRATED = 'storage.alpha.kubernetes.io/migrated-plugins'

/** The driver that a kubelet calls for an in-tree volume; undefined for others, or if the plugin is not migrated. */
export function migratedDriver(volume: InTree, migrated: string | undefined): string | undefined {
  const fields = Object.keys(IN_TREE) as (keyof typeof IN_TREE)[]
  const field = fields.find(each => volume[each] !== undefined)
  if (field === undefined) return undefined
  const [plugin, driver] = IN_TREE[field]
  return migrated?.split(',').includes(plugin) ? driver : undefined
}
