import { seenOf } from '../../api/fact.ts'
import { domainOf, isOfDomain } from '../controller/identity.ts'
import { ownNamespaces } from '../controller/own-namespaces.ts'
import type { Case } from '../dossier/dossier.ts'

/**
 * Whether an object is that of the node which it names by more than its own word, which users of its namespace may
 * write: it is cluster-scoped, or in the operator's namespace, or annotations of its group on the Node have its name
 * and namespace, as those of Cluster API (`cluster.x-k8s.io/machine`) and OpenShift (`machine.openshift.io/machine`).
 */
export function isOfNode({ held, finalizer, context: { facts } }: Case, node: string): boolean {
  const { name, namespace } = held.ref
  if (namespace === undefined || namespace === 'kube-system') return true
  const { metadata } = seenOf(facts.read({ about: 'object', resource: 'nodes', name: node })) ?? {}
  const own = Object.entries(metadata?.annotations ?? {}).filter(([key]) => isOfDomain(held.type.group, domainOf(key)))
  const said = own.map(([, value]) => value)
  if (said.includes(`${namespace}/${name}`) || (said.includes(name) && said.includes(namespace))) return true
  return ownNamespaces(held, finalizer, facts).get(namespace) === 'operator'
}
