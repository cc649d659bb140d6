import { itemsOf } from '../../api/fact.ts'
import { selects } from '../../api/label-selector.ts'
import type { KubeObject } from '../../api/object.ts'
import { isCompleted } from '../../api/pod-phase.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import { refuserOf } from '../admission/refusal-words.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { type Lost, lostNodeEvidence, seeLostNodes } from '../pods/ending.ts'
import type { ServiceName } from '../service/backend.ts'
import { commandLine, targetOf } from '../shell-quote.ts'
import { ailments, idleOf, podTrouble, replicaFailures, scaledBy } from '../workloads/health.ts'
import { logCommand } from '../workloads/log-places.ts'
import {
  describeWorkload,
  manifestOf,
  templateOf,
  type Workload,
  workloadOf,
  workloadText,
} from '../workloads/workloads.ts'

/** Why nothing answers, at the end of the chain from what the API server calls, and what makes it answer again. */
export interface End {
  /** A clause for the summary; undefined where nothing that can be read tells. */
  readonly because?: Sentence | undefined
  readonly evidence: readonly Evidence[]
  readonly repair: Remedy
}

/** How many Pods and workloads of one Service are told of: those of one are ill alike. */
const MAX_TOLD = 2

export interface Looked extends Selected {
  readonly what: Sentence
  readonly service: ServiceName
  readonly facts: Facts
}

export function stopped({ what, workloads, facts }: Looked): End {
  const scalers = workloads.map(workload => scaledBy(workload, facts))
  const evidence = [
    ...told(workloads).flatMap(workload => ailments(workload, facts)),
    ...scalers.flatMap(scaler => (scaler === undefined ? [] : [scaler.evidence])),
  ]
  const idle = told(workloads).map(each => ({ workload: workloadText(each), idle: idleOf(each) }))
  const because = message('WorkloadsIdle', { workloads: idle })
  const names = workloads.map(targetOf).join(', ')
  const [first] = workloads
  const scaler = scalers.find(each => each?.remedy !== undefined)?.remedy
  const summary = scaler && message('StartServing', { names, what, by: scaler.summary })
  if (summary !== undefined) return { because, evidence, repair: { ...scaler!, summary } }
  if (first!.kind === 'DaemonSet') {
    const commands = [manifestOf(first!), commandLine('kubectl', 'get', 'nodes', '--show-labels')]
    const summary = message('LetServingPodsRun', { names, what })
    return { because, evidence, repair: repair(summary, ...commands) }
  }
  const scale = workloads
    .filter(({ kind }) => kind !== 'DaemonSet')
    .map(each => commandLine('kubectl', 'scale', targetOf(each), '-n', each.namespace, '--replicas=1'))
  return { because, evidence, repair: repair(message('ScaleUpServing', { names, what }), ...scale) }
}

export function onLostNodes({ what, service: { namespace, name } }: Looked, lost: readonly Lost[]): End {
  const nodes = lost.map(({ node, state }) => ({ node, isGone: state.state === 'absent' }))
  return {
    because: message('PodsOnLostNodes', { service: `${namespace}/${name}`, nodes }),
    evidence: lost.map(lostNodeEvidence),
    repair: toRepair(
      message('RepairLostNodes', { nodes: lost.map(({ node }) => node), namespace, name, what }),
      seeLostNodes(lost, namespace),
    ),
  }
}

/** A quota, a limit, an admission webhook: which may be the very one that these Pods serve. */
export function refusedPods({ what, facts, service: { namespace } }: Looked, workload: Workload): End {
  const refuser = replicaFailures(workload)
    .map(words => refuserOf(words, { ref: { namespace } }, facts))
    .find(each => each !== undefined)
  const who = refuser && `${refuser.subject.kind} ${refuser.subject.name}`
  const commands = (refuser?.remedies ?? []).flatMap(each => each.commands)
  const text = workloadText(workload)
  const advice = message('LetPodsBeCreated', { workload: text, what, refuser: who })
  return {
    because: message('NoPodsCreated', { workload: text }),
    evidence: ailments(workload, facts),
    repair: repair(advice, ...commands, describeWorkload(workload)),
  }
}

export function notReady({ what, workloads, pods, service: { namespace, name }, facts }: Looked): End {
  const of = workloads.length === 0 ? [`Service ${namespace}/${name}`] : told(workloads).map(workloadText)
  const ill =
    workloads.length === 0
      ? told(pods).flatMap(pod => podTrouble(pod, facts))
      : told(workloads).flatMap(each => ailments(each, facts))
  return {
    because: message('NoPodReady', { of }),
    evidence: ill,
    repair: repair(
      message('MakePodsReady', { of, what }),
      commandLine('kubectl', 'get', 'pods', '-n', namespace, '-o', 'wide'),
      ...(workloads.length === 0
        ? told(pods).map(({ metadata }) => commandLine('kubectl', 'describe', 'pod', metadata.name, '-n', namespace))
        : told(workloads).flatMap(each => [describeWorkload(each), logCommand(each, facts)])),
    ),
  }
}

/** It has a ready address, or what is behind it could not be read. */
export function notAnswering({ what, service: { namespace, name }, workloads }: Looked): End {
  const advice = message('MakeServiceAnswer', { namespace, name, what })
  return { evidence: [], repair: repair(advice, showServing(namespace), ...workloads.map(describeWorkload)) }
}

export function showServing(namespace: string): string {
  return commandLine('kubectl', 'get', 'services,endpointslices,pods', '-n', namespace)
}

export function repair(summary: Sentence, ...commands: readonly string[]): Remedy {
  return toRepair(summary, commands, 'low')
}

function told<Item>(items: readonly Item[]): readonly Item[] {
  return items.slice(0, MAX_TOLD)
}

const KINDS = ['deployments.apps', 'statefulsets.apps', 'daemonsets.apps'] as const

interface Selected {
  /** Deployments, StatefulSets and DaemonSets whose Pods it selects. */
  readonly workloads: readonly Workload[]
  /** Pods that have the labels and are not finished. */
  readonly pods: readonly KubeObject[]
  /** Those that have the Service's own name, and make Pods with other labels. */
  readonly namesakes: readonly Workload[]
  /** All of it was read, so that what is not here is not there. */
  readonly complete: boolean
}

export function selectedBy(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  selector: Readonly<Record<string, string>>,
  facts: Facts,
): Selected {
  const lists = KINDS.map(resource => facts.read({ about: 'list', resource, namespace }))
  const pods = facts.read({ about: 'list', resource: 'pods', namespace })
  const all = lists.flatMap(itemsOf).map(workloadOf)
  const isSelected = (labels: Readonly<Record<string, string>> | undefined): boolean =>
    selects({ matchLabels: selector }, labels ?? {})
  const workloads = all.filter(({ object }) => isSelected(templateOf(object)?.metadata?.labels))
  return {
    workloads,
    pods: itemsOf(pods).filter(pod => isSelected(pod.metadata.labels) && !isCompleted(pod)),
    namesakes: all.filter(workload => workload.name === name && !workloads.includes(workload)),
    complete: [...lists, pods].every(({ state }) => state === 'known'),
  }
}
