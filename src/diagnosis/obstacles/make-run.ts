import { message } from '../../messages/sentence.ts'
import { refuserOf } from '../admission/refusal-words.ts'
import { eachTogether } from '../answered.ts'
import type { Candidate } from '../controller/search.ts'
import type { Basis } from '../controller/tie.ts'
import type { Remedy } from '../explanation.ts'
import { seeLostNodes } from '../pods/node-evidence.ts'
import { toRepair } from '../remedy.ts'
import { commandLine, targetOf } from '../shell-quote.ts'
import type { RuleContext } from '../stuck-object.ts'
import { describeWorkload, manifestOf } from '../workloads/commands.ts'
import { crashedContainer, lostNodes, replicaFailures } from '../workloads/health.ts'
import { showLog } from '../workloads/log-places.ts'

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
