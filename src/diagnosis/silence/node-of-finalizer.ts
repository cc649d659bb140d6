import { isTrue } from '../../api/condition.ts'
import { itemsOf } from '../../api/fact.ts'
import { isOwnedBy, type KubeObject } from '../../api/object.ts'
import { NAME, type ObjectRef } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { restOf } from '../catalogue/wildcard.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { type Clue, type Evidence, toInspect } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { isLost, lostNodeEvidence, nodeNameOf } from '../pods/ending.ts'
import { nodeState } from '../pods/node-state.ts'
import { commandLine, describeCommand } from '../shell-quote.ts'
import { isCustom } from '../stuck-object.ts'
import { type Workload, workloadText } from '../workloads/workloads.ts'

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

/** openebs/lvm-localpv: ownerNodeID; longhorn/longhorn: ownerID; topolvm/topolvm, kubevirt/kubevirt: nodeName. */
const OF_NODE = /^((owner|current|target)?node(name|id)?|hostname|ownerid)$/i
/** qvest-digital/mxl-k8s: sourceNode. Of these only the name of a Node counts, as graphs have nodes too. */
const OF_A_NODE = /[a-z]Node(Name|ID)?$/
const DEEPEST = 2

/**
 * The object belongs to a node that is not ready or gone, or where its agent (a DaemonSet) has no ready Pod. undefined
 * if no field names a node, or nodes are unreadable. A name that no node has counts only for an agent's object. What a
 * Pod says of its node is so whosever the finalizer is (juicedata/juicefs-csi-driver#340, flyteorg/flyte#2701).
 * `isOwn`: see `cluesOfSilence`.
 */
export function nodeOfObject(found: Case, workload: Workload, isOwn: boolean): Clue | undefined {
  const { facts } = found.context
  const isPod = found.held.ref.resource === 'pods'
  const whole = isOwn || isPod ? found.reports.whole : undefined
  const all = whole === undefined ? [] : namesIn(whole)
  // Where one says on which node it is, others are where it was: `migrationState.sourceNode`.
  const exact = all.filter(({ isExact }) => isExact)
  const named = exact.length > 0 ? exact : all
  if (named.length === 0) return undefined
  const nodes = facts.read({ about: 'metadata', resource: 'nodes' })
  if (nodes.state !== 'known') return undefined
  const known = once(facts, 'names of nodes', () => new Set(nodes.value.map(({ name }) => name)))
  const isAgent = workload.kind === 'DaemonSet'
  // What is provisioned by one workload may be cleaned up by another on each node (openebs/lvm-localpv#407).
  const beside = found.search.possible.find(
    ({ kind, namespace }) => kind === 'DaemonSet' && namespace === workload.namespace,
  )
  for (const { path, name, isExact } of named) {
    const isVague = (!isAgent && beside === undefined) || /host|\.ownerid$/i.test(path) || !isExact
    const isBound = isPod && path === 'spec.nodeName'
    if (!known.has(name) && isVague && !isBound) continue
    const state = nodeState(name, facts)
    if (state === undefined) return undefined
    const on = isAgent ? workload : state.state === 'absent' ? beside : undefined
    const agent = on && missingOn(name, on, facts)
    const lost = isLost(state) ? lostNodeEvidence({ node: name, state }) : undefined
    if (lost === undefined && agent === undefined) continue
    return clueOfNode({ path, name, isGone: state.state === 'absent', lost, agent }, workload, found.held.ref)
  }
  return undefined
}

interface OfNode {
  readonly path: string
  readonly name: string
  readonly isGone: boolean
  /** That the node is lost; absent: it is there, without a Pod of its agent. */
  readonly lost: Evidence | undefined
  readonly agent: Evidence | undefined
}

function clueOfNode({ path, name, isGone, lost, agent }: OfNode, workload: Workload, ref: ObjectRef): Clue {
  const isAgent = workload.kind === 'DaemonSet'
  const isOfPod = ref.resource === 'pods' && !isAgent
  const commands = [
    ...(isGone ? [] : [commandLine('kubectl', 'describe', 'nodes', name)]),
    isOfPod ? describeCommand(ref) : commandLine('kubectl', 'get', 'pods', '-n', workload.namespace, '-o', 'wide'),
  ]
  const field = factFrom(path, 'FieldIs', { path, value: name })
  const evidence = [field, lost, agent].filter(each => each !== undefined)
  if (lost === undefined) {
    const remedy = toInspect(message('SeeWhyNotOnNode', { node: name }), commands)
    return { key: `node/${name}`, why: message('NoneOnNodeOfObject', { node: name }), evidence, remedy }
  }
  const isOwnPod = ref.resource === 'pods' && isAgent && isGone
  return {
    key: `node/${name}`,
    isSure: true,
    ...(isOwnPod && { removal: message('RemovalOnGoneNode', { node: name }) }),
    why: message('ObjectOnLostNode', { node: name, isGone }),
    evidence,
    remedy: toInspect(message(isOfPod ? 'SeeIfNodeIsAwaited' : 'RepairNodeOfObject', { node: name }), commands),
  }
}

type Named = { readonly path: string; readonly name: string; readonly isExact: boolean }

function namesIn({ metadata: { labels }, spec, status }: KubeObject): readonly Named[] {
  const ofLabels = fieldsOf(labels, 'metadata.labels', DEEPEST)
  return [...fieldsOf(spec, 'spec', 0), ...fieldsOf(status, 'status', 0), ...ofLabels]
}

function fieldsOf(value: unknown, path: string, depth: number): readonly Named[] {
  if (depth > DEEPEST || typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([field, inner]) => {
    const at = `${path}.${field}`
    if (typeof inner !== 'string') return fieldsOf(inner, at, depth + 1)
    // `kubernetes.io/nodename`
    const key = field.slice(field.lastIndexOf('/') + 1)
    const isExact = OF_NODE.test(key)
    return (isExact || OF_A_NODE.test(key)) && NAME.test(inner) ? [{ path: at, name: inner, isExact }] : []
  })
}

/** That no Pod of a DaemonSet is ready on a node; undefined where one is, or the Pods could not be read. */
function missingOn(node: string, workload: Workload, facts: Facts): Evidence | undefined {
  const pods = facts.read({ about: 'list', resource: 'pods' })
  if (pods.state !== 'known') return undefined
  const { uid } = workload.object.metadata
  const ready = once(facts, `ready Pods of ${uid}`, () => {
    return new Set(pods.value.filter(pod => isOwnedBy(pod, uid) && isTrue(pod, 'Ready')).map(nodeNameOf))
  })
  if (ready.has(node)) return undefined
  return factFrom('pods', 'NoPodReadyOnNode', { workload: workloadText(workload), node })
}
