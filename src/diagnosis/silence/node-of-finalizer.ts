import { itemsOf } from '../../api/fact.ts'
import { resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { restOf } from '../catalogue/wildcard.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { type Evidence, toInspect } from '../explanation.ts'
import { once } from '../facts.ts'
import { isLost, lostNodeEvidence } from '../pods/ending.ts'
import { nodeState } from '../pods/node-state.ts'
import { commandLine } from '../shell-quote.ts'
import { isCustom } from '../stuck-object.ts'
import type { Clue } from './clue.ts'

/** What nodes are called: by the word, by a number, by an address. A plain word may be anything. */
const LIKE_A_NODE = /node|worker|master|control-plane|\d/
/** kubernetes-sigs/security-profiles-operator: spo.x-k8s.io/node-name. */
const LABEL_OF_NODE = /node-?name$|\/node$|hostname$/i
/** kubernetes-sigs/security-profiles-operator: `worker-3-deleted`, and `-delete` before that. */
const SUFFIX = /-deleted?$/
/** falcosecurity/falco-operator: `finalizer-worker-3`. */
const WORD = 'finalizer-'

/**
 * That a finalizer is called after a node that does not exist, or is not ready: what runs on each node removes its own,
 * and nothing does there. `isSure`: by the catalogue, by a finalizer of that form with the name of a Node, or a label
 * of what the object owns; else by a name that ends like that of a node, or by names with addresses, or many that begin
 * alike, of what runs on each node (falcosecurity/falco-operator#377). None where it could not be read.
 */
export function nodeOfFinalizer(found: Case): Clue | undefined {
  const { held, finalizer, known, context } = found
  const { facts } = context
  const [suffix = ''] = SUFFIX.exec(finalizer) ?? []
  const domain = finalizer.slice(0, finalizer.lastIndexOf('/') + 1)
  const prefix = finalizer.startsWith(WORD, domain.length) ? domain + WORD : domain
  const nameIn = (each: string) => each.slice(prefix.length, each.length - suffix.length)
  const entry = known.entry?.onNode === undefined ? undefined : known.entry
  const name = entry === undefined ? nameIn(finalizer) : restOf(entry.finalizer, finalizer)
  const isLike = entry !== undefined || suffix !== '' || LIKE_A_NODE.test(name)
  const isPart = name !== '' && name !== finalizer
  const nodes = isPart && isLike ? facts.read({ about: 'metadata', resource: 'nodes' }) : undefined
  if (nodes?.state !== 'known') return undefined
  const names = once(facts, 'names of nodes', () => new Set(nodes.value.map(node => node.name)))
  const state = names.has(name) ? nodeState(name, facts) : ({ state: 'absent' } as const)
  if (!isLost(state)) return undefined
  const all = facts.read({ about: 'metadata', resource: held.ref.resource })
  const ofForm = once(facts, `names in ${prefix}*${suffix} of ${held.ref.resource} ${held.ref.namespace}`, () => {
    const finalizers =
      all.state === 'known'
        ? all.value.flatMap(({ namespace, finalizers = [] }) => (namespace === held.ref.namespace ? finalizers : []))
        : []
    return new Set(finalizers.filter(each => each.startsWith(prefix) && each.endsWith(suffix)).map(nameIn))
  })
  // A cluster may be called as its only node is, and others after other clusters.
  const isForm =
    (suffix !== '' || LIKE_A_NODE.test(name)) &&
    [...ofForm].filter(each => names.has(each)).length * 2 >= ofForm.size &&
    ofForm.size > 1
  const source = entry?.source ?? (isForm || names.has(name) ? 'metadata.finalizers' : undefined)
  const fact = message('RemovedOnNode', { finalizer, node: name })
  const told = source === undefined ? labelWith(name, found) : { fact, source }
  const isOfAgent =
    living(found)[0]?.workload.kind === 'DaemonSet' && prefix !== domain && (ofForm.size > 1 || name.includes('.'))
  if (told === undefined && ((suffix === '' && !isOfAgent) || !LIKE_A_NODE.test(name))) return undefined
  const isGone = state.state === 'absent'
  return {
    key: `node/${name}`,
    ...(told !== undefined && { isSure: true }),
    why: message('OfLostNode', { node: name, isGone, isSure: told !== undefined }),
    evidence: [lostNodeEvidence({ node: name, state }), ...(told === undefined ? [] : [told])],
    remedy: toInspect(message('BringNodeBack', { finalizer, node: name, isGone }), [
      isGone ? commandLine('kubectl', 'get', 'nodes') : commandLine('kubectl', 'describe', 'nodes', name),
    ]),
  }
}

/** The label of an object that this one owns, of its own API group, by which that belongs to this node. */
function labelWith(node: string, { held, context: { facts } }: Case): Evidence | undefined {
  if (!LIKE_A_NODE.test(node) || !isCustom(held)) return undefined
  const types = facts.types.filter(type => type.group === held.type.group && type.verbs.includes('list'))
  const lists = types.map(type => ({ type, list: facts.read({ about: 'metadata', resource: resourceName(type) }) }))
  for (const { type, list } of lists) {
    for (const { name, labels = {}, ownerReferences = [] } of itemsOf(list)) {
      const label = Object.keys(labels).find(key => labels[key] === node && LABEL_OF_NODE.test(key))
      if (label === undefined || !ownerReferences.some(({ uid }) => uid === held.ref.uid)) continue
      return factFrom(resourceName(type), 'OwnedIsOfNode', { object: `${type.kind} ${name}`, label, node })
    }
  }
  return undefined
}
