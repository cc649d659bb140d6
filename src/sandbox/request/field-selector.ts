import type { KubeObject } from '../../api/object.ts'
import { badRequest } from '../answer/refusal.ts'
import { definitionSpec } from '../types/custom.ts'
import { isCustom, type ServedType } from '../types/served-type.ts'

/** Fields beside metadata.name and metadata.namespace that a list can be narrowed by. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  namespaces: ['status.phase'],
  nodes: ['spec.unschedulable'],
  pods: [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
  events: [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  secrets: ['type'],
  services: ['spec.clusterIP', 'spec.type'],
  replicationcontrollers: ['status.replicas'],
  'replicasets.apps': ['status.replicas'],
  'jobs.batch': ['status.successful'],
  'certificatesigningrequests.certificates.k8s.io': ['spec.signerName'],
  'customresourcedefinitions.apiextensions.k8s.io': [],
}

/** These answer an unknown field in the words of their conversion function; all others in those of the generic one. */
const OWN_CONVERSION = new Set([
  'pods',
  'nodes',
  'namespaces',
  'events',
  'secrets',
  'services',
  'replicationcontrollers',
  'replicasets.apps',
  'jobs.batch',
  'certificatesigningrequests.certificates.k8s.io',
])

/**
 * `?fieldSelector=`; there is none for deletionTimestamp of any kind (kubernetes-deletion.md 7.2). Throws 400 for an
 * unknown field.
 */
export function parseFieldSelector(
  text: string | undefined,
  type: ServedType,
): ((object: KubeObject) => boolean) | undefined {
  if (text === undefined || text === '') return undefined
  const terms = text
    .split(',')
    .filter(term => term !== '')
    .map(term => parseTerm(term, type))
  return object => terms.every(term => term(object))
}

function parseTerm(term: string, type: ServedType): (object: KubeObject) => boolean {
  const match = /^(.*?)(!=|==|=)(.*)$/.exec(term)
  if (match === null) throw badRequest(`invalid selector: '${term}'; can't understand '${term}'`)
  const [, field, operator, value] = match as unknown as [string, string, string, string]
  const known = ['metadata.name', 'metadata.namespace', ...(FIELDS[type.storage] ?? []), ...selectableFields(type)]
  const path = type.group === 'events.k8s.io' ? field.replace(/^regarding\./, 'involvedObject.') : field
  if (!known.includes(path)) throw badRequest(unknownField(field, type))
  return object => (fieldValue(object, path) === value) === (operator !== '!=')
}

function unknownField(field: string, type: ServedType): string {
  return isCustom(type) || OWN_CONVERSION.has(type.storage)
    ? `field label not supported: ${field}`
    : `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`
}

function selectableFields(type: ServedType): string[] {
  if (type.definition === undefined) return []
  const version = definitionSpec(type.definition).versions.find(({ name }) => name === type.version)
  return (version?.selectableFields ?? []).map(({ jsonPath }) => jsonPath.replace(/^\./, ''))
}

/** The field as text; absent is "". An Event's `source` is its component. */
function fieldValue(object: KubeObject, path: string): string {
  const words = path === 'source' ? ['source', 'component'] : path.split('.')
  let value: unknown = object
  for (const word of words) value = (value as Record<string, unknown> | undefined)?.[word]
  return value === undefined || value === null ? '' : String(value)
}
