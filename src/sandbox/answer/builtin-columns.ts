import { conditionsIn } from '../../api/condition.ts'
import type { KubeObject } from '../../api/object.ts'
import { age } from './age.ts'
import { fieldText } from './field-text.ts'
import { type PodFields, podStatus } from './pod-status.ts'

type Cell = (object: KubeObject, now: number) => unknown
/** Name, cell, and priority above 0 for `-o wide` only. */
type ColumnRow = readonly [name: string, cell: Cell, priority?: number]

const AGE: ColumnRow = ['Age', (object, now) => age(object.metadata.creationTimestamp, now)]

function text(path: string, absent = '<none>'): Cell {
  return object => fieldText(object, path) || absent
}

function count(path: string): Cell {
  return object => Number(fieldText(object, path) || 0)
}

/** Columns that kubectl shows for built-in types, without Name. */
export const BUILTIN_COLUMNS: Readonly<Record<string, readonly ColumnRow[]>> = {
  namespaces: [['Status', text('.status.phase')], AGE],
  nodes: [
    ['Status', nodeStatus],
    ['Roles', () => '<none>'],
    AGE,
    ['Version', text('.status.nodeInfo.kubeletVersion', '')],
  ],
  pods: [
    ['Ready', object => podStatus(object as PodFields).ready],
    ['Status', object => podStatus(object as PodFields).status],
    ['Restarts', object => podStatus(object as PodFields).restarts],
    AGE,
    ['IP', text('.status.podIP'), 1],
    ['Node', text('.spec.nodeName'), 1],
  ],
  services: [
    ['Type', text('.spec.type')],
    ['Cluster-IP', text('.spec.clusterIP')],
    ['External-IP', externalIp],
    ['Port(s)', text('.spec.ports[*].port')],
    AGE,
  ],
  persistentvolumeclaims: [
    ['Status', object => (object.metadata.deletionTimestamp ? 'Terminating' : text('.status.phase')(object, 0))],
    ['Volume', text('.spec.volumeName', '')],
    ['Capacity', text('.status.capacity.storage', '')],
    ['Access Modes', text('.status.accessModes[*]', '')],
    ['StorageClass', text('.spec.storageClassName', '')],
    AGE,
  ],
  persistentvolumes: [
    ['Capacity', text('.spec.capacity.storage', '')],
    ['Access Modes', text('.spec.accessModes[*]', '')],
    ['Reclaim Policy', text('.spec.persistentVolumeReclaimPolicy', '')],
    ['Status', object => (object.metadata.deletionTimestamp ? 'Terminating' : text('.status.phase')(object, 0))],
    ['Claim', claim],
    AGE,
  ],
  configmaps: [['Data', object => Object.keys((object.data ?? {}) as object).length], AGE],
  secrets: [['Type', text('.type')], ['Data', object => Object.keys((object.data ?? {}) as object).length], AGE],
  events: [
    [
      'Last Seen',
      (object, now) => age(fieldText(object, '.lastTimestamp') || fieldText(object, '.eventTime') || undefined, now),
    ],
    ['Type', text('.type')],
    ['Reason', text('.reason')],
    [
      'Object',
      object =>
        `${fieldText(object, '.involvedObject.kind').toLowerCase()}/${fieldText(object, '.involvedObject.name')}`,
    ],
    ['Message', text('.message', '')],
  ],
  'deployments.apps': [
    ['Ready', object => `${count('.status.readyReplicas')(object, 0)}/${count('.spec.replicas')(object, 0)}`],
    ['Up-to-date', count('.status.updatedReplicas')],
    ['Available', count('.status.availableReplicas')],
    AGE,
  ],
  'replicasets.apps': [
    ['Desired', count('.spec.replicas')],
    ['Current', count('.status.replicas')],
    ['Ready', count('.status.readyReplicas')],
    AGE,
  ],
  'statefulsets.apps': [
    ['Ready', object => `${count('.status.readyReplicas')(object, 0)}/${count('.spec.replicas')(object, 0)}`],
    AGE,
  ],
  'jobs.batch': [
    ['Status', object => (fieldText(object, '.status.completionTime') ? 'Complete' : 'Running')],
    ['Completions', object => `${count('.status.succeeded')(object, 0)}/${count('.spec.completions')(object, 0)}`],
    AGE,
  ],
  'leases.coordination.k8s.io': [['Holder', text('.spec.holderIdentity', '')], AGE],
  'customresourcedefinitions.apiextensions.k8s.io': [['Created At', object => object.metadata.creationTimestamp]],
  'apiservices.apiregistration.k8s.io': [['Service', service], ['Available', available], AGE],
  'validatingwebhookconfigurations.admissionregistration.k8s.io': [['Webhooks', webhooks], AGE],
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': [['Webhooks', webhooks], AGE],
}

function nodeStatus(node: KubeObject): string {
  const ready = conditionsIn(node).find(condition => condition.type === 'Ready')
  const status = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'
  return (node.spec as { unschedulable?: boolean } | undefined)?.unschedulable ? `${status},SchedulingDisabled` : status
}

function externalIp(service: KubeObject): string {
  const address =
    fieldText(service, '.status.loadBalancer.ingress[*].ip') ||
    fieldText(service, '.status.loadBalancer.ingress[*].hostname')
  if (address !== '') return address
  return fieldText(service, '.spec.type') === 'LoadBalancer' ? '<pending>' : '<none>'
}

function claim(volume: KubeObject): string {
  const reference = (volume.spec as { claimRef?: { namespace: string; name: string } } | undefined)?.claimRef
  return reference === undefined ? '' : `${reference.namespace}/${reference.name}`
}

function service(apiService: KubeObject): string {
  const reference = (apiService.spec as { service?: { namespace: string; name: string } | null } | undefined)?.service
  return reference ? `${reference.namespace}/${reference.name}` : 'Local'
}

function available(apiService: KubeObject): string {
  const condition = conditionsIn(apiService).find(({ type }) => type === 'Available')
  if (condition === undefined) return 'Unknown'
  return condition.status === 'True' ? 'True' : `${condition.status} (${condition.reason})`
}

function webhooks(configuration: KubeObject): number {
  return ((configuration.webhooks ?? []) as readonly unknown[]).length
}
