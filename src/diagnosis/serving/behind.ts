import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { Lost } from '../pods/ending.ts'
import { nodeState } from '../pods/node-state.ts'
import type { Backend, ServiceName } from '../service/backend.ts'
import { commandLine, targetOf } from '../shell-quote.ts'
import { manifestOf } from '../workloads/commands.ts'
import { lostNodesOf, replicaFailures } from '../workloads/health.ts'
import { templateOf, workloadText } from '../workloads/workloads.ts'
import {
  type End,
  type Looked,
  notAnswering,
  notReady,
  onLostNodes,
  refusedPods,
  repair,
  showServing,
  stopped,
} from './no-answer.ts'
import { selectedBy } from './selected.ts'

/**
 * Why an existing Service does not answer for `what`: it selects nothing, what makes its Pods is stopped or refused,
 * their nodes are lost, or they are not ready. With a ready address, only lost nodes count: the rest seems to work.
 */
export function behindService(what: Sentence, service: ServiceName, backend: Backend, facts: Facts): End {
  const { selector, state, nodes = [] } = backend
  if (state === 'empty' && Object.keys(selector ?? {}).length === 0) return withoutSelector(what, service)
  const looked: Looked = { what, service, facts, ...selectedBy(service, selector ?? {}, facts) }
  if (state !== 'empty') {
    const lost = nodes.flatMap(node => lostNode(node, facts))
    return lost.length > 0 && lost.length === nodes.length ? onLostNodes(looked, lost) : notAnswering(looked)
  }
  const wanted = looked.workloads.filter(({ wantedReplicas }) => wantedReplicas > 0)
  if (wanted.length === 0 && looked.workloads.length > 0) return stopped(looked)
  const lost = lostNodesOf(looked.pods, facts)
  if (lost.length > 0) return onLostNodes(looked, lost)
  const refused = wanted.find(workload => replicaFailures(workload).length > 0)
  if (refused !== undefined) return refusedPods(looked, refused)
  return looked.pods.length > 0 || wanted.length > 0 ? notReady(looked) : withoutPods(looked)
}

function lostNode(node: string, facts: Facts): readonly Lost[] {
  const state = node === '' ? undefined : nodeState(node, facts)
  return state?.state === 'notReady' || state?.state === 'absent' ? [{ node, state }] : []
}

/** Its addresses are written by something that no object names. */
function withoutSelector(what: Sentence, { namespace, name }: ServiceName): End {
  return {
    because: message('NoSelectorAndNoAddress', { service: `${namespace}/${name}` }),
    evidence: [factFrom('services', 'ServiceWithoutSelector', { namespace, name })],
    repair: repair(
      message('GiveServiceSelector', { namespace, name, what }),
      commandLine('kubectl', 'get', 'service', name, '-n', namespace, '-o', 'yaml'),
      commandLine('kubectl', 'get', 'endpointslices', '-n', namespace, '-l', `kubernetes.io/service-name=${name}`),
    ),
  }
}

/** What is nowhere is said only where all of it was read. */
function withoutPods({ what, service: { namespace, name }, namesakes, complete }: Looked): End {
  const labels = namesakes.map(({ object }) => labelsOf(templateOf(object)?.metadata?.labels))
  const evidence: readonly Evidence[] = [
    ...(complete ? [factFrom('pods', 'NothingMakesSelectedPods', { namespace, name })] : []),
    ...namesakes.map((each, index) =>
      factFrom(each.object.kind.toLowerCase(), 'MakesPodsWithOtherLabels', {
        workload: workloadText(each),
        labels: labels[index]!,
      }),
    ),
  ]
  const look = showServing(namespace)
  const manifest = commandLine('kubectl', 'get', 'service', name, '-n', namespace, '-o', 'yaml')
  const because = complete ? message('SelectsNoPod', { service: `${namespace}/${name}` }) : undefined
  if (namesakes.length === 0) {
    const summary = message(complete ? 'ReinstallPodsOfService' : 'MakeServiceAnswer', { namespace, name, what })
    return { because, evidence, repair: repair(summary, look, ...(complete ? [manifest] : [])) }
  }
  const summary = message('CorrectSelectorOrLabels', { namespace, name, workloads: namesakes.map(targetOf), what })
  return { because, evidence, repair: repair(summary, manifest, ...namesakes.map(manifestOf)) }
}

function labelsOf(labels: Readonly<Record<string, string>> | undefined): string {
  const texts = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`)
  return texts.join(',') || 'none'
}
