import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectMeta } from '../../src/api/object.ts'
import type { Change } from '../../src/plan/outcome.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { configMap, deleted } from '../diagnosis/stuck-objects.ts'
import { faultsOf } from '../docs/schema.ts'
import { headless } from '../headless.ts'
import { type ManualClock, manualClock } from '../sandbox/manual-clock.ts'
import { runIn } from './run-in.ts'

const test = suite('log, of a run that is killed at any point')

const HOLD = 'example.com/hold'

function space(sandbox: Sandbox, name = 'shop', metadata: Partial<ObjectMeta> = {}): void {
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...metadata } })
}

interface Scene {
  readonly words: readonly string[]
  /** What is never sent: it goes with something else. */
  readonly goesAlong?: string
  stage(sandbox: Sandbox): void
}

const SCENES: Readonly<Record<string, Scene>> = {
  'a set of removals': {
    words: ['remove', 'cm/a', 'cm/b', 'cm/c', '-n', 'shop', '--override=ControllerUnknown'],
    stage(sandbox) {
      space(sandbox)
      for (const name of ['a', 'b', 'c']) configMap(sandbox, 'shop', name, deleted(sandbox, HOUR, HOLD))
    },
  },
  'the cure of a namespace': {
    words: ['namespace', 'shop', '--override=ControllerUnknown'],
    goesAlong: 'Delete configmaps kube-root-ca.crt ',
    stage(sandbox) {
      for (const name of ['a', 'b']) configMap(sandbox, 'shop', name, deleted(sandbox, HOUR, HOLD))
      configMap(sandbox, 'shop', 'kube-root-ca.crt')
    },
  },
  'an ordered deletion': {
    words: ['delete', 'ns/shop', 'cm/a', '-n', 'other', '--cascade=foreground', '--override=WouldGetStuck'],
    stage(sandbox) {
      space(sandbox)
      space(sandbox, 'other')
      configMap(sandbox, 'other', 'a')
    },
  },
  'a rescue of what has a status and a dependent': {
    words: ['rescue', 'widget/a', '-n', 'shop', '--override=ControllerUnknown,ControllerAlive'],
    stage(sandbox) {
      space(sandbox, 'kube-system')
      space(sandbox)
      const group = 'acme.example.com'
      definition(sandbox, { group, plural: 'widgets', kind: 'Widget', subresources: { status: {} } } as never)
      const widget = { apiVersion: `${group}/v1`, kind: 'Widget' }
      const rest = { namespace: 'shop', name: 'a', manager: 'acme', finalizers: [HOLD], deleted: HOUR }
      customResource(sandbox, { ...widget, ...rest, status: { phase: 'Ready' } } as never)
      const { uid } = sandbox.get(`${group}/v1`, 'Widget', 'a', 'shop')!.metadata
      configMap(sandbox, 'shop', 'b', { ownerReferences: [{ ...widget, name: 'a', uid }] })
    },
  },
  'a namespace that is kept in files': {
    words: ['rescue', 'namespace/shop'],
    stage(sandbox) {
      space(sandbox, 'shop', deleted(sandbox, HOUR, HOLD))
      configMap(sandbox, 'shop', 'a')
      sandbox.put({
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: 'disk' },
        spec: { persistentVolumeReclaimPolicy: 'Delete', claimRef: { namespace: 'shop', name: 'data' } },
      })
    },
  },
}

const keyOf = ({ action, ref, finalizer }: Change) => [action, ref.resource, ref.name, finalizer].join(' ')

