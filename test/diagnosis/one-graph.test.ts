import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { discover } from '../../src/cluster/discovery/discovery.ts'
import type { Diagnosis } from '../../src/diagnosis/diagnose.ts'
import { diagnoseCluster } from '../../src/operations/inspect/diagnose-cluster.ts'
import { buildIncident, incidents, practiceCluster } from '../../src/sandbox/incidents/index.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { mixedCluster, terminatingIn } from './mixed-cluster.ts'

const test = suite('an explanation is one graph')

const OBJECTS = 200
const REASONS = new Set([
  'NamespaceContent',
  'NamespacePods',
  'Dependent',
  'Instance',
  'Consumer',
  'Claim',
  'Attachment',
  'Owned',
])
/** Their subject is what is waited for. */
const OF_ANOTHER = new Set(['VolumeInUse', 'InstanceAlive', 'DependentAlive', 'VolumeDetachFailing', 'PodTerminating'])

async function diagnosisOf(sandbox: Sandbox): Promise<Diagnosis> {
  const transport = sandbox.transport()
  const discovery = await discover(transport)
  return diagnoseCluster(transport, { discovery, pageSize: 500 }, sandbox.clock.now())
}

/** Nothing terminating is without a cause. */
function everyHasACause({ objects }: Diagnosis): void {
  for (const { ref, deletionTimestamp, causes } of objects) {
    if (deletionTimestamp !== undefined) assert.ok(causes.length > 0, `${ref.kind} ${ref.name} has no cause`)
  }
}

/** Every edge has a reason and an end among the objects; each cause holds just what leads to those that show it. */
function isOneGraph({ objects, causes, direct }: Diagnosis): void {
  const known = new Map(objects.map(object => [object.ref.uid, object]))
  assert.is(known.size, objects.length)
  const waiters = new Map<string, string[]>()
  for (const { ref, waitingFor } of objects) {
    for (const edge of waitingFor) {
      const text = `${ref.kind} ${ref.name} → ${edge.ref.kind} ${edge.ref.name}`
      assert.ok(REASONS.has(edge.reason), text)
      assert.ok(known.has(edge.ref.uid), `${text} is not among the objects`)
      waiters.set(edge.ref.uid, [...(waiters.get(edge.ref.uid) ?? []), ref.uid])
    }
  }
  for (const cause of causes) {
    const shown = [...direct].filter(([, held]) => held.some(each => each.cause.id === cause.id)).map(([uid]) => uid)
    assert.ok(shown.length > 0, `${cause.id} is shown by nothing`)
    const reached = new Set(shown)
    for (const uid of reached) for (const waiter of waiters.get(uid) ?? []) reached.add(waiter)
    assert.equal(cause.blocks.map(({ uid }) => uid).toSorted(), [...reached].toSorted(), cause.id)
    for (const uid of reached) assert.ok(known.get(uid)!.causes.includes(cause.id), `${cause.id} of ${uid}`)
    if (!OF_ANOTHER.has(cause.code) || !('uid' in cause.subject)) continue
    const { uid: subject } = cause.subject
    for (const uid of shown) {
      const isEdge = known.get(uid)!.waitingFor.some(({ ref }) => ref.uid === subject)
      assert.ok(uid === subject || isEdge || reached.has(subject), `${cause.id}: no edge to its subject`)
    }
  }
}

for (const name of ['', ...incidents.map(incident => incident.name)]) {
  test(`of ${name === '' ? 'the practice cluster' : name}`, async () => {
    const clock = manualClock()
    const diagnosis = await diagnosisOf(name === '' ? practiceCluster(clock) : buildIncident(name, clock)!)
    everyHasACause(diagnosis)
    isOneGraph(diagnosis)
  })
}

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, Date.now() % 1_000_000]) {
  test(`of everything at once, in ${OBJECTS} objects, by seed ${seed}`, async () => {
    const sandbox = mixedCluster(seed, OBJECTS)
    assert.ok(terminatingIn(sandbox) >= OBJECTS)
    const diagnosis = await diagnosisOf(sandbox)
    everyHasACause(diagnosis)
    isOneGraph(diagnosis)
  })
}

test.run()
