import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mapConcurrently } from '../../../src/cluster/map-concurrently.ts'
import { until } from '../../control-plane/until.ts'
import { type Foreseen, leftOf, type Outcome, scoreOf, scoreText, toldAs } from '../../diagnosis/preflight-score.ts'
import { numbersOf } from '../../seeded-numbers.ts'
import { ownCluster } from '../explain/own-cluster.ts'
import { openStage, type Stage, time } from '../explain/stage.ts'
import type { Thing } from '../rig/api.ts'
import { ownControlPlaneAvailable } from '../rig/own-control-plane.ts'
import { run } from '../rig/rig.ts'
import { type World, worldOf } from './world.ts'

/** The whole property is 300 of them, in all files together. */
const { KUBECTL_FINALIZE_CLUSTERS: asked, KUBECTL_FINALIZE_SEED: seeded } = process.env
const count = Number(asked ?? 30)
const seed = Number(seeded ?? 20_261_126)
/** So many are in the server at once. */
const BATCH = 30
const AT_ONCE = 3
/** The same of what mostly waits for the server. */
const WAITING_AT_ONCE = 10
/** What was to get stuck and goes does so by then; what was to go has this long. */
const [LEAST_MS, MOST_MS] = [25_000, 120_000]

interface Trial {
  readonly world: World
  readonly words: readonly string[]
  readonly targets: readonly Thing[]
  readonly cascade: 'background' | 'foreground'
  readonly place: string
  foreseen?: Foreseen
}

type Nodes = Parameters<typeof worldOf>[2]

async function trialOf(index: number, stage: Stage, nodes: Nodes): Promise<Trial> {
  const random = numbersOf(seed + index)
  const world = await worldOf(random, stage, nodes)
  const target = world.targets[Math.floor(random() * world.targets.length)]!
  const { namespace } = target.thing.metadata
  const cascade = random() < 0.2 ? 'foreground' : 'background'
  const words = [target.word, ...(namespace === undefined ? [] : ['-n', namespace])]
  const place = `seed ${seed + index}: ${words.join(' ')}, ${cascade} (${world.what.join(', ')})`
  return { world, words, targets: [target.thing], cascade, place }
}

async function foresee({ env }: Stage, { words, cascade }: Trial): Promise<Foreseen> {
  const { stdout, stderr } = await run(['preflight', ...words, '--cascade', cascade, '-o', 'json'], { env })
  if (stdout === '') throw new Error(`no answer to ${words.join(' ')}: ${stderr}`)
  return JSON.parse(stdout)
}

/** What of it is there now. */
async function seenOf({ api }: Stage, { reach }: Foreseen): Promise<ReadonlyMap<string, { isDeleted: boolean }>> {
  const seen = new Map<string, { isDeleted: boolean }>()
  await mapConcurrently(4, reach, async ({ ref: { apiVersion, kind, name, namespace, uid } }) => {
    const now = await api
      .get({ apiVersion, kind, metadata: { name, ...(namespace && { namespace }) } })
      .catch(() => undefined)
    if (now?.metadata.uid === uid) seen.set(uid, { isDeleted: now.metadata.deletionTimestamp !== undefined })
  })
  return seen
}

/** Waits until nothing of it is left that is not said to be stuck or not known, and asks what is. */
async function outcomeOf(stage: Stage, { world, foreseen, cascade, place }: Trial, began: number): Promise<Outcome> {
  const said = foreseen!
  const held = new Set([...toldAs('stuck', said), ...toldAs('unknown', said)])
  let left: ReadonlySet<string> = new Set()
  const isOver = async () => {
    left = leftOf(said, await seenOf(stage, said), cascade)
    const age = performance.now() - began
    return age > MOST_MS || (age > LEAST_MS && [...left].every(uid => held.has(uid))) ? true : undefined
  }
  await until(isOver, { what: 'what goes to go', deadlineSeconds: 300, everyMilliseconds: 2000 })
  const isUnknowable = said.reach.some(({ ref }) => world.unknowable.has(ref.uid))
  return { place, foreseen: said, left, isUnknowable }
}

/** Pods that are deleted end on the node that has a kubelet. */
async function endPods({ api }: Stage, healthy: Thing): Promise<void> {
  const { items } = await api.send('GET', `/api/v1/pods?fieldSelector=spec.nodeName=${healthy.metadata.name}`)
  for (const { metadata } of items as readonly Thing[]) {
    if (metadata.deletionTimestamp === undefined) continue
    await api.delete({ apiVersion: 'v1', kind: 'Pod', metadata }, { gracePeriodSeconds: 0 }).catch(() => {})
  }
}

