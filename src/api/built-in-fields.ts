import { KUBERNETES_GROUPS } from './kubernetes-groups.ts'
import { isFields, isText, ShapeError } from './shape.ts'

/** Fields that have several forms in a group, and are left alone there: of PodSecurityPolicy and FlowSchema. */
const SEVERAL_FORMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['extensions', ['volumes']],
  ['flowcontrol.apiserver.k8s.io', ['group', 'serviceAccount']],
  ['policy', ['volumes']],
])

/**
 * The form of a field of this name in every built-in type; `parent.field` comes first. Held to the models of
 * @kubernetes/client-node by test/api/built-in-kinds.test.ts.
 */
const FORMS: Readonly<Record<string, 'objects' | 'texts' | 'text' | 'object'>> = {
  addresses: 'objects',
  apiGroup: 'text',
  apiGroups: 'texts',
  claimRef: 'object',
  clientConfig: 'object',
  component: 'text',
  conditions: 'objects',
  containerStatuses: 'objects',
  containers: 'objects',
  'containers.image': 'text',
  driver: 'text',
  endpoints: 'objects',
  'endpoints.addresses': 'texts',
  'endpoints.conditions': 'object',
  ephemeralContainers: 'objects',
  finalizers: 'texts',
  'glusterfs.endpoints': 'text',
  group: 'text',
  'grpc.service': 'text',
  holderIdentity: 'text',
  initContainerStatuses: 'objects',
  initContainers: 'objects',
  'initContainers.image': 'text',
  involvedObject: 'object',
  kind: 'text',
  message: 'text',
  name: 'text',
  namespace: 'text',
  note: 'text',
  'nodeAllocatableResourceClaimStatuses.containers': 'texts',
  nodeName: 'text',
  operations: 'texts',
  phase: 'text',
  plural: 'text',
  ports: 'objects',
  reason: 'text',
  regarding: 'object',
  reportingComponent: 'text',
  reportingController: 'text',
  resourceRules: 'objects',
  'resourceRules.resources': 'texts',
  roleRef: 'object',
  rules: 'objects',
  'rules.nonResourceURLs': 'texts',
  'rules.resourceNames': 'texts',
  'rules.resources': 'texts',
  service: 'object',
  serviceAccount: 'text',
  serviceAccountName: 'text',
  spec: 'object',
  storageClassName: 'text',
  storedVersions: 'texts',
  subjects: 'objects',
  subsets: 'objects',
  type: 'text',
  verbs: 'texts',
  version: 'text',
  versions: 'objects',
  volumeName: 'text',
  volumes: 'objects',
  webhooks: 'objects',
}

/** Below these stand names of users' own, or a schema, or what another program stored. */
const FREE: ReadonlySet<string> = new Set([
  'allocatable',
  'allocatedResourceStatuses',
  'allocatedResources',
  'annotations',
  'attachmentMetadata',
  'attributes',
  'binaryData',
  'capacity',
  'consumedCapacity',
  'counters',
  'data',
  'default',
  'defaultRequest',
  'deprecatedTopology',
  'disruptedPods',
  'extra',
  'hard',
  'labels',
  'limits',
  'managedFields',
  'matchLabels',
  'max',
  'maxLimitRequestRatio',
  'min',
  'nodeAllocatableResourceMappings',
  'nodeSelector',
  'openAPIV3Schema',
  'options',
  'overhead',
  'parameters',
  'podFixed',
  'requests',
  'resources',
  'schema',
  'selector',
  'stringData',
  'unverifiedUserAnnotations',
  'used',
  'userAnnotations',
  'volumeAttributes',
])

/** Fields of Kubernetes' own types lie far less deep. */
const MAX_DEPTH = 40

/** Throws a ShapeError for a built-in object with a field that no API server would have stored: a file may hold one. */
export function checkBuiltInFields(group: string, object: unknown): void {
  if (KUBERNETES_GROUPS.has(group))
    check(object, { parent: '', path: '', but: SEVERAL_FORMS.get(group) ?? [] }, MAX_DEPTH)
}

interface Place {
  readonly parent: string
  readonly path: string
  readonly but: readonly string[]
}

function check(value: unknown, place: Place, depth: number): void {
  if (typeof value !== 'object' || value === null || depth === 0) return
  if (Array.isArray(value)) {
    for (const each of value) check(each, place, depth - 1)
    return
  }
  const { parent, path, but } = place
  for (const [field, each] of Object.entries(value)) {
    const isVaried = but.includes(field)
    const own = isVaried ? undefined : formOf(`${parent}.${field}`)
    if (each === null || (own === undefined && FREE.has(field))) continue
    const form = own ?? (isVaried ? undefined : formOf(field))
    if (form !== undefined && !isOf(form, each)) throw new ShapeError(`${path}${field} is malformed`)
    check(each, { parent: field, path: `${path}${field}.`, but }, depth - 1)
  }
}

const formOf = (name: string) => (Object.hasOwn(FORMS, name) ? FORMS[name] : undefined)

function isOf(form: (typeof FORMS)[string], value: unknown): boolean {
  if (form === 'text') return isText(value)
  if (form === 'object') return isFields(value)
  return Array.isArray(value) && value.every(form === 'texts' ? isText : isFields)
}
