import type { V1ClusterRoleBinding } from '@kubernetes/client-node'
import { itemsOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import type { Remedy } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { toRepair } from '../remedy.ts'
import { type Answerer, answererOf, apiServiceOf } from '../service/answerer.ts'
import { backendOf, type ServiceName } from '../service/backend.ts'
import { commandLine } from '../shell-quote.ts'
import { behindService } from './behind.ts'
import { type End, showServing } from './no-answer.ts'

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

/** An aggregated API that nobody registered, or that kube-apiserver serves itself; or an address. */
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
