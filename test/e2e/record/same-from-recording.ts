import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import type { Cause, ExplainedObject } from '../../../src/diagnosis/explanation.ts'
import { type RunOptions, run } from '../rig/rig.ts'

interface Answer {
  readonly causes: readonly Cause[]
  readonly objects: readonly ExplainedObject[]
}

/** Flags that lead to a cluster, or look twice: a recording has no use for them. */
const NOT_OF_A_RECORDING = ['--observe', '--kubeconfig', '--context', '--as', '--token', '--server']

/** Nothing answers there: whoever asks a cluster fails. */
export const NO_CLUSTER = { KUBECONFIG: '/nonexistent/kubeconfig' }

/** What is not about the time of the look: codes, subjects, what each holds, verdicts and remedies. */
export function told({ causes, objects }: Answer) {
  return {
    causes: causes
      .map(({ id, code, verdict, subject, blocks, remedies }) => ({
        id,
        code,
        verdict,
        subject,
        blocks: blocks.map(({ uid }) => uid).sort(),
        remedies: remedies.map(({ kind, risk, commands, leaks }) => ({
          kind,
          risk,
          leaks,
          commands: commands.map(each => each.replace(/--timeout \d+s/, '--timeout')),
        })),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    objects: objects
      .map(({ ref, verdict, waitingFor, causes: ids }) => ({
        uid: ref.uid,
        verdict,
        waitingFor: waitingFor.map(each => `${each.reason} ${each.ref.uid}`).sort(),
        causes: [...ids].sort(),
      }))
      .sort((a, b) => (a.uid < b.uid ? -1 : 1)),
  }
}

/** Whether a run can be had from a recording too: of one namespace, since the others change while other tests run. */
export function isRecordable(args: readonly string[], { env }: RunOptions): boolean {
  const only = Object.keys(env ?? {}).every(name => name === 'KUBECONFIG')
  return only && args.includes('-n') && !args.some(arg => NOT_OF_A_RECORDING.some(flag => arg.startsWith(flag)))
}

/** Records what these arguments of `explain` look at, and holds what is explained from the recording to what was explained. */
export async function sameFromRecording(args: readonly string[], options: RunOptions, there: Answer): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'finalize-record-'))
  try {
    const file = join(folder, 'recording.gz')
    const at = args.indexOf('-n')
    const scope = at < 0 ? [] : args.slice(at, at + 2)
    const recorded = await run(['record', '-o', file, ...scope], options)
    assert.is(recorded.code === 0, true, recorded.stderr)
    const ran = await run(['explain', ...args, '-o', 'json', '--from', file], { ...options, env: NO_CLUSTER })
    const here = told(JSON.parse(ran.stdout) as Answer)
    if (JSON.stringify(here) === JSON.stringify(told(there))) return
    // The cluster may have moved on between the two.
    const again = await run(['explain', ...args, '-o', 'json'], options)
    assert.equal(here, told(JSON.parse(again.stdout) as Answer), `from a recording: explain ${args.join(' ')}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
