import type { CoreV1Event, V1NodeSpec } from '@kubernetes/client-node'
import { type Condition, conditionsIn } from '../../api/condition.ts'
import { itemsOf } from '../../api/fact.ts'
import type { KubeObject, ManagedFieldsEntry } from '../../api/object.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Facts } from '../facts.ts'

const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service'

/** Whether a node's kubelet can be expected to end the Pods on it. */
export type NodeState =
  | { readonly state: 'ready'; readonly node: KubeObject }
  | {
      readonly state: 'notReady'
      readonly node: KubeObject
      readonly condition: Condition
      /** An administrator said that the machine is off: PodGC then ends the Pods that terminate on it. */
      readonly outOfService: boolean
    }
  /** The Node object does not say whether it is ready. */
  | { readonly state: 'silent'; readonly node: KubeObject }
  /** There is no Node object; since when, where an event tells. */
  | { readonly state: 'absent'; readonly removedAt?: string | undefined }
  | { readonly state: 'unreadable'; readonly why: Unreadable }

export function nodeState(name: string, facts: Facts): NodeState {
  const node = facts.read({ about: 'object', resource: 'nodes', name })
  switch (node.state) {
    case 'unreadable':
      return { state: 'unreadable', why: node.why }
    case 'absent':
      return absentNode(name, facts)
    case 'known': {
      const condition = conditionsIn(node.value).find(({ type }) => type === 'Ready')
      if (condition?.status === 'True') return { state: 'ready', node: node.value }
      if (condition === undefined) return { state: 'silent', node: node.value }
      const { taints } = (node.value.spec ?? {}) as V1NodeSpec
      const outOfService = taints?.some(({ key }) => key === OUT_OF_SERVICE) === true
      return { state: 'notReady', node: node.value, condition, outOfService }
    }
  }
}

/** When a taint of the node was set or taken last, by whom is no matter; undefined when managedFields do not tell. */
export function lastTainted(node: KubeObject): string | undefined {
  const times = (node.metadata.managedFields ?? []).filter(wroteTaints).map(({ time }) => time ?? '')
  return times.toSorted().at(-1) || undefined
}

function wroteTaints({ fieldsV1 }: ManagedFieldsEntry): boolean {
  const spec = fieldsV1?.['f:spec']
  return typeof spec === 'object' && spec !== null && 'f:taints' in spec
}

/** The node lifecycle controller records in the namespace default that a Node object went away. */
function absentNode(name: string, facts: Facts): NodeState {
  const events = itemsOf(facts.read({ about: 'list', resource: 'events', namespace: 'default' }))
  const removals = (events as unknown as readonly CoreV1Event[])
    .filter(({ reason, involvedObject }) => reason === 'RemovingNode' && involvedObject?.name === name)
    .map(({ lastTimestamp, eventTime }) => String(lastTimestamp ?? eventTime ?? ''))
  const removedAt = removals.toSorted().at(-1)
  return { state: 'absent', removedAt }
}
