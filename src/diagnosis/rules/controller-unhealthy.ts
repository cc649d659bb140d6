import { refOf } from '../../api/object-ref.ts'
import { type Refuser, refuserOf } from '../admission/refusal-words.ts'
import { idleState, lostNodes, replicaFailures } from '../controller/health.ts'
import type { Candidate } from '../controller/search.ts'
import type { Remedy } from '../explanation.ts'
import type { DirectlyHeld, Holding, RuleContext } from '../held.ts'
import { isLeftover, proofOfMissing } from '../namespaces/missing.ts'
import { nothingCreated } from '../namespaces/teardown.ts'
import { namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import { toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import { type Case, removal } from './controller-case.ts'

/**
 * ControllerUnhealthy: the finalizer's controller is installed and nothing of it is ready. In a terminating namespace it never
 * will be. What is in a namespace that does not exist it cannot update either, so that it is a cause of its own there.
 */
export function controllerUnhealthy(found: Case): Holding | undefined {
  const { finalizer, search, context, held } = found
  const [controller] = search.candidates
  if (controller === undefined) return undefined
  const { workload } = controller
  const type = context.facts.types.find(
    each =>
      each.kind === workload.kind &&
      workload.object.apiVersion === (each.group ? `${each.group}/${each.version}` : each.version),
  )
  const name = `${workload.kind} ${workload.namespace}/${workload.name}`
  // No Pod can be created any more where it is to run.
  const isTornDown = namespaceBeingEmptied(workload.namespace, context) !== undefined
  const missing = isLeftover(held) && proofOfMissing(held.ref.namespace!, context) ? held.ref.namespace : undefined
  const refused = refusalOf(controller, context)
  if (refused === 'pending') return undefined
  const state = workload.wantedReplicas === 0 ? idleState(workload) : 'has no ready replica'
  return {
    verdict: 'stuck',
    cause: {
      key: `ControllerUnhealthy/${workload.object.metadata.uid}${missing === undefined ? '' : `/${missing}`}`,
      code: 'ControllerUnhealthy',
      subject: type
        ? refOf(type, workload.object.metadata)
        : { kind: workload.kind, namespace: workload.namespace, name: workload.name },
      finalizer,
      summary: `${name}, which removes ${finalizer}, ${state}.`,
      evidence: [
        ...controller.ailments,
        ...(isTornDown ? [nothingCreated(workload.namespace)] : []),
        ...controller.evidence,
      ],
      remedies: (_blocks, direct) => {
        if (isTornDown) return [withoutPods(found, direct)]
        const first = refused ?? repair(controller, context)
        return [missing === undefined ? first : withNamespace(missing, first)]
      },
    },
  }
}

/** Both are needed: nothing can be updated without the namespace, and nothing is cleaned up without the controller. */
function withNamespace(namespace: string, first: Remedy): Remedy {
  return {
    ...first,
    summary: `make it run first; then create namespace ${namespace} again, without which nothing in it can be updated: the guided step does that, and the controller then finishes`,
    commands: [...first.commands, commandLine('kubectl', 'finalize', 'namespace', namespace)],
  }
}

function withoutPods(found: Case, direct: readonly DirectlyHeld[]): Remedy {
  const last = removal(found, direct)
  return {
    ...last,
    summary: `it cannot run again, because its namespace is being deleted; ${last.summary}`,
  }
}

/** What to look at where the server refuses to create its Pods: a quota, a limit, the Pod Security level of its namespace. */
function refusalOf({ workload }: Candidate, { facts }: RuleContext): Remedy | 'pending' | undefined {
  if (workload.wantedReplicas === 0) return undefined
  const ref = { namespace: workload.namespace }
  const refusers = replicaFailures(workload).map(words => refuserOf(words, { ref }, facts))
  if (refusers.includes('pending')) return 'pending'
  const refuser = refusers.find((each): each is Refuser => each !== undefined && each !== 'pending')
  if (refuser === undefined) return undefined
  const { kind, name } = refuser.subject
  return toRepair(
    `${kind} ${name} refuses its Pods: have it let them in, or have ${workload.kind} ${workload.name} ask for less; it then finishes`,
    [
      ...refuser.remedies.flatMap(({ commands }) => commands),
      commandLine('kubectl', 'describe', `${workload.kind.toLowerCase()}/${workload.name}`, '-n', workload.namespace),
    ],
  )
}

function repair({ workload }: Candidate, { facts }: RuleContext): Remedy {
  const target = `${workload.kind.toLowerCase()}/${workload.name}`
  const place = ['-n', workload.namespace]
  const scaled = workload.wantedReplicas === 0 && ['Deployment', 'StatefulSet'].includes(workload.kind)
  const lost = scaled ? [] : lostNodes(workload, facts)
  const nodes = lost.map(({ node }) => node)
  if (nodes.length > 0) {
    return toRepair(
      `its Pods are on ${nodes.length === 1 ? `node ${nodes[0]}, which is` : `nodes ${nodes.join(', ')}, which are`} not ready or gone: bring that back, or let the Pods start on another node; it then finishes`,
      [
        commandLine('kubectl', 'get', 'nodes'),
        ...lost
          .filter(({ state }) => state.state === 'notReady')
          .map(({ node }) => commandLine('kubectl', 'describe', 'nodes', node)),
        commandLine('kubectl', 'get', 'pods', ...place, '-o', 'wide'),
      ],
    )
  }
  if (workload.kind === 'CronJob') {
    const patch = JSON.stringify({ spec: { suspend: false } })
    return toRepair(
      'resume it; it then finishes at its next run',
      [commandLine('kubectl', 'patch', 'cronjob', workload.name, ...place, '--type=merge', '-p', patch)],
      'low',
    )
  }
  if (workload.kind === 'DaemonSet' && workload.wantedReplicas === 0) {
    return toRepair(
      'let it run on a node: label one as its nodeSelector asks, or change that; it then finishes the deletion',
      [
        commandLine('kubectl', 'get', target, ...place, '-o', 'yaml'),
        commandLine('kubectl', 'get', 'nodes', '--show-labels'),
      ],
    )
  }
  return toRepair(
    scaled ? 'scale it up; it then finishes the deletion' : 'make it run; it then finishes the deletion',
    scaled
      ? [commandLine('kubectl', 'scale', target, ...place, '--replicas=1')]
      : [
          commandLine('kubectl', 'describe', target, ...place),
          commandLine('kubectl', 'get', 'pods', ...place, '-o', 'wide'),
        ],
    scaled ? 'low' : 'none',
  )
}
