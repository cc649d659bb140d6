import { seenOf } from '../../api/fact.ts'
import type { NodeFailure } from '../../messages/pods.ts'
import { message } from '../../messages/sentence.ts'
import { keepLog } from '../../statements/log/kept-log.ts'
import { mentions } from '../../statements/log/names.ts'
import { meaningOf } from '../../statements/log/told.ts'
import { eachTogether } from '../answered.ts'
import { askedAt } from '../controller/since-deletion.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { PodEnding } from '../pods/ending.ts'
import { areContainersEnded, kubeletFailure } from '../pods/pod-evidence.ts'
import { toInspect } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { StuckObject } from '../stuck-object.ts'
import { cniSets, nodePlugins, onNode } from '../volumes/node-plugin.ts'
import { nodePluginEvidence } from '../volumes/node-plugin-evidence.ts'
import type { Mounted } from '../volumes/pod-drivers.ts'
import { controllerIn, type LogPlace, loggedIn, showLog } from '../workloads/log-places.ts'

/** What is known to keep a node from ending a Pod, by a plugin there or by its kubelet, and where to look. */
interface Teardown {
  readonly fails?: NodeFailure | undefined
  readonly told: readonly Evidence[]
  readonly look: readonly Remedy[]
}

type Ending = Extract<PodEnding, { state: 'unconfirmed' }>

/** The log of a CSI driver is read only where all containers have ended: it may then be the volumes. */
export function teardown(held: StuckObject, ending: Ending, mounted: readonly Mounted[], facts: Facts): Teardown {
  const { node } = ending
  if (node === undefined) return { told: [], look: [] }
  const fails = kubeletFailure(held, facts)
  if (fails?.of === 'network') return byNetwork(fails, node, facts)
  const [logged] = areContainersEnded(ending.pod)
    ? eachTogether(new Set(mounted.map(({ driver }) => driver)), driver => byDriver(held, driver, node, facts)).filter(
        each => each !== undefined,
      )
    : []
  if (logged !== undefined) return { ...logged, fails: fails ?? logged.fails }
  return { fails, told: [], look: fails === undefined ? [] : [lookAt(node, fails, [])] }
}

function lookAt(node: string, fails: NodeFailure, logs: readonly string[]): Remedy {
  return toInspect(message('LookOnNode', { node, ...fails }), [
    ...logs,
    commandLine('kubectl', 'describe', 'node', node),
  ])
}

function byNetwork(fails: NodeFailure, name: string, facts: Facts): Teardown {
  const node = facts.read({ about: 'object', resource: 'nodes', name })
  const { plugins } = onNode(cniSets(fails.plugin, facts), name, facts)
  const logs = plugins.flatMap(({ pod }) => {
    if (typeof pod !== 'object') return []
    const { namespace = '', name: called } = pod.metadata
    return [commandLine('kubectl', 'logs', '-n', namespace, called, '--all-containers', '--tail', '50')]
  })
  const told = node.state === 'known' ? plugins.flatMap(each => nodePluginEvidence(each, node.value)) : []
  return { fails, told, look: [lookAt(name, fails, logs)] }
}

/** The last error since the deletion that the driver's Pod on the node logged with this Pod's uid, as of its paths. */
function byDriver(held: StuckObject, driver: string, node: string, facts: Facts): Teardown | undefined {
  const { pod } = nodePlugins(driver, node, facts).plugins.find(each => typeof each.pod === 'object') ?? {}
  const container = typeof pod === 'object' ? controllerIn(pod)?.container : undefined
  if (typeof pod !== 'object' || container === undefined) return undefined
  const { namespace = '', name } = pod.metadata
  const log = seenOf(facts.read({ about: 'log', namespace, pod: name, container }))
  const asked = askedAt(held)
  const error = keepLog(log?.lines ?? []).lines.findLast(
    line => (line.at ?? 0) >= asked && mentions(line, held.ref.uid) && meaningOf(line) === 'failing',
  )
  if (error === undefined) return undefined
  const place: LogPlace = { namespace, pod: name, container, previous: false }
  const fails: NodeFailure = { of: 'volume', plugin: driver }
  return { fails, told: [loggedIn(place, error)], look: [lookAt(node, fails, [showLog(place)])] }
}
