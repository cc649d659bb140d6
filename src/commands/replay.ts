import { defineCommand } from '../commandline/command.ts'
import { runToEnd } from '../commandline/finish.ts'
import { readWriteOptions } from '../commandline/write-flags.ts'
import { discoverFor } from '../operations/inspect/types-named.ts'
import { findSubject } from '../operations/replay/find-subject.ts'
import { liveSteps } from '../plan/refused-steps.ts'
import { readReplayOptions, replayFlags } from './replay/options.ts'

export const replay = defineCommand({
  name: 'replay',
  words: 'TYPE/NAME | TYPE NAME',
  completes: 'objects',
  summary: 'Run the ordered deletion of a custom resource whose operator is gone',
  examples: [
    ['kubectl finalize replay cache/c1 -n shop -f katalog.yaml', 'By the groups of an Orkestra Katalog'],
    [
      'kubectl finalize replay deployitem/app-x -n ls',
      "By a Landscaper DeployItem's own groups, in its Target's cluster",
    ],
    ['kubectl finalize replay cache/c1 -n shop', 'What it owns: namespaced objects, cluster-scoped ones, then CRDs'],
    ['kubectl finalize replay cache/c1 -n shop --dry-run=client', 'Show the plan'],
  ],
  flags: replayFlags,
  async run(invocation, context) {
    const request = readReplayOptions(invocation)
    const options = readWriteOptions(invocation.flags, context)
    return runToEnd('replay', options, context, async () => {
      const { transport, namespace } = await context.connect()
      const discovery = await discoverFor([request.subject.type], transport, context.signal)
      const home = { cluster: { name: undefined }, transport, discovery }
      const { finding, stuck } = await findSubject(request.subject, { transport, discovery, namespace }, context)
      if (stuck === undefined) return { steps: liveSteps([finding]) }
      const { prepare } = await import('../operations/replay/prepare.ts')
      const clusters = new Map([[undefined, home]])
      const replayRun = { request, options, transport, home, clusters, ports: context }
      const prepared = await prepare(finding, replayRun)
      const { runReplay } = await import('../operations/replay/run-replay.ts')
      return runReplay({ finding, stuck, prepared }, replayRun)
    })
  },
})