/** What its kubelet would say; a minute of silence makes it a lost one. */
async function beat({ api }: Stage, node: Thing): Promise<void> {
  const condition = {
    type: 'Ready',
    status: 'True',
    reason: 'Test',
    lastHeartbeatTime: time(),
    lastTransitionTime: time(),
  }
  await api.patch(node, { status: { conditions: [condition] } }, { subresource: '/status' }).catch(() => {})
}

/** Deletes the targets of all of them, lets what lives do its work, and looks what is left. */
async function deleted(trials: readonly Trial[], stage: Stage, healthy: Thing): Promise<readonly Outcome[]> {
  const began = performance.now()
  for (const { targets, cascade } of trials) {
    const propagationPolicy = cascade === 'foreground' ? 'Foreground' : 'Background'
    // The server may refuse it: that was to be foreseen.
    for (const thing of targets) await stage.api.delete(thing, { propagationPolicy }).catch(() => {})
  }
  let isOver = false
  const working = async (): Promise<void> => {
    while (!isOver) {
      await beat(stage, healthy)
      await endPods(stage, healthy)
      await mapConcurrently(AT_ONCE, trials, ({ world }) => world.work())
    }
  }
  const looking = async (): Promise<readonly Outcome[]> => {
    try {
      return await Promise.all(trials.map(trial => outcomeOf(stage, trial, began)))
    } finally {
      isOver = true
    }
  }
  const [outcomes] = await Promise.all([looking(), working()])
  return outcomes
}

/** Makes them, foresees a deletion in each, and really deletes. */
async function tried(indices: readonly number[], stage: Stage, nodes: Nodes, isLast: boolean) {
  const trials: Trial[] = []
  await mapConcurrently(WAITING_AT_ONCE, indices, async index => void trials.push(await trialOf(index, stage, nodes)))
  await beat(stage, nodes.healthy)
  await mapConcurrently(AT_ONCE, trials, async trial => {
    trial.foreseen = await foresee(stage, trial)
  })
  const outcomes = await deleted(trials, stage, nodes.healthy)
  // After the last of them the server goes as a whole.
  if (!isLast) await mapConcurrently(BATCH, trials, ({ world }) => world.end())
  return outcomes
}

/** Which of the clusters a file has: they are shared out, since a file has limited time and mostly waits. */
interface Share {
  readonly part: number
  readonly of: number
}

/** The unit test of the same name does so in the sandbox, whose clock can be set. */
export function compareGenerated({ part, of }: Share): void {
  const test = suite(`preflight of generated clusters, and what the real server then does: part ${part} of ${of}`)
  const withServer = ownControlPlaneAvailable() ? test : test.skip
  const indices = Array.from({ length: count }, (_, index) => index).filter(index => index % of === part - 1)
  withServer(
    `of ${indices.length} clusters: no false clean, nothing said to be stuck that goes, and what gets stuck is named`,
    async () => {
      console.log(
        `seed ${seed} (KUBECTL_FINALIZE_SEED), ${indices.length} of ${count} clusters (KUBECTL_FINALIZE_CLUSTERS)`,
      )
      await using cluster = await ownCluster()
      const stage = await openStage(cluster)
      const nodes = { healthy: await stage.node('True'), lost: await stage.node('Unknown') }
      const outcomes: Outcome[] = []
      for (let first = 0; first < indices.length; first += BATCH) {
        const isLast = first + BATCH >= indices.length
        outcomes.push(...(await tried(indices.slice(first, first + BATCH), stage, nodes, isLast)))
        console.log(`${outcomes.length}: ${scoreText(outcomes, scoreOf(outcomes))}`)
      }
      judge(outcomes)
    },
  )
  test.run()
}

function judge(outcomes: readonly Outcome[]): void {
  const score = scoreOf(outcomes)
  if (score.unknown.length > 0) console.log(score.unknown.join('\n'))
  assert.equal(score.problems, [])
  assert.ok(score.named >= score.left * 0.95, `${score.named} of ${score.left} left objects named`)
  // Of a few clusters one is more than a twentieth.
  assert.ok(
    score.unknown.length <= Math.max(1, score.knowable * 0.05),
    `${score.unknown.length} of ${score.knowable} unknown`,
  )
  // A stub that always says the same does not pass.
  for (const verdict of ['clean', 'stuck']) assert.ok(scoreOf(outcomes, () => verdict).problems.length > 0, verdict)
}
