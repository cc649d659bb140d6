import type { NodeFailure } from '../../messages/arguments.ts'
import { message } from '../../messages/sentence.ts'
import { eachTogether } from '../answered.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { type Evidence, toInspect } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { PodEnding } from '../pods/ending.ts'
import { areContainersEnded, containerIds, kubeletFailure } from '../pods/pod-evidence.ts'
import { lostServer } from '../service/lost-server.ts'
import { commandLine } from '../shell-quote.ts'
import type { StuckObject } from '../stuck-object.ts'
import { cniSets, nodePluginEvidence, onNode } from '../volumes/node-plugin.ts'
import type { Mounted } from '../volumes/unmounting.ts'
import { linesIn, loggedIn } from '../workloads/log-places.ts'
import { driverWord, type NodeWord, workerWord } from '../workloads/node-log.ts'

const MAX_LAST_WORDS = 4
const NO_SETS = { sets: [], none: [] }

/** What a plugin of a node says of a Pod that does not end there, and the commands that show its log. */
type Word = NodeWord & { readonly fails: NodeFailure }

/**
 * What keeps a node from ending a Pod, by a plugin there or by its kubelet, and where to look. The log of a CSI driver
 * is read only where all containers have ended: it may then be the volumes.
 */
export function teardown(held: StuckObject, ending: Ending, mounted: readonly Mounted[], facts: Facts) {
  const { node, pod } = ending
  if (node === undefined) return { told: [], look: [] }
  const reported = kubeletFailure(held, facts)
  const isEnded = areContainersEnded(pod)
  const server = isEnded ? lostServer(pod, facts) : undefined
  const word =
    reported?.of === 'network'
      ? byNetwork(reported, node, facts)
      : byPodOfNode(held, ending, isEnded ? mounted : [], facts)
  const failure = reported ?? word?.fails
  const fails =
    server === undefined || failure?.of === 'network' ? failure : { ...failure, of: 'volume' as const, ...server }
  const { told = [], logs = [] } = word ?? {}
  if (fails === undefined) return { told, look: [] }
  const commands = [...logs, commandLine('kubectl', 'describe', 'node', node)]
  return { fails, told, look: [toInspect(message('LookOnNode', { node, ...fails }), commands)] }
}

/** The last of what a container logs since its Pod is to end. */
export function lastWords(held: StuckObject, container: string, facts: Facts): readonly Evidence[] {
  const { namespace = '', name: pod } = held.ref
  const place = { namespace, pod, container, previous: false }
  const since = linesIn(place, facts).filter(({ at = 0 }) => at >= askedAt(held))
  return since.slice(-MAX_LAST_WORDS).map(line => loggedIn(place, line))
}

type Ending = Extract<PodEnding, { state: 'unconfirmed' }>

function byNetwork(fails: NodeFailure, name: string, facts: Facts): Word {
  const node = facts.read({ about: 'object', resource: 'nodes', name })
  const { plugin, silent } = fails
  const { sets, none } = plugin === undefined ? NO_SETS : cniSets(plugin, silent !== undefined, facts)
  const { plugins } = onNode(sets, name, facts)
  const logs = plugins.flatMap(({ pod }) => {
    if (typeof pod !== 'object') return []
    const { namespace = '', name: called } = pod.metadata
    return [commandLine('kubectl', 'logs', '-n', namespace, called, '--all-containers', '--tail', '50')]
  })
  return {
    fails,
    told: [...none, ...(node.state === 'known' ? plugins.flatMap(each => nodePluginEvidence(each, node.value)) : [])],
    logs,
  }
}

/** By its uid, its containers and what its volumes are called, in the logs of what works on its node. */
function byPodOfNode(held: StuckObject, ending: Ending, mounted: readonly Mounted[], facts: Facts): Word | undefined {
  const { pod, node = '' } = ending
  const of = { node, since: askedAt(held) }
  const { uid } = held.ref
  const ofDrivers = eachTogether(mounted, ({ driver, names = [] }) =>
    driverWord(driver, { ...of, names: [uid, ...names] }, facts),
  )
  const names = [uid, ...containerIds(pod), ...mounted.flatMap(each => each.names ?? [])]
  const word =
    ofDrivers.find(each => each !== undefined) ??
    workerWord({ ...of, names }, facts) ??
    eachTogether(mounted, ({ driver }) => driverWord(driver, { ...of, names: [] }, facts)).find(
      each => each !== undefined,
    )
  return word && { ...word, fails: { ...word.fails, of: areContainersEnded(pod) ? 'volume' : 'container' } }
}
