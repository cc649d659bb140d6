import { seenOf } from '../../api/fact.ts'
import type { NodeFailure } from '../../messages/pods.ts'
import { message } from '../../messages/sentence.ts'
import { keepLog } from '../../statements/log/kept-log.ts'
import { mentions } from '../../statements/log/names.ts'
import { meaningOf } from '../../statements/log/told.ts'
import { eachTogether } from '../answered.ts'
import { askedAt } from '../controller/since-deletion.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { PodEnding } from '../pods/ending.ts'
import { areContainersEnded, kubeletFailure } from '../pods/pod-evidence.ts'
import { toInspect } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { StuckObject } from '../stuck-object.ts'
import { cniSets, nodePlugins, onNode } from '../volumes/node-plugin.ts'
import { nodePluginEvidence } from '../volumes/node-plugin-evidence.ts'
import type { Mounted } from '../volumes/pod-drivers.ts'
import { controllerIn, loggedIn, readLog, showLog } from '../workloads/log-places.ts'

/** What a plugin of a node says of a Pod that does not end there, and the commands that show its log. */
interface Word {
  readonly fails: NodeFailure
  readonly told: readonly Evidence[]
  readonly logs: readonly string[]
}

/**
 * What keeps a node from ending a Pod, by a plugin there or by its kubelet, and where to look. The log of a CSI driver
 * is read only where all containers have ended: it may then be the volumes.
 */
export function teardown(held: StuckObject, { node, pod }: Ending, mounted: readonly Mounted[], facts: Facts) {
  if (node === undefined) return { told: [], look: [] }
  const reported = kubeletFailure(held, facts)
  const drivers = new Set(areContainersEnded(pod) ? mounted.map(({ driver }) => driver) : [])
  const word =
    reported?.of === 'network'
      ? byNetwork(reported, node, facts)
      : eachTogether(drivers, driver => byDriver(held, driver, node, facts)).find(each => each !== undefined)
  const fails = reported ?? word?.fails
  const { told = [], logs = [] } = word ?? {}
  if (fails === undefined) return { told, look: [] }
  const commands = [...logs, commandLine('kubectl', 'describe', 'node', node)]
  return { fails, told, look: [toInspect(message('LookOnNode', { node, ...fails }), commands)] }
}

type Ending = Extract<PodEnding, { state: 'unconfirmed' }>

function byNetwork(fails: NodeFailure, name: string, facts: Facts): Word {
  const node = facts.read({ about: 'object', resource: 'nodes', name })
  const { plugins } = onNode(fails.plugin === undefined ? [] : cniSets(fails.plugin, facts), name, facts)
  const logs = plugins.flatMap(({ pod }) => {
    if (typeof pod !== 'object') return []
    const { namespace = '', name: called } = pod.metadata
    return [commandLine('kubectl', 'logs', '-n', namespace, called, '--all-containers', '--tail', '50')]
  })
  return {
    fails,
    told: node.state === 'known' ? plugins.flatMap(each => nodePluginEvidence(each, node.value)) : [],
    logs,
  }
}

/** The last error since the deletion that the driver's Pod on the node logged with this Pod's uid, as of its paths. */
function byDriver(held: StuckObject, driver: string, node: string, facts: Facts): Word | undefined {
  const { pod } = nodePlugins(driver, node, facts).plugins.find(each => typeof each.pod === 'object') ?? {}
  const container = typeof pod === 'object' ? controllerIn(pod)?.container : undefined
  if (typeof pod !== 'object' || container === undefined) return undefined
  const place = { namespace: pod.metadata.namespace ?? '', pod: pod.metadata.name, container, previous: false }
  const { lines = [] } = seenOf(readLog(place, facts)) ?? {}
  const asked = askedAt(held)
  const error = keepLog(lines).lines.findLast(
    line => (line.at ?? 0) >= asked && mentions(line, held.ref.uid) && meaningOf(line) === 'failing',
  )
  return error && { fails: { of: 'volume', plugin: driver }, told: [loggedIn(place, error)], logs: [showLog(place)] }
}
