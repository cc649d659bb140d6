import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pendingRescue } from '../../../src/operations/rescue/pending-rescue.ts'
import { formatRescue, type Rescue } from '../../../src/plan/rescue/rescue.ts'

const test = suite('a rescue that was begun and not ended')

const type = {
  group: 'acme.io',
  version: 'v1',
  plural: 'dbs',
  kind: 'Db',
  singular: 'db',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: [],
}
const metadata = { name: 'a', namespace: 'shop', uid: 'a1' }
const ref = { apiVersion: 'acme.io/v1', kind: 'Db', resource: 'dbs.acme.io', ...metadata }
const unit = { type, object: { apiVersion: 'acme.io/v1', kind: 'Db', metadata }, dependents: [], lostUids: [] }
const rescue: Rescue = {
  cluster: 'c',
  target: ref,
  units: [{ ...unit, hasStatus: true }],
  volumes: [],
  controllers: [],
}

/** What is pending when the journal of one run has these events, and perhaps a last line that was cut off. */
async function pending(events: readonly object[], cut = '') {
  const directory = await mkdtemp(join(tmpdir(), 'kubectl-finalize-journals-'))
  try {
    const lines = events.map(event => `${JSON.stringify(event)}\n`).join('')
    await writeFile(join(directory, '20260115T120000Z-000001_journal.jsonl'), `${lines}${cut}`)
    return await pendingRescue(directory, 'c', ref)
  } finally {
    await rm(directory, { recursive: true })
  }
}

const begun = { event: 'rescue', state: formatRescue(rescue) }
const step = (action: string, result?: string) => ({ ref: { ...ref, uid: 'a2' }, action, ...(result && { result }) })

test('goes on where its journal ends, also in the middle of a line, and is none when it was ended', async () => {
  const found = (await pending([begun, { event: 'sent', changes: [step('Create')] }], '{"event":"known","ste'))!
  assert.equal([found.rescue.isSaved, found.rescue.units[0]!.hasStatus], [undefined, true])
  assert.is(await pending([begun, { event: 'rescued' }]), undefined)
  assert.is(await pending([{ event: 'begun' }]), undefined)
})

test('writes no status a second time: it is its controller’s from then on', async () => {
  const sent = { event: 'sent', changes: [step('RestoreStatus')] }
  const known = (result: string) => ({ event: 'known', steps: [step('RestoreStatus', result)] })
  assert.is((await pending([begun, sent]))!.rescue.units[0]!.hasStatus, true)
  assert.is((await pending([begun, sent, known('failed')]))!.rescue.units[0]!.hasStatus, true)
  assert.is((await pending([begun, sent, known('done')]))!.rescue.units[0]!.hasStatus, false)
})

test('only sets back what was held once the setting back was begun, in later runs too', async () => {
  for (const action of ['RestorePolicy', 'ScaleUp', 'Resume'])
    assert.is((await pending([begun, { event: 'sent', changes: [step(action)] }]))!.rescue.isSaved, true)
  const again = { event: 'rescue', state: formatRescue({ ...rescue, isSaved: true }) }
  assert.is((await pending([again]))!.rescue.isSaved, true)
})

test('is read out of whatever somebody wrote there without a crash', async () => {
  const strange = [
    { event: 'sent', changes: 'x' },
    { event: 'known', steps: 3 },
  ]
  assert.ok(await pending([begun, ...strange]))
})

test('is one of this command alone, in a file of its own', async () => {
  assert.ok(await pending([{ event: 'begun', command: 'rescue' }, begun]))
  assert.is(await pending([{ event: 'begun', command: 'remove' }, begun]), undefined)
  const directory = await mkdtemp(join(tmpdir(), 'kubectl-finalize-journals-'))
  await mkdir(join(directory, 'z_journal.jsonl'))
  assert.is(await pendingRescue(directory, 'c', ref), undefined)
  await rm(directory, { recursive: true })
})

test.run()
