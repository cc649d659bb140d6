import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { MAX_PROBES } from '../../src/diagnosis/admission/probe.ts'
import { buildIncident, incidents } from '../../src/sandbox/incidents/index.ts'
import * as writers from '../cluster/archive/dump-writers.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { headless } from '../headless.ts'
import { type Explanation, untrue } from './untrue.ts'

const test = suite('a dump')

const clock = { now: () => new Date('2026-01-15T12:00:00Z'), sleep: async () => {} }

const FORMS = { ...writers } as const
const NAMES = ['getYaml', 'mustGather', 'supportBundle', 'veleroBackup', 'crustGather'] as const

for (const name of incidents.map(each => each.name)) {
  test(`of ${name}, in whatever form, is never told more of than the cluster says`, async () => {
    const there = JSON.parse((await headless(['explain', `--sandbox=${name}`, '-o', 'json'])).stdout) as Explanation
    const listed = await writers.everything(buildIncident(name, clock)!.transport())
    for (const form of NAMES) {
      using folder = temporaryFolder()
      for (const [path, text] of Object.entries(FORMS[form](listed))) folder.write(join(form, path), text)
      const ran = await headless(['explain', '--from', join(folder.path, form), '-o', 'json'])
      assert.is(ran.code, 0, `${form}: ${ran.stderr}`)
      const here = JSON.parse(ran.stdout) as Explanation
      assert.equal(untrue(there, here), [], form)
      const told = new Set(here.objects.map(({ ref }) => ref.uid))
      const lost = there.objects.filter(({ ref, deletionTimestamp }) => deletionTimestamp && !told.has(ref.uid))
      if (form !== 'supportBundle') assert.equal(lost, [], `${form}: every terminating object is found`)
    }
  })
}

const place = { namespace: 'shop', creationTimestamp: '2026-01-15T11:00:00Z' }
const claim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: {
    ...place,
    name: 'data',
    uid: 'uid-claim',
    deletionTimestamp: '2026-01-15T11:30:00Z',
    finalizers: ['kubernetes.io/pvc-protection'],
  },
}
const pod = (metadata: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { ...place, name: 'db-0', uid: 'uid-pod', ...metadata },
  spec: { nodeName: 'node-1', volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }] },
  status: { phase: 'Running' },
})

async function explainedFrom(...items: readonly object[]): Promise<Explanation> {
  using folder = temporaryFolder()
  const file = folder.write('all.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items, metadata: {} }))
  return JSON.parse((await headless(['explain', '--from', file, '-o', 'json'])).stdout)
}

test('that shows a Pod which uses a claim proves it, though there may be other Pods', async () => {
  const { causes, objects } = await explainedFrom(claim, pod({}))
  assert.equal(
    causes.map(({ code, verdict }) => `${code} ${verdict}`),
    ['VolumeInUse stuck'],
  )
  assert.is(objects.find(({ ref }) => ref.name === 'data')?.verdict, 'stuck')
})

test('that shows only a Pod which is going away does not say that no other one uses the claim', async () => {
  const going = { deletionTimestamp: '2026-01-15T11:40:00Z', deletionGracePeriodSeconds: 3600 }
  const { objects } = await explainedFrom(claim, pod(going))
  assert.is(objects.find(({ ref }) => ref.name === 'data')?.verdict, 'unknown')
})

test('that does not say when it was taken leaves open whether what was on its way still is', async () => {
  const going = { deletionTimestamp: '2026-01-15T12:00:00Z', deletionGracePeriodSeconds: 3600 }
  const { items } = { items: [pod(going)] }
  using folder = temporaryFolder()
  folder.write('dump/all.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items, metadata: {} }))
  const look = async () => {
    const ran = await headless(['explain', '--from', join(folder.path, 'dump'), '-o', 'json'])
    const { causes, objects } = JSON.parse(ran.stdout) as Explanation
    return [...causes.map(({ code, verdict }) => `${code} ${verdict}`), ...objects.map(({ verdict }) => verdict)]
  }
  assert.equal(await look(), ['PodTerminating unknown', 'unknown'])
  folder.write('dump/timestamp', '2026-01-15 11:30:00.1 +0000 UTC m=+0.1\n')
  assert.equal(await look(), ['PodTerminating progressing', 'progressing'])
})

test('that shows no Pod at all proves nothing', async () => {
  const { causes } = await explainedFrom(claim)
  assert.ok(causes.every(({ verdict }) => verdict === 'unknown'))
})

test('of more objects than there are dry runs has one cause for them, and says nothing of dry runs', async () => {
  const deleted = { deletionTimestamp: '2026-01-15T11:30:00Z', finalizers: ['example.com/hold'] }
  const settings = Array.from({ length: MAX_PROBES + 10 }, (_, index) => {
    const metadata = { ...place, ...deleted, name: `settings-${index}`, uid: `uid-${index}` }
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata }
  })
  const { causes } = await explainedFrom(...settings)
  assert.equal(
    causes.map(({ code, blocks }) => [code, blocks.length]),
    [['ControllerUnknown', MAX_PROBES + 10]],
  )
  assert.not.match(JSON.stringify(causes), 'dry run')
})

test('that does not contain what was named, is not complete, and says so once for each', async () => {
  using folder = temporaryFolder()
  const file = folder.write('all.json', JSON.stringify(pod({})))
  const from = (...args: readonly string[]) =>
    headless(['explain', ...args, '-n', 'shop', '--from', file, '-o', 'json'])
  const { stdout, stderr, code } = await from('configmaps', 'red', 'blue')
  const { complete, unreadable } = JSON.parse(stdout)
  const entry = { resource: 'configmaps', namespace: 'shop', reason: 'NotRecorded' }
  assert.equal(
    [complete, unreadable.map(({ message: _, ...each }: Record<string, string>) => each)],
    [false, [entry, entry]],
  )
  assert.is(stderr.split('\n').filter(line => line.includes('does not contain')).length, 2)
  assert.is(code, 1)
})

test('of a cluster, names that are proven not to be there leave nothing unread', async () => {
  const { stdout, code } = await headless(['explain', 'cm/red', 'cm/blue', '--sandbox=empty', '-o', 'json'])
  const { complete, unreadable } = JSON.parse(stdout)
  assert.equal([complete, unreadable, code], [true, [], 1])
})

test.run()
