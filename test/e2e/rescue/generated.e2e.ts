import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { numbersOf } from '../../seeded-numbers.ts'
import { api, target } from '../rig/rig.ts'
import { type Generated, generated, killedAt, sharedType } from './generated.ts'
import { folder, isDone, rescued, told } from './rescued.ts'

const test = suite('rescue of generated clusters')

/** Each a number of its own; the whole property is 200 of them, which takes longer than a file of every day may. */
const { KUBECTL_FINALIZE_CLUSTERS: asked, KUBECTL_FINALIZE_SEED: seeded } = process.env
const isReal = target().name === 'control-plane'
const count = Number(asked ?? (isReal ? 6 : 8))
const seed = Number(seeded ?? Math.floor(Math.random() * 2 ** 31))
const AT_ONCE = 3

/** Killed at a random write, and run again: what could be kept is kept, and what is said is what the cluster shows. */
async function holds(cluster: Generated, random: () => number): Promise<string> {
  const directory = folder()
  const words = [...cluster.words, '--backup-dir', directory]
  const plan = await killedAt(Math.floor(random() * cluster.writes), random() < 0.5, words)
  const answer = await rescued(words)
  if (cluster.isHopeless) {
    assert.equal([answer.code, answer.complete, ...told(answer)], [3, false, 'Create data refused'])
    assert.match(answer.steps[0]!.message!, /is gone, and with it the data/)
    await cluster.isKept()
    return 'refused'
  }
  const isOver = told(answer).some(step => step.endsWith('NotTerminating'))
  if (!isOver) {
    if (!cluster.isPartial) isDone(answer)
    assert.equal([answer.code, answer.complete], [0, !cluster.isPartial], answer.stderr)
  }
  for (const lost of cluster.lost) assert.match(plan + answer.stderr, lost)
  await cluster.isKept()
  for (const { action, result, ref } of isOver ? [] : answer.steps) {
    if (action !== 'Create' || result !== 'done') continue
    const place = ref.namespace === undefined ? {} : { namespace: ref.namespace }
    const now = await api.get({ ...ref, metadata: { name: ref.name, ...place } })
    assert.equal([now?.metadata.uid, now?.metadata.deletionTimestamp], [ref.uid, undefined], `${ref.kind} ${ref.name}`)
  }
  return isOver ? 'killed after its end' : 'continued'
}

test(`${count} clusters, each killed at a random write and run again: nothing is lost that could be kept`, async () => {
  console.log(`seed ${seed} (KUBECTL_FINALIZE_SEED), ${count} clusters (KUBECTL_FINALIZE_CLUSTERS)`)
  const problems: string[] = []
  const came: Record<string, number> = {}
  let next = 0
  const work = async (): Promise<void> => {
    const type = await sharedType()
    for (let index = next++; index < count; index = next++) {
      const random = numbersOf(seed + index)
      const cluster = await generated(random, type)
      try {
        const how = await holds(cluster, random)
        came[how] = (came[how] ?? 0) + 1
      } catch (error) {
        problems.push(`cluster ${index} (${cluster.what}): ${(error as Error).stack}`)
      } finally {
        await cluster.end()
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, work))
  console.log(
    Object.entries(came)
      .map(([how, times]) => `${how}: ${times}`)
      .join(', '),
  )
  if (problems.length > 0) console.log(problems.join('\n'))
  assert.is(problems.length, 0, `${problems.length} of ${count} clusters do not hold, see above`)
})

test.run()