for (const [name, { words, stage, goesAlong }] of Object.entries(SCENES)) {
  test(`${name}: every change of the plan is told, as the schema describes it`, async () => {
    const clock = manualClock()
    const sandbox = createSandbox({ clock })
    stage(sandbox)
    using folder = temporaryFolder()
    const { code, stderr } = await runIn({ sandbox, clock }, [...words, '--yes', '--backup-dir', folder.path])
    assert.is(code, 0, stderr)
    const file = readdirSync(folder.path, { recursive: true })
      .map(String)
      .find(each => each.endsWith('_journal.jsonl'))!
    const lines = readFileSync(join(folder.path, file), 'utf8').trimEnd().split('\n')
    const last = lines.findLastIndex(line => line.includes('"event":"sent"'))
    const begun = lines.findIndex(line => line.includes('"event":"planned"'))
    let before = Number.POSITIVE_INFINITY
    let lefts = 0
    for (let at = begun; at < lines.length; at++) {
      const killed = join(folder.path, `killed-${at}`)
      mkdirSync(killed)
      writeFileSync(
        join(killed, '1_journal.jsonl'),
        `${lines.slice(0, at + 1).join('\n')}\n${lines[at + 1]?.slice(0, -1) ?? ''}`,
      )
      const asked = await headless(['log', '1', '--backup-dir', killed, '-o', 'json'])
      const run = JSON.parse(asked.stdout)
      assert.equal([asked.code, asked.stderr, faultsOf(run, { described: true })], [0, '', []])
      const unsent = run.notBegun.map(keyOf) as readonly string[]
      const met = new Set([...run.changes, ...run.steps].map(keyOf))
      assert.is(run.planned, new Set([...unsent, ...met]).size, `${at}: ${lines[at]}`)
      assert.equal(
        unsent.filter(each => met.has(each)),
        [],
      )
      assert.ok(unsent.length <= before)
      if (at >= last)
        assert.equal(
          unsent.filter(each => each !== goesAlong),
          [],
        )
      before = unsent.length
      const { stdout } = await headless(['log', '1', '--backup-dir', killed])
      const told = /\nNot sent \((\d+) of (\d+)\):\n((?: {2}.*\n)+)/.exec(stdout)
      assert.is(told !== null, unsent.length > 0, stdout)
      const isCure = words[0] === 'namespace' && met.has('Create namespaces shop ')
      const isLeft = isCure && unsent.includes('Delete namespaces shop ')
      assert.is(stdout.includes('"kubectl delete namespace shop" continues'), isLeft, `${at}: ${stdout}`)
      if (isLeft) lefts++
      assert.equal(told?.slice(1, 3) ?? [], unsent.length > 0 ? [String(unsent.length), String(run.planned)] : [])
    }
    assert.is(before, 0)
    assert.is(lefts > 0, words[0] === 'namespace')
  })
}

const RESCUE = SCENES['a rescue of what has a status and a dependent']!
/** Who waits for these has open files, which are not to be closed by a garbage collection. */
const unanswered: unknown[] = []
const never = () => new Promise<never>(resolve => void unanswered.push(resolve))

/**
 * Runs the rescue until its write of this number, which the server does or does not get; from then on nothing answers
 * it any more. False: it has not so many.
 */
async function killedAt(
  at: number,
  isDone: boolean,
  { sandbox, clock, folder }: { sandbox: Sandbox; clock: ManualClock; folder: string },
) {
  let writes = 0
  let isDead = false
  const dead = new Promise<boolean>(resolve => {
    sandbox.onRequest = async request => {
      if (isDead) return never()
      if (request.method === 'GET' || request.query?.dryRun !== undefined || writes++ < at) return undefined
      sandbox.onRequest = undefined
      if (isDone) await sandbox.handle(request)
      isDead = true
      sandbox.onRequest = never
      resolve(true)
      return never()
    }
  })
  const ran = runIn({ sandbox, clock }, [...RESCUE.words, '--yes', '--backup-dir', folder]).then(() => false)
  const killed = await Promise.race([dead, ran])
  sandbox.onRequest = undefined
  return killed
}

test('a rescue that is killed at any write is ended by the next run, and its journal tells of what was left', async () => {
  let kills = 0
  for (let at = 0, isReached = true; isReached; at++) {
    for (const isDone of [false, true]) {
      const clock = manualClock()
      const sandbox = createSandbox({ clock })
      RESCUE.stage(sandbox)
      using folder = temporaryFolder()
      const { path } = folder
      isReached = await killedAt(at, isDone, { sandbox, clock, folder: path })
      if (!isReached) break
      kills++
      const journal = readdirSync(path).find(each => each.endsWith('_journal.jsonl'))!
      renameSync(join(path, journal), join(path, '20260114T120000Z-000000_journal.jsonl'))
      const before = JSON.parse(
        (await headless(['log', '20260114T120000Z-000000', '--backup-dir', path, '-o', 'json'])).stdout,
      )
      assert.equal(
        [before.result, before.unknown, before.sent + before.notBegun.length],
        ['died', 1, before.planned],
        `${at}`,
      )
      const { code, stderr } = await runIn({ sandbox, clock }, [...RESCUE.words, '--yes', '--backup-dir', path])
      assert.is(code, 0, `${at} ${isDone}: ${stderr}`)
      const { metadata, status } = sandbox.get('acme.example.com/v1', 'Widget', 'a', 'shop')!
      const [owner] = sandbox.get('v1', 'ConfigMap', 'b', 'shop')!.metadata.ownerReferences!
      assert.equal(
        [metadata.finalizers, metadata.deletionTimestamp, status, owner!.uid],
        [[HOLD], undefined, { phase: 'Ready' }, metadata.uid],
      )
    }
  }
  assert.ok(kills >= 8, `${kills} kills`)
})

test.run()
