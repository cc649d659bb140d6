import { ShapeError } from './shape.ts'

/** API groups whose types are part of Kubernetes. Of every other type each author may give a field any form. */
const GROUPS: ReadonlySet<string> = new Set([
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'apps',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
])

/** The form that a field of this name has in every one of these types, or below such a field. Source: the OpenAPI document of Kubernetes 1.36. */
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
  ephemeralContainers: 'objects',
  finalizers: 'texts',
  group: 'text',
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
  nodeName: 'text',
  operations: 'texts',
  phase: 'text',
  plural: 'text',
  ports: 'objects',
  reason: 'text',
  regarding: 'object',
  reportingComponent: 'text',
  reportingController: 'text',
  roleRef: 'object',
  rules: 'objects',
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
  'annotations',
  'binaryData',
  'data',
  'labels',
  'managedFields',
  'matchLabels',
  'openAPIV3Schema',
  'schema',
  'stringData',
])

/** Fields of Kubernetes' own types lie far less deep. */
const MAX_DEPTH = 40

/** Throws a ShapeError for an object of Kubernetes' own types with a field that no API server would have stored: a file may hold one. */
export function checkBuiltInFields(group: string, object: unknown): void {
  if (GROUPS.has(group)) check(object, '', MAX_DEPTH)
}

function check(value: unknown, path: string, depth: number): void {
  if (typeof value !== 'object' || value === null || depth === 0) return
  if (Array.isArray(value)) {
    for (const each of value) check(each, path, depth - 1)
    return
  }
  for (const [field, each] of Object.entries(value)) {
    if (each === null || FREE.has(field)) continue
    const [form] = [`${path.split('.').at(-2) ?? ''}.${field}`, field].flatMap(name => formOf(name) ?? [])
    if (form !== undefined && !isOf(form, each)) throw new ShapeError(`${path}${field} is malformed`)
    check(each, `${path}${field}.`, depth - 1)
  }
}

const formOf = (name: string) => (Object.hasOwn(FORMS, name) ? FORMS[name] : undefined)
const isText = (value: unknown): boolean => typeof value === 'string'
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

function isOf(form: (typeof FORMS)[string], value: unknown): boolean {
  if (form === 'text') return isText(value)
  if (form === 'object') return isObject(value)
  return Array.isArray(value) && value.every(form === 'texts' ? isText : isObject)
}
