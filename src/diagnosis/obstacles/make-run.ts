import { refuserOf } from '../admission/refusal-words.ts'
import { eachTogether } from '../answered.ts'
import type { Candidate } from '../controller/search.ts'
import type { Basis } from '../controller/tie.ts'
import type { Remedy } from '../explanation.ts'
import { toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { RuleContext } from '../stuck-object.ts'
import { lostNodes, replicaFailures } from '../workloads/health.ts'

/** What to look at where the server refuses to create its Pods: a quota, a limit, the Pod Security level of its namespace. */
export function refusalOf({ workload }: Candidate, { facts }: RuleContext): Remedy | undefined {
  if (workload.wantedReplicas === 0) return undefined
  const ref = { namespace: workload.namespace }
  const refusers = eachTogether(replicaFailures(workload), words => refuserOf(words, { ref }, facts))
  const refuser = refusers.find(each => each !== undefined)
  if (refuser === undefined) return undefined
  const { kind, name } = refuser.subject
  return toRepair(
    `${kind} ${name} refuses its Pods: change it to allow them, or reduce what ${workload.kind} ${workload.name} requests; it then finishes`,
    [
      ...refuser.remedies.flatMap(({ commands }) => commands),
      commandLine('kubectl', 'describe', `${workload.kind.toLowerCase()}/${workload.name}`, '-n', workload.namespace),
    ],
  )
}

export function repair(_basis: Basis, { workload }: Candidate, { facts }: RuleContext): Remedy {
  const target = `${workload.kind.toLowerCase()}/${workload.name}`
  const place = ['-n', workload.namespace]
  const scaled = workload.wantedReplicas === 0 && ['Deployment', 'StatefulSet'].includes(workload.kind)
  const lost = scaled ? [] : lostNodes(workload, facts)
  const nodes = lost.map(({ node }) => node)
  if (nodes.length > 0) {
    return toRepair(
      `its Pods are on ${nodes.length === 1 ? `node ${nodes[0]}, which is` : `nodes ${nodes.join(', ')}, which are`} not ready or gone: repair that, or let the Pods start on another node; it then finishes`,
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
      'let it run on a node: add the labels of its nodeSelector to one, or change the nodeSelector; it then finishes the deletion',
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
