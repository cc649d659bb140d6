import { itemsOf } from '../../api/fact.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { holdersOf, isHeldBy } from '../controller/holders.ts'
import { namesOf, wordsOf } from '../controller/kinship.ts'
import { type Evidence, type Remedy, toInspect, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { isProgram, isTelling, writerOf } from '../managers.ts'
import { type AggregatedApi, API_SERVICES } from '../service/answerer.ts'
import { commandLine, targetOf } from '../shell-quote.ts'
import { logCommand } from '../workloads/log-places.ts'
import { readyEvidence, type Workload, workloadsOf, workloadText } from '../workloads/workloads.ts'

/** What runs and makes an APIService again when it is deleted (openshift/cluster-openshift-apiserver-operator#105). */
export interface ApiKeeper {
  readonly workload: Workload
  readonly evidence: readonly Evidence[]
}

/**
 * The workload that is called as the program that wrote the APIService's spec, runs outside of `ending`, and may write
 * APIServices: by a ClusterRoleBinding, which no user of a namespace makes.
 */
export function apiKeeper({ ref, service }: AggregatedApi, ending: boolean, facts: Facts): ApiKeeper | undefined {
  const object = itemsOf(facts.read({ about: 'list', resource: API_SERVICES })).find(
    each => each.metadata.name === ref.name,
  )
  const manager = object && writerOf(object.metadata, ['f:spec', 'f:service', 'f:name'])?.manager
  if (manager === undefined || !isProgram(manager) || !isTelling(manager)) return undefined
  const { holders } = holdersOf(facts, { group: 'apiregistration.k8s.io', plural: 'apiservices', namespace: undefined })
  const workload = workloadsOf(facts).all.find(
    each =>
      each.readyReplicas > 0 &&
      !(ending && each.namespace === service.namespace) &&
      namesOf(each).some(name => wordsOf(name).size > 0 && `-${manager}`.endsWith(`-${name}`)) &&
      holders.some(holder => holder.by === 'cluster' && isHeldBy(holder, each)),
  )
  if (workload === undefined) return undefined
  const fact = factFrom('managedFields', 'ApiServiceKept', { manager, workload: workloadText(workload) })
  return { workload, evidence: [fact, readyEvidence(workload)] }
}

/** What it does about the server that is missing. */
export function askKeeper({ workload }: ApiKeeper, { ref }: AggregatedApi, facts: Facts): Remedy {
  return toInspect(message('AskApiKeeper', { workload: workloadText(workload), api: ref.name }), [
    logCommand(workload, facts),
  ])
}

/** Without its keeper until the namespace is gone, so that it is not made again before. */
export function deleteUnkept({ workload }: ApiKeeper, { ref, service }: AggregatedApi, facts: Facts): Remedy {
  const place = [targetOf(workload), '-n', workload.namespace]
  const scaled = (replicas: number) => commandLine('kubectl', 'scale', ...place, `--replicas=${replicas}`)
  const canScale = workload.kind === 'Deployment' || workload.kind === 'StatefulSet'
  const away = commandLine('kubectl', 'delete', 'apiservice', ref.name)
  const gone = commandLine('kubectl', 'wait', '--for=delete', `namespace/${service.namespace}`, '--timeout=5m')
  const args = { workload: workloadText(workload), api: ref.name, namespace: service.namespace }
  if (!canScale) return toRepair(message('StopApiKeeper', args), [logCommand(workload, facts)], 'medium')
  return toRepair(message('StopApiKeeper', args), [scaled(0), away, gone, scaled(workload.wantedReplicas)], 'medium')
}
