/** What the place of a file in a dump says of the list in it. */
export interface Place {
  /** `plural` or `plural.group`. */
  readonly resource: string
  /** undefined: of the whole cluster, or of a cluster-scoped type. */
  readonly namespace: string | undefined
  /** A list here has every object of the type, in the namespace. */
  readonly isComplete: boolean
  /**
   * Only a list that says of which type it is counts, and only where a file of this name is there too: who keeps the
   * output of `kubectl get` in files of the same names has a List, of whatever was asked for.
   */
  readonly beside: string | undefined
}

/** By the file names of `kubectl cluster-info dump`. */
const CLUSTER_INFO: Readonly<Record<string, string>> = {
  events: 'events',
  'replication-controllers': 'replicationcontrollers',
  services: 'services',
  daemonsets: 'daemonsets.apps',
  deployments: 'deployments.apps',
  replicasets: 'replicasets.apps',
  pods: 'pods',
}

/** By the folders of `cluster-resources` in a support bundle, a file for each namespace. */
const BUNDLE_NAMESPACED: Readonly<Record<string, string>> = {
  pods: 'pods',
  services: 'services',
  deployments: 'deployments.apps',
  statefulsets: 'statefulsets.apps',
  replicasets: 'replicasets.apps',
  daemonsets: 'daemonsets.apps',
  jobs: 'jobs.batch',
  cronjobs: 'cronjobs.batch',
  ingress: 'ingresses.networking.k8s.io',
  'network-policy': 'networkpolicies.networking.k8s.io',
  'pod-disruption-budgets': 'poddisruptionbudgets.policy',
  'resource-quotas': 'resourcequotas',
  limitranges: 'limitranges',
  events: 'events',
  pvcs: 'persistentvolumeclaims',
  roles: 'roles.rbac.authorization.k8s.io',
  rolebindings: 'rolebindings.rbac.authorization.k8s.io',
  serviceaccounts: 'serviceaccounts',
  leases: 'leases.coordination.k8s.io',
  endpointslices: 'endpointslices.discovery.k8s.io',
}

/** By the files of `cluster-resources` itself. `namespaces.json` may hold only those that were asked for. */
const BUNDLE_CLUSTER: Readonly<Record<string, string>> = {
  nodes: 'nodes',
  pvs: 'persistentvolumes',
  'storage-classes': 'storageclasses.storage.k8s.io',
  'custom-resource-definitions': 'customresourcedefinitions.apiextensions.k8s.io',
  clusterroles: 'clusterroles.rbac.authorization.k8s.io',
  clusterRoleBindings: 'clusterrolebindings.rbac.authorization.k8s.io',
}

const EXTENSION = String.raw`\.(?:json|ya?ml)`

/** Each known form of dump: which of its files hold what. */
const FORMS: readonly (readonly [RegExp, (...found: readonly string[]) => Place | undefined])[] = [
  [
    new RegExp(`(?:^|/)cluster-resources/custom-resources/([^/]+)/([^/]+)${EXTENSION}$`),
    (resource, namespace) => place(resource!, namespace, true),
  ],
  [
    new RegExp(`(?:^|/)cluster-resources/custom-resources/([^/]+\\.[^/]+)${EXTENSION}$`),
    resource => (resource!.endsWith('-errors') ? undefined : place(resource!, undefined, true)),
  ],
  [
    new RegExp(`(?:^|/)cluster-resources/([^/]+)/([^/]+)${EXTENSION}$`),
    (folder, namespace) => place(BUNDLE_NAMESPACED[folder!], namespace, true),
  ],
  [new RegExp(`(?:^|/)cluster-resources/([^/]+)${EXTENSION}$`), file => place(BUNDLE_CLUSTER[file!], undefined, true)],
  // must-gather, as `oc adm inspect` writes it: a list of everything in a namespace, or objects that were picked.
  [
    new RegExp(`(?:^|/)namespaces/([^/]+)/([^/]+)/([^/]+)${EXTENSION}$`),
    (namespace, group, plural) => place(named(group!, plural!), namespace, true),
  ],
  [
    new RegExp(`(?:^|/)namespaces/([^/]+)/([^/]+)/([^/]+)/[^/]+${EXTENSION}$`),
    (namespace, group, plural) => place(named(group!, plural!), namespace, false),
  ],
  [
    new RegExp(`(?:^|/)cluster-scoped-resources/([^/]+)/([^/]+)(?:/[^/]+)?${EXTENSION}$`),
    (group, plural) => place(named(group!, plural!), undefined, false),
  ],
  // Velero: objects that selectors chose.
  [
    new RegExp(`(?:^|/)resources/([^/]+)(?:/[^/]+)?/(?:cluster|namespaces/([^/]+))/[^/]+${EXTENSION}$`),
    (resource, namespace) => place(resource, namespace, false),
  ],
  [new RegExp(`^(.*/)?nodes${EXTENSION}$`), (above = '') => place('nodes', undefined, true, `${above}nodes`)],
  [
    new RegExp(`^(.*/)?([^/]+)/([^/]+)${EXTENSION}$`),
    (above = '', namespace, file) => place(CLUSTER_INFO[file!], namespace, true, `${above}nodes`),
  ],
]

/** What the place of a file says, by the forms of dumps that are known; undefined where it says nothing. */
export function placeOf(path: string): Place | undefined {
  for (const [pattern, say] of FORMS) {
    const found = pattern.exec(path)
    if (found !== null) return say(...(found.slice(1) as string[]))
  }
  return undefined
}

function place(
  resource: string | undefined,
  namespace: string | undefined,
  isComplete: boolean,
  beside?: string,
): Place | undefined {
  return resource === undefined ? undefined : { resource, namespace, isComplete, beside }
}

function named(group: string, plural: string): string {
  return group === 'core' ? plural : `${plural}.${group}`
}
