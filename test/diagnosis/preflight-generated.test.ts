import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { objectPath } from '../../src/api/path.ts'
import { resourceName } from '../../src/api/resource-type.ts'
import { discover } from '../../src/cluster/discovery/discovery.ts'
import { ask } from '../sandbox/ask.ts'
import { numbersOf } from '../seeded-numbers.ts'
import { type World, worldOf } from './deletion-world.ts'
import { leftOf, type Outcome, scoreOf, scoreText } from './preflight-score.ts'
import { preflown } from './preflown.ts'

const test = suite('preflight of generated clusters, and what the server then does')

const { KUBECTL_FINALIZE_CLUSTERS: asked, KUBECTL_FINALIZE_SEED: seeded } = process.env
const count = Number(asked ?? 60)
const seed = Number(seeded ?? 20_261_126)

/** Ten minutes, in which all that is at work comes to its end. */
async function passTime({ sandbox, clock }: World): Promise<void> {
  for (let passed = 0; passed < 600; passed += 20) {
    await sandbox.settle()
    clock.advance(20)
  }
  await sandbox.settle()
}

async function tried(index: number): Promise<Outcome> {
  const random = numbersOf(seed + index)
  const world = worldOf(random)
  const { sandbox, targets, what } = world
  await sandbox.settle()
  const any = () => targets[Math.floor(random() * targets.length)]!
  const { word, namespace } = any()
  const other = any()
  // What has no namespace, or the same, can be named beside it.
  const isBeside =
    random() < 0.25 && (/^(ns|crd)\//.test(other.word) || other.namespace === namespace) && other.word !== word
  const words = isBeside ? [word, other.word] : [word]
  const cascade = random() < 0.2 ? 'foreground' : 'background'
  const foreseen = await preflown(sandbox, words, { namespace, cascade })
  const { types } = await discover(sandbox.transport())
  for (const { resource, name, namespace: place } of foreseen.targets) {
    const type = types.find(each => resourceName(each) === resource)!
    await ask(sandbox, 'DELETE', objectPath(type, name, place), {
      propagationPolicy: cascade === 'foreground' ? 'Foreground' : 'Background',
    })
  }
  await passTime(world)
  const seen = new Map(
    foreseen.reach.flatMap(({ ref: { apiVersion, kind, name, namespace: place, uid } }) => {
      const metadata = sandbox.get(apiVersion, kind, name, place)?.metadata
      return metadata?.uid === uid ? [[uid, { isDeleted: metadata.deletionTimestamp !== undefined }]] : []
    }),
  )
  const left = leftOf(foreseen, seen, cascade)
  return {
    place: `seed ${seed + index}: ${words.join(' ')} of ${namespace}, ${cascade} (${what.join(', ')})`,
    foreseen,
    left,
    isUnknowable: what.some(each => /nobody|unknown finalizer/.test(each)),
  }
}

const outcomes: Outcome[] = []
for (let index = 0; index < count; index++) outcomes.push(await tried(index))

test(`of ${count} clusters: no false clean, nothing said to be stuck that goes, and what gets stuck is named`, () => {
  const score = scoreOf(outcomes)
  console.log(
    `seed ${seed} (KUBECTL_FINALIZE_SEED), ${count} clusters (KUBECTL_FINALIZE_CLUSTERS): ${scoreText(outcomes, score)}`,
  )
  assert.equal(score.problems, [])
  assert.ok(score.named >= score.left * 0.95, `${score.named} of ${score.left} left objects named`)
  assert.ok(outcomes.some(({ foreseen }) => foreseen.verdict !== 'unknown'))
})

test('one that always says clean fails that, and one that always says stuck', () => {
  assert.ok(scoreOf(outcomes, () => 'clean').problems.length > 0)
  assert.ok(scoreOf(outcomes, () => 'stuck').problems.length > 0)
})

test.run()
