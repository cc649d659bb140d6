import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Tools } from '../../../src/execute/tools.ts'
import { holdLease } from '../../../src/operations/watch/hold-lease.ts'
import { leaseObject } from '../../../src/operations/watch/lease.ts'
import { NO_AIM } from '../../../src/plan/aim.ts'
import { inWords } from '../../../src/render/words/in-words.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { journalOfTest } from '../../execute/journals.ts'

const test = suite('the holder of a Lease')

test('that loses the race for it only says who has it', async () => {
  const sandbox = createSandbox()
  const place = { namespace: 'ops', name: 'watch' }
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ops' } })
  // The other is quicker by a moment.
  sandbox.onRequest = ({ method }) => {
    if (method !== 'POST' || sandbox.get('coordination.k8s.io/v1', 'Lease', 'watch', 'ops')) return undefined
    sandbox.put(leaseObject(place, { holderIdentity: 'kubectl-finalize_b', leaseDurationSeconds: 15 }))
    return undefined
  }
  const end = new AbortController()
  let looks = 0
  const tools: Tools = {
    transport: sandbox.transport(),
    clock: {
      now: () => new Date(),
      elapsed: () => performance.now() / 1000,
      sleep: async () => {
        if (++looks === 3) end.abort()
      },
    },
    backups: { keep: async () => '', keepList: async () => '' },
    journal: journalOfTest(),
    reach: NO_AIM,
    dryRun: false,
    waitSeconds: 0,
    signal: end.signal,
    say: () => {},
  } as unknown as Tools
  const said: string[] = []
  await holdLease(
    place,
    () => tools,
    'a',
    end.signal,
    sentence => said.push(inWords(sentence)),
  ).ended
  assert.is(said.length, 1, said.join('\n'))
  assert.match(said[0]!, 'kubectl-finalize_b')
  assert.not.match(said[0]!, 'cannot be held')
})

test.run()
