import { accountOf, userOfAccount } from '../controller/lost-right.ts'
import { unwatched } from '../scope/namespaces.ts'
import type { StuckObject } from '../stuck-object.ts'
import { templateOf, type Workload } from '../workloads/workloads.ts'
import { type Case, living } from './dossier.ts'

/**
 * The account of a controller that runs, of which no role gives it the right, and the server's authorizer says that it
 * may neither patch nor update the object. undefined: it may, or it is not shown.
 */
export function refusedAccount(found: Case): string | undefined {
  const { held, finalizer, context } = found
  const running = living(found)
  const [first] = running
  if (first === undefined || running.some(({ holder }) => holder !== undefined)) return undefined
  const { workload } = first
  const user = userOf(workload)
  if (user === undefined) return undefined
  // A right changes nothing where it does not look.
  if (unwatched(workload, held) !== undefined) return undefined
  const { resource, namespace } = held.ref
  const may = (verb: string, subresource?: string) =>
    context.facts.read({ about: 'access', user, verb, resource, subresource, namespace })
  const answers = [
    ...(isOfSpec(held, finalizer) ? [] : [may('patch'), may('update')]),
    // A PUT of /finalize takes a name off the metadata of a Namespace, too.
    ...(resource === 'namespaces' ? [may('update', 'finalize')] : []),
  ]
  return answers.every(answer => answer.state === 'known' && answer.value === false) ? user : undefined
}

/** As whom a workload acts; undefined: by a kubeconfig perhaps, as static Pods, whose account need have no right. */
export function userOf(workload: Workload): string | undefined {
  if (workload.serviceAccount === 'default' || actsByKubeconfig(workload)) return undefined
  return userOfAccount(accountOf(workload))
}

/** Whether it is one of spec.finalizers, which only /finalize changes. */
export function isOfSpec({ finalizers }: StuckObject, finalizer: string): boolean {
  return finalizers.some(({ name, field }) => name === finalizer && field === 'spec')
}

/** It was started with a kubeconfig, or without its service account's token: what that may do tells nothing of it. */
function actsByKubeconfig({ object }: Workload): boolean {
  const { containers = [], volumes = [], automountServiceAccountToken } = templateOf(object)?.spec ?? {}
  const hasToken = volumes.some(({ projected }) => projected?.sources?.some(each => each.serviceAccountToken))
  if (automountServiceAccountToken === false && !hasToken) return true
  const words = containers.flatMap(({ command = [], args = [], env = [], volumeMounts = [] }) => [
    ...[...command, ...args].filter(word => word.startsWith('-')),
    ...env.map(({ name }) => name),
    ...volumeMounts.map(({ mountPath }) => mountPath),
  ])
  const mounted = volumes.flatMap(({ secret, configMap }) => [secret?.secretName ?? '', configMap?.name ?? ''])
  return [...words, ...mounted].some(word => /kube-?config/i.test(word))
}
