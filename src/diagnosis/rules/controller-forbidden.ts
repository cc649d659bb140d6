import { giveRight } from '../controller/give-right.ts'
import { isHeldBy } from '../controller/holders.ts'
import { type LostRight, rightToFinalize, rightToFinish, toldForbidden } from '../controller/lost-right.ts'
import { grantBasisOf, type Tie, tieOf } from '../controller/tie.ts'
import { templateOf, type Workload } from '../controller/workloads.ts'
import type { Evidence } from '../explanation.ts'
import type { Holding } from '../held.ts'
import { nothingCreated } from '../namespaces/teardown.ts'
import { namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import { toInspect } from '../remedy.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import { unwatched } from '../silence/watched-namespaces.ts'
import { type Case, lastingErrors, living, removal, tieOfCandidate } from './controller-case.ts'
import { mayFinish } from './may-finish.ts'

/**
 * ControllerForbidden: the workload that carries the finalizer's name runs, and the server's authorizer says that its
 * service account may neither patch nor update the object; or the object repeats such a refusal of anything else that the
 * cleanup needs, and the authorizer still says so.
 */
export function controllerForbidden(found: Case): Holding | undefined {
  return mayNotChange(found) ?? toldSo(found)
}

function mayNotChange(found: Case): Holding | undefined {
  const { held, context } = found
  const running = living(found)
  if (running.length === 0 || running.some(({ holder }) => holder !== undefined)) return undefined
  const [{ workload, evidence }] = running as [(typeof running)[0]]
  // It may act by a kubeconfig of its own, as every static Pod does: this account need never have had a right.
  if (workload.serviceAccount === 'default' || actsByKubeconfig(workload)) return undefined
  // A right changes nothing where it does not look.
  if (unwatched(workload, held) !== undefined) return undefined
  const user = `system:serviceaccount:${workload.namespace}:${workload.serviceAccount}`
  const place = held.ref.namespace === undefined ? {} : { namespace: held.ref.namespace }
  const may = (verb: string, subresource?: string) =>
    context.facts.read({ about: 'access', user, verb, resource: held.ref.resource, subresource, ...place })
  const isOfSpec = held.finalizers.some(({ name, field }) => name === found.finalizer && field === 'spec')
  // A PUT of /finalize takes a name off the metadata of a Namespace, too.
  const isNamespace = held.ref.resource === 'namespaces'
  const answers = [
    ...(isOfSpec ? [] : [may('patch'), may('update')]),
    ...(isNamespace ? [may('update', 'finalize')] : []),
  ]
  if (!answers.every(answer => answer.state === 'known' && answer.value === false)) return undefined
  const account = { namespace: workload.namespace, name: workload.serviceAccount }
  const right = isOfSpec ? rightToFinalize(account) : rightToFinish(account, [held.ref])
  const summary = `${workload.kind} ${workload.namespace}/${workload.name} runs but may no longer change ${held.ref.resource}.`
  const fact = isOfSpec
    ? `${user} may not update namespaces/finalize`
    : `${user} may neither patch nor update ${held.ref.resource}`
  const tie = tieOfCandidate(found, running[0]!)
  return forbidden(
    found,
    right,
    isOfSpec ? 'update' : 'patch',
    summary,
    [...evidence, { fact, source: 'subjectaccessreviews' }],
    tie,
  )
}

/** It was started with a kubeconfig, or without the token of its service account: what that may do tells nothing of it. */
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

function toldSo(found: Case): Holding | undefined {
  const { reports, context, finalizer } = found
  const lost = toldForbidden([...reports.failures, ...lastingErrors(found)], context)
  if (lost === undefined || !mayFinish(found)) return undefined
  const { right, told } = lost
  const { account, verbs, resources } = right
  const who = `service account ${account.namespace}/${account.name}`
  const summary = `The controller of ${finalizer} runs and ${who} may not ${verbs[0]} ${resources[0]}, which it needs.`
  const { fact, source } = told
  const denied = { fact: `${who} may not ${verbs[0]} ${resources[0]}`, source: 'subjectaccessreviews' }
  const tie = tieOfAccount(account, found)
  return forbidden(found, right, verbs[0]!, summary, [{ fact, source }, denied], tie)
}

function forbidden(
  found: Case,
  right: LostRight,
  verb: string,
  summary: string,
  evidence: readonly Evidence[],
  tie: Tie | undefined,
): Holding {
  const { finalizer, context } = found
  const { account, resources, namespace } = right
  const isTerminating = namespaceBeingEmptied(namespace, context) !== undefined
  const place = namespaceFlag(namespace)
  const user = `system:serviceaccount:${account.namespace}:${account.name}`
  const [resource = '', subresource] = resources[0]!.split('/')
  const part = subresource === undefined ? [] : ['--subresource', subresource]
  const can = commandLine('kubectl', 'auth', 'can-i', verb, resource, ...part, '--as', user, ...place)
  const basis = grantBasisOf(tie)
  const scope = isTerminating ? `/${namespace}` : ''
  return {
    verdict: tie === undefined || tie.by === 'namespace' ? 'unknown' : 'stuck',
    cause: {
      key: `ControllerForbidden/${account.namespace}/${account.name}${scope}${verb === 'patch' ? '' : `/${verb}/${resources[0]}`}`,
      code: 'ControllerForbidden',
      subject: { kind: 'ServiceAccount', ...account },
      finalizer,
      summary,
      evidence: [
        ...evidence,
        ...(basis === undefined ? [notTied(account, found)] : []),
        ...(isTerminating ? [nothingCreated(namespace!)] : []),
      ],
      remedies: (_blocks, direct) => {
        const refs = [...new Map(direct.map(({ ref }) => [ref.uid, ref])).values()]
        const last = removal(found, direct)
        const lost = verb === 'patch' ? rightToFinish(account, refs) : right
        if (basis === undefined) return [toInspect(askWhose(account, found), [can])]
        const repairs = giveRight(basis, lost, context)
        return [
          ...repairs,
          toInspect('ask the server whether the service account may patch them', [can]),
          repairs.some(({ kind }) => kind === 'repair')
            ? { ...last, commands: last.commands.map(command => `${command} --override RepairFirst`) }
            : last,
        ]
      },
    },
  }
}

type Account = LostRight['account']

/** An account that only a text names: it may be that of whoever wrote the text. */
function tieOfAccount(account: Account, { held, finalizer, search, context }: Case): Tie | undefined {
  const holder = search.holders.find(each => isHeldBy(each, { ...account, serviceAccount: account.name }))
  return tieOf({ namespace: account.namespace, account: account.name, holder }, held, finalizer, context.facts)
}

/** Who wants the right may have written that it is missing. */
function notTied({ namespace, name }: Account, { held }: Case): Evidence {
  const fact = `nothing cluster-scoped ties service account ${namespace}/${name} to ${held.ref.resource}: any user of a namespace could have written this`
  return { fact, source: 'clusterrolebindings' }
}

function askWhose({ namespace, name }: Account, { finalizer }: Case): string {
  return `find out whether service account ${namespace}/${name} is that of the controller of ${finalizer}, and grant it nothing before: if it is, install the manifests of its product again`
}
