/** Lists of built-in types that are sets: merged by value. */
export const SET_LISTS = new Set(['finalizers'])

/** Keyed lists whose entries have no fields of their own to managedFields. */
export const ATOMIC_ITEMS = new Set(['ownerReferences'])

/**
 * Lists of objects that are merged by a key, by the name of their field (`+listMapKey`, `patchMergeKey`).
 * Several keys: the first that every item has; ports are merged by containerPort in Pods and by port in Services.
 */
export const MERGE_KEYS: Readonly<Record<string, readonly string[]>> = {
  addresses: ['type'],
  conditions: ['type'],
  containers: ['name'],
  env: ['name'],
  ephemeralContainers: ['name'],
  hostAliases: ['ip'],
  imagePullSecrets: ['name'],
  initContainers: ['name'],
  matchConditions: ['name'],
  ownerReferences: ['uid'],
  ports: ['containerPort', 'port'],
  secrets: ['name'],
  subjects: [],
  topologySpreadConstraints: ['topologyKey'],
  volumeDevices: ['devicePath'],
  volumeMounts: ['mountPath'],
  volumes: ['name'],
  webhooks: ['name'],
}
