import type { V1Pod } from '@kubernetes/client-node'
import { isTrue } from '../../api/condition.ts'
import { itemsOf } from '../../api/fact.ts'
import { createdAt } from '../../api/object.ts'
import { isCompleted } from '../../api/pod-phase.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import { type Quote, readable } from '../../statements/quote.ts'
import { hasWord, namesIn } from '../../statements/whole-word.ts'
import { english } from '../../statements/words/english.ts'
import { server } from '../../statements/words/server.ts'
import { NODE_FIELDS } from '../catalogue/drainers.ts'
import type { Failure } from '../controller/reports.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { type Budget, blockersOn } from '../drains/blockers.ts'
import { textAt } from '../drains/drain-holding.ts'
import { letEvict } from '../drains/let-evict.ts'
import { isOfNode } from '../drains/of-node.ts'
import { type Remedy, toInspect, toRepair } from '../explanation.ts'
import { nodeNameOf } from '../pods/ending.ts'
import { warningEvidence } from '../pods/pod-evidence.ts'
import { commandLine } from '../shell-quote.ts'
import { missingLabels, nodePluginEvidence, onNode, untoleratedTaints } from '../volumes/node-plugin.ts'
import { podTrouble } from '../workloads/health.ts'
import { BUDGETS, factOf } from './drain-blocked.ts'

/** The error says that a Pod on the object's node could not be evicted: the budget that keeps it there. */
export function evictionRefused(errors: readonly Quote[], found: Case) {
  const { held, reports, context } = found
  const { facts } = context
  for (const { namespace, pod: name, quote } of claimsOf('eviction refused', errors)) {
    const [pod] = itemsOf(facts.read({ about: 'list', resource: 'pods' })).filter(
      ({ metadata }) => metadata.name === name && metadata.namespace === namespace,
    )
    const node = (pod && nodeNameOf(pod)) ?? ''
    // A Pod of this name may be in the cluster of the Machine, too.
    const nodes = [held.ref.name, ...NODE_FIELDS.map(field => textAt(reports.whole, field))]
    if (pod === undefined || node === '' || !(nodes.includes(node) || hasWord(node)(quote.fact))) continue
    const budgets = itemsOf(facts.read({ about: 'list', resource: BUDGETS })) as readonly Budget[]
    const [blocker] = blockersOn(node, [pod], budgets, {})
    if (blocker?.budget === undefined) continue
    const evidence = [{ fact: factOf([blocker], node, undefined), source: BUDGETS }]
    const ends = letEvict(blocker, undefined)
    // Who may write the error, or the object, does not choose whose budget is changed.
    const isSafe = nodes.includes(node) && (namespace === held.ref.namespace || isOfNode(found, node))
    const safe = isSafe ? ends : ends.filter(({ kind }) => kind === 'inspect')
    const remedies = (last: Remedy, fix: Remedy) => [...safe, ...(safe === ends ? [] : [fix]), last]
    return { key: `budget/${namespace}/${blocker.budget.metadata.name}`, evidence, remedies }
  }
  return undefined
}

/** What no node can be given: a DaemonSet for nodes of another system runs on none of these, and on purpose. */
const OF_MACHINE: ReadonlySet<string> = new Set(
  ['os', 'arch'].flatMap(each => [`kubernetes.io/${each}`, `beta.kubernetes.io/${each}`]),
)

/** It misses something on a node: the one DaemonSet of its controller's namespace that cannot run there. */
export function withoutDaemon(errors: readonly Quote[], found: Case) {
  const { facts } = found.context
  const place = living(found)[0]?.workload.namespace
  const words = new Set(errors.flatMap(({ fact }) => (english.has('misses', fact) ? namesIn(fact) : [])))
  const listed = (resource: string) => (words.size === 0 ? [] : itemsOf(facts.read({ about: 'list', resource })))
  const node = listed('nodes').find(({ metadata }) => words.has(metadata.name))
  const sets = listed('daemonsets.apps').filter(({ metadata }) => metadata.namespace === place)
  if (node === undefined) return undefined
  const { name } = node.metadata
  const [plugin, ...others] = onNode(sets, name, facts).plugins.filter(
    each =>
      each.pod === 'none' &&
      missingLabels(each, node).length + untoleratedTaints(each, node).length > 0 &&
      !missingLabels(each, node).some(([key]) => OF_MACHINE.has(key)),
  )
  if (plugin === undefined || others.length > 0) return undefined
  const set = plugin.daemonSet.metadata.name
  const run = toRepair(message('RunOnNodeIfMeant', { daemonSet: `daemonset ${place}/${set}`, node: name }), [
    commandLine('kubectl', 'describe', 'daemonsets', set, '-n', place!),
    commandLine('kubectl', 'describe', 'nodes', name),
  ])
  const evidence = nodePluginEvidence(plugin, node)
  return {
    key: `daemon/${set}/${name}`,
    evidence,
    isPerhaps: true,
    remedies: (last: Remedy, fix: Remedy) => [run, fix, last],
  }
}

/**
 * Nothing answered at the address of a Pod that was there before and is not ready (redis-enterprise-k8s-docs#214). One
 * that has ended keeps its address, which may be another's since; on the network of a node many have the same.
 */
export function podUnanswering(errors: readonly (Quote & Partial<Failure>)[], { context: { facts } }: Case) {
  for (const error of errors) {
    const text = readable(error.fact)
    const called = server.has('no answer', text) ? server.findAll('called address', text).map(([, ip = '']) => ip) : []
    const all = called.length === 0 ? [] : itemsOf(facts.read({ about: 'list', resource: 'pods' }))
    const [pod, ...others] = all.filter(each => {
      const { status, spec } = each as unknown as V1Pod
      const ips = [status?.podIP, ...(status?.podIPs ?? []).map(({ ip }) => ip)]
      return ips.some(ip => ip && called.includes(ip)) && !spec?.hostNetwork && !isCompleted(each)
    })
    if (pod === undefined || others.length > 0 || isTrue(pod, 'Ready')) continue
    if (!(createdAt(pod.metadata) <= (error.lastAt ?? error.at ?? 0))) continue
    const { uid, name, namespace = '' } = pod.metadata
    const object = `Pod ${namespace}/${name}`
    const told = [...podTrouble(pod, facts), ...warningEvidence(pod.metadata, facts).slice(-1)]
    const shown = commandLine('kubectl', 'describe', 'pods', name, '-n', namespace)
    const look = toInspect(message('FixWhatIsAiling', { object }), [shown])
    const evidence = [factFrom('pods', 'AddressOfUnready', { object }), ...told]
    return { key: `pod/${uid}`, evidence, remedies: (last: Remedy, fix: Remedy) => [look, fix, last] }
  }
  return undefined
}
