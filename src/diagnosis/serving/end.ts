import type { Remedy } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { toRepair } from '../remedy.ts'
import { type Answerer, answererOf, apiServiceOf } from '../service/answerer.ts'
import type { ServiceName } from '../service/backend.ts'
import { commandLine } from '../shell-quote.ts'
import { behindService } from './behind.ts'
import type { End } from './no-answer.ts'

/** A namespace that is being deleted takes nothing new, so that no Service can come back in it. */
export function isEnding(namespace: string, facts: Facts): boolean {
  const found = facts.read({ about: 'object', resource: 'namespaces', name: namespace })
  return found.state === 'known' && found.value.metadata.deletionTimestamp !== undefined
}

/** Whether it can come back where it was: not without its Service, or without its Pods in a namespace that is being deleted. */
export function isGoneForGood({ service, backend }: Answerer, facts: Facts): boolean {
  return service !== undefined && ['absent', 'empty'].includes(backend.state) && isEnding(service.namespace, facts)
}

/** The end of the chain for `what` ("webhook x") that the API server calls. */
export function endOf(what: string, answerer: Answerer, facts: Facts): End {
  const { service, backend, url } = answerer
  const api = apiServiceOf(answerer)
  const served = api === undefined ? what : `${what} (through APIService ${api})`
  const end = service === undefined ? withoutService(served, answerer) : ofService(served, service, answerer, facts)
  const because =
    end.because ?? (answerer.isSilent && api !== undefined ? 'the APIService is not available' : undefined)
  const clause = api === undefined || because === undefined ? because : `it is served by APIService ${api}: ${because}`
  const address =
    url === undefined ? [] : [{ fact: `it is called at ${url}, which no object shows`, source: 'clientConfig' }]
  return { because: clause, evidence: [...backend.evidence, ...address, ...end.evidence], repair: end.repair }
}

function ofService(what: string, service: ServiceName, answerer: Answerer, facts: Facts): End {
  const { namespace, name, port = 443 } = service
  const { backend } = answerer
  const remedy = (summary: string, ...commands: readonly string[]): Remedy => toRepair(summary, commands, 'low')
  const manifest = commandLine('kubectl', 'get', 'service', name, '-n', namespace, '-o', 'yaml')
  if (backend.state === 'absent') {
    return {
      because: `there is no Service ${namespace}/${name}`,
      evidence: [],
      repair: remedy(
        `reinstall what serves ${what}: the Service ${name} in namespace ${namespace} and its Pods`,
        commandLine('kubectl', 'get', 'services,endpointslices,pods', '-n', namespace),
      ),
    }
  }
  if (backend.host !== undefined) return external(what, service, backend.host, facts)
  if (backend.lacksPort !== undefined) {
    return {
      because: `Service ${namespace}/${name} has no port ${port}`,
      evidence: [],
      repair: remedy(
        `${what} is called at port ${port} of Service ${name} in namespace ${namespace}, which has no such port: correct the port of one of them`,
        manifest,
      ),
    }
  }
  return behindService(what, service, backend, facts)
}

/** Users of its namespace write where it leads: what it names elsewhere in the cluster is shown, and never started. */
function external(what: string, { namespace, name, port = 443 }: ServiceName, host: string, facts: Facts): End {
  const { service: inner, backend } = answererOf({ url: `https://${host}:${port}/` }, facts)
  const place = inner?.namespace ?? namespace
  return {
    because: `Service ${namespace}/${name} is another name for ${host}`,
    evidence: inner === undefined ? [] : backend.evidence,
    repair: toRepair(
      `make ${host}, port ${port}, answer again, or correct the externalName of Service ${name} in namespace ${namespace}: ${what} is served there`,
      [
        commandLine('kubectl', 'get', 'service', name, '-n', namespace, '-o', 'yaml'),
        ...(inner === undefined ? [] : [commandLine('kubectl', 'get', 'services,endpointslices,pods', '-n', place)]),
      ],
      'low',
    ),
  }
}

/** An aggregated API that nobody registered, or that kube-apiserver serves itself; or an address. */
function withoutService(what: string, answerer: Answerer): End {
  const api = apiServiceOf(answerer)
  if (api === undefined) {
    const where = answerer.url ?? `the server of ${what}`
    return { evidence: [], repair: toRepair(`make ${where} answer again`, [], 'low') }
  }
  return {
    because: answerer.backend.state === 'absent' ? `there is no APIService ${api}` : undefined,
    evidence: [],
    repair: toRepair(
      `reinstall what serves ${what}: it registers the APIService ${api}, and a Service behind it`,
      [commandLine('kubectl', 'get', 'apiservices')],
      'low',
    ),
  }
}
