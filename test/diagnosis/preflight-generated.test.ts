import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectRef } from '../../src/api/object-ref.ts'
import { objectPath } from '../../src/api/path.ts'
import { resourceName } from '../../src/api/resource-type.ts'
import { discover } from '../../src/cluster/discovery/discovery.ts'
import type { Preflight } from '../../src/diagnosis/preflight/foreseen.ts'
import { ask } from '../sandbox/ask.ts'
import { type World, worldOf } from './deletion-world.ts'
import { preflown } from './preflown.ts'

const test = suite('preflight of generated clusters, and what the server then does')

const { KUBECTL_FINALIZE_CLUSTERS: asked, KUBECTL_FINALIZE_SEED: seeded } = process.env
const count = Number(asked ?? 60)
const seed = Number(seeded ?? 20_261_126)

/** mulberry32: the same numbers for the same seed. */
function numbersOf(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Outcome {
  readonly place: string
  readonly foreseen: Preflight
  /** Uids of what was to go and is still there. */
  readonly left: ReadonlySet<string>
  /** Their names, for messages. */
  readonly names: readonly string[]
}

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
  const isThere = ({ apiVersion, kind, name, namespace: place, uid }: ObjectRef): boolean =>
    sandbox.get(apiVersion, kind, name, place)?.metadata.uid === uid
  const isTypeLeft = foreseen.reach.every(({ ref }) => ref.kind !== 'CustomResourceDefinition')
  // In the background nobody comes to a dependent whose owner is there, nor to one whose owner is of a type that is gone: it is not stuck then.
  const isLeft = ({ ref, why, of }: Preflight['reach'][number]): boolean => {
    if (!isThere(ref)) return false
    const metadata = sandbox.get(ref.apiVersion, ref.kind, ref.name, ref.namespace)?.metadata
    return (
      why !== 'Dependent' ||
      metadata?.deletionTimestamp !== undefined ||
      (isTypeLeft && (cascade === 'foreground' || !isThere(of)))
    )
  }
  const left = foreseen.reach.filter(({ why }) => why !== 'Volume').filter(isLeft)
  return {
    place: `seed ${seed + index}: ${words.join(' ')} of ${namespace}, ${cascade} (${what.join(', ')})`,
    foreseen,
    left: new Set(left.map(({ ref }) => ref.uid)),
    names: left.map(({ ref }) => `${ref.kind}/${ref.name}`),
  }
}

interface Score {
  readonly problems: readonly string[]
  readonly unknown: number
  readonly named: number
  readonly left: number
}

/** What a foresight was worth. */
function scoreOf(outcomes: readonly Outcome[], verdictOf: (foreseen: Preflight) => string): Score {
  const problems: string[] = []
  let [unknown, named, all] = [0, 0, 0]
  for (const { place, foreseen, left, names } of outcomes) {
    const verdict = verdictOf(foreseen)
    const told = (which: string) =>
      new Set(
        foreseen.causes.filter(each => each.verdict === which).flatMap(({ blocks }) => blocks.map(({ uid }) => uid)),
      )
    const [stuck, open] = [told('stuck'), told('unknown')]
    if (verdict === 'unknown') unknown++
    if ((verdict === 'clean' || verdict === 'waits') && left.size > 0)
      problems.push(`false ${verdict}, left ${names}: ${place}`)
    if (verdict === 'stuck' && left.size === 0) problems.push(`false stuck: ${place}`)
    const wrong = [...stuck].filter(uid => foreseen.reach.some(({ ref }) => ref.uid === uid) && !left.has(uid))
    if (wrong.length > 0)
      problems.push(`said to be stuck and gone: ${wrong.map(uid => namedBy(foreseen, uid))}: ${place}`)
    all += left.size
    named += [...left].filter(uid => stuck.has(uid) || open.has(uid)).length
  }
  return { problems, unknown, named, left: all }
}

/** An object with the causes that are said to hold it. */
function namedBy({ reach, causes }: Preflight, uid: string): string {
  const { ref } = reach.find(each => each.ref.uid === uid)!
  const codes = causes
    .filter(({ blocks }) => blocks.some(each => each.uid === uid))
    .map(({ code, verdict }) => `${code} ${verdict}`)
  return `${ref.kind}/${ref.name} in ${ref.namespace} by ${codes.join(' and ')}`
}

const outcomes: Outcome[] = []
for (let index = 0; index < count; index++) outcomes.push(await tried(index))

test(`of ${count} clusters: no false clean, nothing said to be stuck that goes, and what gets stuck is named`, () => {
  const { problems, unknown, named, left } = scoreOf(outcomes, ({ verdict }) => verdict)
  const verdicts = Object.entries(Object.groupBy(outcomes, ({ foreseen }) => foreseen.verdict))
  console.log(
    `seed ${seed} (KUBECTL_FINALIZE_SEED), ${count} clusters (KUBECTL_FINALIZE_CLUSTERS): ` +
      `${verdicts.map(([verdict, some]) => `${some?.length} ${verdict}`).join(', ')}; ${named} of ${left} left objects named`,
  )
  assert.equal(problems, [])
  assert.ok(named >= left * 0.95, `${named} of ${left} left objects named`)
  assert.ok(unknown < count)
})

test('one that always says clean fails that, and one that always says stuck', () => {
  assert.ok(scoreOf(outcomes, () => 'clean').problems.length > 0)
  assert.ok(scoreOf(outcomes, () => 'stuck').problems.length > 0)
})

test.run()
