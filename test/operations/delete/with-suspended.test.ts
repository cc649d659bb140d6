import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { refOf } from '../../../src/api/object-ref.ts'
import type { ResourceType } from '../../../src/api/resource-type.ts'
import type { Tools } from '../../../src/execute/tools.ts'
import { suspendedBefore, withSuspended } from '../../../src/operations/delete/with-suspended.ts'
import type { Step } from '../../../src/plan/outcome.ts'
import type { Syncer } from '../../../src/plan/syncer.ts'
import { inWords } from '../../../src/render/words/in-words.ts'
import { journalOfTest } from '../../execute/journals.ts'

const test = suite('what earlier runs left suspended')

const type: ResourceType = {
  group: 'argoproj.io',
  version: 'v1alpha1',
  plural: 'applications',
  kind: 'Application',
  singular: 'application',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: [],
}
const object = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name: 'shop', namespace: 'argocd', uid: 'shop-uid' },
  spec: { syncPolicy: { automated: { prune: true } } },
}
const ref = refOf(type, object.metadata)
const at = '2026-01-15T12:00:00Z'
const suspending = { at, event: 'suspending', uid: 'shop-uid', object: JSON.stringify({ type, object }) }
const sent = { at, event: 'sent', changes: [{ ref, action: 'Suspend' }], look: { what: 'look', commands: [] } }
const resumed = { at, event: 'known', steps: [{ ref, action: 'Resume', result: 'done' }] }
const ended = (exitCode: number) => ({ at, event: 'ended', exitCode })

const left = (...events: readonly object[]) => leftBy(events)

/** The runs, the newest last. */
async function leftBy(...runs: readonly (readonly object[])[]): Promise<readonly unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-'))
  try {
    for (const [index, events] of runs.entries()) {
      const text = events.map(event => `${JSON.stringify(event)}\n`).join('')
      writeFileSync(join(folder, `20260115T12000${index}Z-5e2d1c_journal.jsonl`), text)
    }
    const found = await suspendedBefore(folder, { isAlive: () => false, words: async () => inWords })
    return [...found.values()].map(each => each.object.spec)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('has what a run that was killed or failed sent, as it was before', async () => {
  assert.equal(await left(suspending, sent), [object.spec])
  assert.equal(await left(suspending, sent, ended(3)), [object.spec])
})

test('has nothing that was not sent, was resumed, or is left so on purpose', async () => {
  assert.equal(await left(suspending), [])
  assert.equal(await left(suspending, sent, resumed), [])
  assert.equal(await left(suspending, sent, ended(0)), [])
  assert.equal(await left({ ...suspending, object: '{"object":{"metadata":{"uid":"shop-uid"}}}' }, sent), [])
})

test('goes by the last run that had to do with it', async () => {
  const again = { at, event: 'known', steps: [{ ref, action: 'Suspend', result: 'done' }] }
  assert.equal(await leftBy([suspending, sent], [suspending, again, ended(0)]), [])
  assert.equal(await leftBy([suspending, sent], [resumed, ended(3)]), [])
  assert.equal(await leftBy([suspending, sent], [suspending, again]), [object.spec])
  assert.equal(await leftBy([suspending, sent, ended(0)], [suspending, sent]), [object.spec])
})

test('has nothing of a type that has no switch, whatever wrote the journal', async () => {
  const other = JSON.stringify({ type: { ...type, plural: 'secrets', group: '' }, object })
  assert.equal(await left({ ...suspending, object: other }, sent), [])
})

test('what somebody else suspended before our request is not resumed by a deletion that fails', async () => {
  const journal = journalOfTest()
  const late: readonly Step[] = [{ ref, action: 'Delete', result: 'timeout' }]
  const carriedOut = async () => {
    journal.record({ event: 'known', steps: [{ ref, action: 'Suspend', result: 'done' }] })
    return late
  }
  const tools = { journal, dryRun: false } as unknown as Tools
  const silent = { say: () => Promise.reject(new Error('nothing is to be told')) }
  const syncer = { type, object, makes: [] } as unknown as Syncer
  assert.equal(await withSuspended([syncer], tools, carriedOut, silent), late)
})

test.run()
