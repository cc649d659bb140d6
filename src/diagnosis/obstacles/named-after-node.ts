import { message } from '../../messages/sentence.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Evidence } from '../explanation.ts'
import { once } from '../once.ts'

/** `worker-3-deleted`: one for each node (kubernetes-sigs/security-profiles-operator: internal/pkg/util). */
const OF_A_NODE = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?)-deleted$/
/** What nodes are called: by the word, by a number, by an address. A plain word may be anything. */
const LIKE_A_NODE = /node|worker|master|control-plane|\d/

/**
 * That a finalizer carries the name of a node that does not exist: what runs on each node removes its own, and nothing
 * does there. None where the nodes could not be read, or where nothing tells that it is the name of one.
 */
export function namedAfterNode({ finalizer, held, context: { facts } }: Case): readonly Evidence[] {
  const [, name] = OF_A_NODE.exec(finalizer) ?? []
  if (name === undefined) return []
  const nodes = facts.read({ about: 'metadata', resource: 'nodes' })
  const all = facts.read({ about: 'metadata', resource: held.ref.resource })
  if (nodes.state !== 'known' || all.state !== 'known') return []
  const known = once(facts, 'names of nodes', () => new Set(nodes.value.map(node => node.name)))
  if (known.has(name)) return []
  const isOnOthers = once(facts, `finalizers after nodes on ${held.ref.resource}`, () =>
    all.value.some(meta => meta.finalizers?.some(each => known.has(OF_A_NODE.exec(each)?.[1] ?? '')) === true),
  )
  if (!isOnOthers && !LIKE_A_NODE.test(name)) return []
  return [{ fact: message('NodeOfFinalizerGone', { finalizer, node: name, isOnOthers }), source: 'nodes' }]
}
