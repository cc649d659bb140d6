import type { KubeObject } from '../api/object.ts'
import { type ResourceType, resourceName } from '../api/resource-type.ts'
import type { Sentence } from '../messages/sentence.ts'

const SHAPE = { shortNames: [], categories: [], namespaced: true, verbs: ['create', 'get', 'patch'] } as const
const CLUSTER_SHAPE = { ...SHAPE, namespaced: false, verbs: [...SHAPE.verbs, 'delete'] } as const

export const EVENT_TYPE: ResourceType = {
  ...SHAPE,
  group: 'events.k8s.io',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
  singular: 'event',
}

/** By which several processes agree on one that writes. */
export const LEASE_TYPE: ResourceType = {
  ...SHAPE,
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  singular: 'lease',
}

/** What `watch --advice` warns of, as the parameter of its policy. */
export const ADVICE_TYPE: ResourceType = {
  ...CLUSTER_SHAPE,
  group: 'kubectl-finalize.io',
  version: 'v1',
  plural: 'deletionadvices',
  kind: 'DeletionAdvice',
  singular: 'deletionadvice',
}

export const ADVICE_DEFINITION_TYPE: ResourceType = {
  ...CLUSTER_SHAPE,
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  singular: 'customresourcedefinition',
}

export const ADVICE_POLICY_TYPE: ResourceType = {
  ...CLUSTER_SHAPE,
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  plural: 'validatingadmissionpolicies',
  kind: 'ValidatingAdmissionPolicy',
  singular: 'validatingadmissionpolicy',
}

export const ADVICE_BINDING_TYPE: ResourceType = {
  ...ADVICE_POLICY_TYPE,
  plural: 'validatingadmissionpolicybindings',
  kind: 'ValidatingAdmissionPolicyBinding',
  singular: 'validatingadmissionpolicybinding',
}

/** The objects of `watch --advice`: each of these types has one with this name, and no other is touched. */
export const ADVICE_NAME = 'kubectl-finalize-advice'
export const ADVICE_DEFINITION_NAME = resourceName(ADVICE_TYPE)
const ADVICE_NAMES: ReadonlyMap<ResourceType, string> = new Map([
  [ADVICE_TYPE, ADVICE_NAME],
  [ADVICE_DEFINITION_TYPE, ADVICE_DEFINITION_NAME],
  [ADVICE_POLICY_TYPE, ADVICE_NAME],
  [ADVICE_BINDING_TYPE, ADVICE_NAME],
])

/** What to report about it, beside its texts. `foreign`: others made an object of its name, unlike this version's. */
export type AdviceNote =
  | { readonly is: 'unserved' }
  | { readonly is: 'many' }
  | { readonly is: 'foreign'; readonly name: string }
  | { readonly is: 'failed'; readonly why: Sentence }

/** On what a watch made by itself, and removes at its end: what a person or `deploy/` made has it not, and stays. */
export const OWN_LABELS: Readonly<Record<string, string>> = { 'app.kubernetes.io/managed-by': 'kubectl-finalize-watch' }

/** Whether an object is this program's own: the only kind that it writes without asking for each one. */
export function isOwn(type: ResourceType, { metadata }: KubeObject): boolean {
  return type === EVENT_TYPE || type === LEASE_TYPE || ADVICE_NAMES.get(type) === metadata.name
}

/** Whether a watch that ends removes it: its texts, and what a watch made for `--advice`; nothing of any other kind. */
export function isRemovable(type: ResourceType, object: KubeObject): boolean {
  if (!ADVICE_NAMES.has(type) || !isOwn(type, object)) return false
  return type === ADVICE_TYPE || isMarked(object)
}

/** Whether a watch made it. */
export function isMarked({ metadata: { labels = {} } }: KubeObject): boolean {
  return Object.entries(OWN_LABELS).every(([name, value]) => labels[name] === value)
}
