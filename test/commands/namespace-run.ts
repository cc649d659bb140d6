import { Readable } from 'node:stream'
import type { KubeObject } from '../../src/api/object.ts'
import { parse } from '../../src/commandline/parse.ts'
import { commands, entryCommand } from '../../src/commands/index.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import type { Outcome } from '../../src/render/words/outcome.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { invoked, journalOfTest } from '../execute/journals.ts'
import { NO_AIM } from '../execute/removals.ts'
import type { ManualClock } from '../sandbox/manual-clock.ts'

/** A practice cluster and its time. */
export interface Setup {
  readonly sandbox: Sandbox
  readonly clock: ManualClock
}

export interface Asked {
  /** What somebody types, and what happens in the cluster before it. */
  readonly typed?: () => string | undefined
  readonly interrupt?: AbortController
  readonly backups?: string
}

/** Runs the command on this cluster; time passes, and controllers work, while it waits. */
export async function run(
  { sandbox, clock }: Setup,
  args: readonly string[],
  { typed, interrupt = new AbortController(), backups }: Asked = {},
): Promise<Outcome & { readonly code: number; readonly shown: string }> {
  using folder = temporaryFolder()
  const request = parse(
    ['namespace', 'shop', '-o', 'json', ...(typed ? [] : ['--yes']), ...args],
    commands,
    entryCommand,
  )
  if ('help' in request) throw new Error('this is about help')
  const written = { stdout: '', stderr: '' }
  const output = (stream: keyof typeof written) => ({
    write: (text: string) => {
      written[stream] += text
    },
    columns: undefined,
    closed: new AbortController().signal,
  })
  const prompt = typed && { ask: async () => typed(), choose: async () => undefined, pick: async () => undefined }
  const code = await request.command.run(
    { words: request.words, flags: request.flags as never, namespace: undefined },
    {
      terminal: { stdout: output('stdout'), stderr: output('stderr'), colour: false, prompt },
      clock: {
        now: () => clock.now(),
        elapsed: () => clock.now().getTime() / 1000,
        sleep: async seconds => {
          clock.advance(seconds)
          await sandbox.settle()
        },
      },
      signal: interrupt.signal,
      aim: NO_AIM,
      journal: journalOfTest(),
      ...invoked,
      temporaryDirectory: folder.path,
      stateDirectory: backups ?? folder.path,
      readInput: async () => '',
      input: () => Readable.from([]),
      catalogue: async () => shippedCatalogue(),
      env: {},
      installation: () => ({ program: '/opt/here/kubectl-finalize', runtimeVersion: 'v26.0.0', platform: 'linux/x64' }),
      connect: async () => ({
        transport: sandbox.transport(),
        namespace: 'default',
        place: 'context test (https://test)',
      }),
      place: () => 'context test (https://test)',
      connectTo: () => Promise.reject(new Error('there is no other cluster')),
      contexts: async () => [],
      kubeconfigs: async () => [],
      formatGlobalFlags: () => Promise.reject(new Error('not asked for')),
      runAnother: () => Promise.reject(new Error('there is no other command')),
    },
  )
  return { ...JSON.parse(written.stdout), code, shown: written.stderr }
}

/** `action name result guard` of each step, in their order. */
export function told({ steps }: Outcome): readonly string[] {
  return steps.map(({ action, ref, result, guard }) => [action, ref.name, result, guard].filter(Boolean).join(' '))
}

/** The namespace that all of this is about. */
export function space({ sandbox }: Setup): KubeObject | undefined {
  return sandbox.get('v1', 'Namespace', 'shop')
}
