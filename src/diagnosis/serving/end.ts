import type { V1ClusterRoleBinding } from '@kubernetes/client-node'
import { itemsOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { Lost } from '../pods/ending.ts'
import { nodeState } from '../pods/node-state.ts'
import { type Answerer, answererOf, apiServiceOf } from '../service/answerer.ts'
import { type Backend, backendOf, type ServiceName } from '../service/backend.ts'
import { commandLine, targetOf } from '../shell-quote.ts'
import { lostNodesOf, replicaFailures } from '../workloads/health.ts'
import { manifestOf, templateOf, workloadText } from '../workloads/workloads.ts'
import {
  type End,
  type Looked,
  notAnswering,
  notReady,
  onLostNodes,
  refusedPods,
  repair,
  selectedBy,
  showServing,
  stopped,
} from './no-answer.ts'

/** A namespace that is being deleted takes nothing new, so that no Service can come back in it. */
export function isEnding(namespace: string, facts: Facts): boolean {
  const found = facts.read({ about: 'object', resource: 'namespaces', name: namespace })
  return found.state === 'known' && found.value.metadata.deletionTimestamp !== undefined
}

/** Whether it cannot come back: without its Service, or without its Pods in a namespace that is being deleted. */
export function isGoneForGood({ service, backend }: Answerer, facts: Facts): boolean {
  return service !== undefined && ['absent', 'empty'].includes(backend.state) && isEnding(service.namespace, facts)
}

/** The end of the chain for `what` ("webhook x") that the API server calls. */
export function endOf(what: Sentence, answerer: Answerer, facts: Facts): End {
  const { service, backend, url } = answerer
  const api = apiServiceOf(answerer)
  const served = api === undefined ? what : message('CalledThroughApiService', { what, api })
  const end = service === undefined ? withoutService(served, answerer) : ofService(served, service, answerer, facts)
  const because =
    end.because ?? (answerer.isSilent && api !== undefined ? message('ApiServiceNotAvailable') : undefined)
  const clause = api === undefined || because === undefined ? because : message('BecauseOfApiService', { api, because })
  const address = url === undefined ? [] : [factFrom('clientConfig', 'CalledAtAddress', { url })]
  return { because: clause, evidence: [...backend.evidence, ...address, ...end.evidence], repair: end.repair }
}

function ofService(what: Sentence, service: ServiceName, answerer: Answerer, facts: Facts): End {
  const { namespace, name, port = 443 } = service
  const { backend } = answerer
  const remedy = (summary: Sentence, ...commands: readonly string[]): Remedy => toRepair(summary, commands, 'low')
  const manifest = commandLine('kubectl', 'get', 'service', name, '-n', namespace, '-o', 'yaml')
  if (backend.state === 'absent') {
    const other = namesakeOf(service, facts)
    const places = [other ?? [], namespace].flat()
    return {
      because: message('NoSuchService', { service: `${namespace}/${name}` }),
      evidence: other === undefined ? [] : [factFrom('services', 'ServiceElsewhere', { name, other })],
      repair: remedy(message('ReinstallService', { namespace, name, what, other }), ...places.map(showServing)),
    }
  }
  if (backend.host !== undefined) return external(what, service, backend.host, facts)
  if (backend.lacksPort !== undefined) {
    return {
      because: message('NoSuchPort', { service: `${namespace}/${name}`, port }),
      evidence: [],
      repair: remedy(message('CorrectPort', { namespace, name, port, what }), manifest),
    }
  }
  return behindService(what, service, backend, facts)
}

/**
 * The namespace of the only other Service with something behind it, if the name is not one of many products. Who may
 * only create a Service is not told for another's webhook: an account of the namespace is in a ClusterRoleBinding.
 */
function namesakeOf({ name, port }: ServiceName, facts: Facts): string | undefined {
  if (/^(?:-|webhook|admission|controller|operator|manager|service|server|svc|api)+$/.test(name)) return undefined
  const all = itemsOf(facts.read({ about: 'metadata', resource: 'services' })).filter(each => each.name === name)
  const isServing = (namespace = '') => backendOf({ namespace, name, port }, facts).state === 'some'
  const [other, ...more] = all.filter(({ namespace }) => isServing(namespace))
  const namespace = more.length === 0 ? other?.namespace : undefined
  return namespace !== undefined && hasOperator(namespace, facts) ? namespace : undefined
}

function hasOperator(namespace: string, facts: Facts): boolean {
  const all = itemsOf(facts.read({ about: 'list', resource: 'clusterrolebindings.rbac.authorization.k8s.io' }))
  const subjects = all.flatMap(each => (each as KubeObject & V1ClusterRoleBinding).subjects ?? [])
  return subjects.some(each => each.kind === 'ServiceAccount' && each.namespace === namespace)
}

/** Users of its namespace write where it leads: what it names elsewhere in the cluster is shown, and never started. */
function external(what: Sentence, { namespace, name, port = 443 }: ServiceName, host: string, facts: Facts): End {
  const { service: inner, backend } = answererOf({ url: `https://${host}:${port}/` }, facts)
  const place = inner?.namespace ?? namespace
  return {
    because: message('OtherNameOfHost', { service: `${namespace}/${name}`, host }),
    evidence: inner === undefined ? [] : backend.evidence,
    repair: toRepair(
      message('MakeHostAnswer', { namespace, name, host, port, what }),
      [
        commandLine('kubectl', 'get', 'service', name, '-n', namespace, '-o', 'yaml'),
        ...(inner === undefined ? [] : [showServing(place)]),
      ],
      'low',
    ),
  }
}

/** An aggregated API that is not registered, or that kube-apiserver serves itself; or an address. */
function withoutService(what: Sentence, answerer: Answerer): End {
  const api = apiServiceOf(answerer)
  if (api === undefined)
    return { evidence: [], repair: toRepair(message('MakeAnswer', { url: answerer.url, what }), [], 'low') }
  return {
    because: answerer.backend.state === 'absent' ? message('NoSuchApiService', { api }) : undefined,
    evidence: [],
    repair: toRepair(message('ReinstallApi', { what, api }), [commandLine('kubectl', 'get', 'apiservices')], 'low'),
  }
}

/**
 * Why an existing Service does not answer for `what`: it selects nothing, what makes its Pods is stopped or refused,
 * their nodes are lost, or they are not ready. With a ready address, only lost nodes count: the rest seems to work.
 */
function behindService(what: Sentence, service: ServiceName, backend: Backend, facts: Facts): End {
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
