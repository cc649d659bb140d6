import { message } from '../../messages/sentence.ts'
import { refuserOf } from '../admission/refusal-words.ts'
import { eachTogether } from '../answered.ts'
import { askRight } from '../controller/give-right.ts'
import { accountOf, accountText } from '../controller/lost-right.ts'
import type { Candidate } from '../controller/search.ts'
import type { Basis } from '../controller/tie.ts'
import { basisFor, type Case, living, removal, tieOfCandidate } from '../dossier/dossier.ts'
import { type Evidence, type Remedy, toInspect, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { isLeftover, proofOfMissing } from '../namespaces/missing.ts'
import { closedNamespace, nothingCreated } from '../namespaces/terminating-namespaces.ts'
import { seeLostNodes } from '../pods/ending.ts'
import { commandLine, targetOf } from '../shell-quote.ts'
import { type Blocker, blocker, type DirectlyHeld, type RuleContext } from '../stuck-object.ts'
import { unreadFact } from '../unread.ts'
import { crashedContainer, idleOf, lostNodes, replicaFailures, scaledBy } from '../workloads/health.ts'
import { logCommand, showLog } from '../workloads/log-places.ts'
import {
  describeWorkload,
  manifestOf,
  readyEvidence,
  subjectOfWorkload,
  type Workload,
  workloadText,
} from '../workloads/workloads.ts'

/**
 * ControllerUnhealthy: the finalizer's controller is installed, nothing of it ready. In a terminating namespace it
 * never will be. What is in a namespace that does not exist it cannot update either: a cause of its own there.
 */
export function controllerUnhealthy(found: Case): Blocker | undefined {
  const { finalizer, search, context, held } = found
  const [other] = living(found)
  // Of what runs there has to be one that is likelier the controller.
  const controller = search.likelier ?? (other === undefined ? search.candidates[0] : undefined)
  if (controller === undefined) return undefined
  const { workload } = controller
  const { kind, namespace, name } = workload
  // No Pod can be created any more where it is to run.
  const isTornDown = closedNamespace(workload.namespace, context) !== undefined
  const missing = isLeftover(held) && proofOfMissing(held.ref.namespace!, context) ? held.ref.namespace : undefined
  const refused = refusalOf(controller, context)
  const scaler = scaledBy(workload, context.facts)
  // All roles were read, and none lets it change the object: it lost the right, or has only the name.
  const isOnlyNamed = other === undefined && controller.holder === undefined && search.unreadable.length === 0
  const unreadPods = workload.wantedReplicas > 0 ? undefined : search.unreadable.find(each => each.resource === 'pods')
  const isTied = tieOfCandidate(found, controller) !== undefined
  const isCertain = other === undefined && !isOnlyNamed && isTied && unreadPods === undefined
  const tied = other === undefined ? 'controller' : { likelierThan: workloadText(other.workload) }
  const is = isOnlyNamed ? 'only named' : isTied ? tied : 'untold'
  const idle = workload.wantedReplicas === 0 ? idleOf(workload) : undefined
  return blocker(isCertain ? 'stuck' : 'unknown', {
    key: `ControllerUnhealthy/${workload.object.metadata.uid}${missing === undefined ? '' : `/${missing}`}`,
    subject: subjectOfWorkload(workload, context.facts),
    summary: message('ControllerNotReady', { finalizer, workload: `${kind} ${namespace}/${name}`, idle, is }),
    evidence: [
      ...controller.ailments,
      ...(scaler === undefined ? [] : [scaler.evidence]),
      ...(isTornDown ? [nothingCreated(workload.namespace)] : []),
      ...controller.evidence,
      ...(isOnlyNamed ? [withoutRole(found, workload)] : []),
      ...(unreadPods === undefined ? [] : [unreadFact(unreadPods)]),
      ...(other === undefined ? [] : [readyEvidence(other.workload), ...other.evidence]),
    ],
    remedies: (_blocks, direct) => {
      const basis = basisFor(found, controller)
      if (basis === undefined) return [askWhose(found, controller)]
      if (isTornDown) return [withoutPods(found, direct)]
      const first = refused ?? scaler?.remedy ?? repair(basis, controller, context)
      if (other !== undefined) return whichOfThem(workload, other.workload, first, found.context.facts)
      if (isOnlyNamed)
        return [
          toInspect(message('FindWhetherController'), [manifestOf(workload), canPatch(found, workload)]),
          { ...first, summary: message('IfItIsGiveRole', { next: first.summary }) },
        ]
      return [missing === undefined ? first : withNamespace(missing, first)]
    },
  })
}

function withoutRole({ held }: Case, workload: Workload): Evidence {
  const fact = message('NoRoleLets', { account: accountText(accountOf(workload)), resource: held.ref.resource })
  return { fact, source: 'rolebindings' }
}

function whichOfThem(workload: Workload, other: Workload, first: Remedy, facts: Facts): readonly Remedy[] {
  return [
    toInspect(message('FindWhichManages'), [logCommand(other, facts), manifestOf(workload)]),
    { ...first, summary: message('IfItIs', { workload: workload.name, next: first.summary }) },
  ]
}

function canPatch({ held: { ref } }: Case, workload: Workload): string {
  return askRight(accountOf(workload), 'patch', ref.resource, ref.namespace)
}

/** It has no more than the name, which any workload can have: nothing is printed that starts it. */
function askWhose(found: Case, { workload }: Candidate): Remedy {
  const of = { workload: workloadText(workload), finalizer: found.finalizer, resource: found.held.ref.resource }
  return toInspect(message('FindWhetherControllerOf', of), [manifestOf(workload), canPatch(found, workload)])
}

/** Both are needed: nothing can be updated without the namespace, and nothing is cleaned up without the controller. */
function withNamespace(namespace: string, first: Remedy): Remedy {
  return {
    ...first,
    summary: message('RunThenNamespace', { namespace }),
    commands: [...first.commands, commandLine('kubectl', 'finalize', 'namespace', namespace)],
  }
}

function withoutPods(found: Case, direct: readonly DirectlyHeld[]): Remedy {
  const last = removal(found, direct)
  return { ...last, summary: message('CannotRunAgain', { next: last.summary }) }
}

/** What to look at where the server refuses its Pods: a quota, a limit, its namespace's Pod Security level. */
export function refusalOf({ workload }: Candidate, { facts }: RuleContext): Remedy | undefined {
  if (workload.wantedReplicas === 0) return undefined
  const ref = { namespace: workload.namespace }
  const refusers = eachTogether(replicaFailures(workload), words => refuserOf(words, { ref }, facts))
  const refuser = refusers.find(each => each !== undefined)
  if (refuser === undefined) return undefined
  const { kind, name } = refuser.subject
  return toRepair(
    message('PodsRefused', { refuser: `${kind} ${name}`, workload: `${workload.kind} ${workload.name}` }),
    [...refuser.remedies.flatMap(({ commands }) => commands), describeWorkload(workload)],
  )
}

export function repair(_basis: Basis, { workload }: Candidate, { facts }: RuleContext): Remedy {
  const place = ['-n', workload.namespace]
  const scaled = workload.wantedReplicas === 0 && ['Deployment', 'StatefulSet'].includes(workload.kind)
  const lost = scaled ? [] : lostNodes(workload, facts)
  const nodes = lost.map(({ node }) => node)
  if (nodes.length > 0) return toRepair(message('RepairNodesOfPods', { nodes }), seeLostNodes(lost, workload.namespace))
  if (workload.kind === 'CronJob') {
    const patch = JSON.stringify({ spec: { suspend: false } })
    const command = commandLine('kubectl', 'patch', 'cronjob', workload.name, ...place, '--type=merge', '-p', patch)
    return toRepair(message('Resume'), [command], 'low')
  }
  if (workload.kind === 'DaemonSet' && workload.wantedReplicas === 0) {
    return toRepair(message('LetRunOnNode'), [
      manifestOf(workload),
      commandLine('kubectl', 'get', 'nodes', '--show-labels'),
    ])
  }
  const scale = commandLine('kubectl', 'scale', targetOf(workload), ...place, '--replicas=1')
  if (scaled) return toRepair(message('ScaleUp'), [scale], 'low')
  const describe = describeWorkload(workload)
  const crashed = crashedContainer(workload, facts)
  if (crashed === undefined)
    return toRepair(message('MakeRun'), [describe, commandLine('kubectl', 'get', 'pods', ...place, '-o', 'wide')])
  const log = showLog({ namespace: workload.namespace, ...crashed, previous: true })
  return toRepair(message('EndCrashes'), [log, describe])
}
