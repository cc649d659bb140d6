import * as assert from 'uvu/assert'
import { ownManager } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import { faultyServer } from '../rig/faulty-server.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, crd, namespace, run, target, unique } from '../rig/rig.ts'
import { ALLOW, family, isWhole as isFamilyWhole, operator } from './family.ts'
import { again, deleted } from './rescued.ts'
import { bound, isWhole as isStorageWhole } from './storage.ts'

/** A cluster with something deleted in it that is still held. */
export interface Generated {
  readonly what: string
  readonly words: readonly string[]
  /** What could be kept is there, and is as it was. */
  readonly isKept: () => Promise<void>
  /** It has no data left: it is refused, and nothing is changed. */
  readonly isHopeless: boolean
  /** About so many has its rescue; a kill after its last one is none, which is a case too. */
  readonly writes: number
  /** What the plan has to say is lost. */
  readonly lost: readonly RegExp[]
  /** Something that is left names what is gone: the answer is not complete. */
  readonly isPartial: boolean
  readonly end: () => Promise<unknown>
}

type Random = () => number
type OwnType = Awaited<ReturnType<typeof crd>>

const isReal = target().name === 'control-plane'

const below = (random: Random, end: number): number => Math.floor(random() * end)
const one = <Each>(random: Random, all: readonly Each[]): Each => all[below(random, all.length)]!

/** A type for all clusters of one worker: one after another they do not meet. */
export const sharedType = (): Promise<OwnType> => crd({ kind: 'Cluster', scope: 'Cluster' })

/** One cluster by these numbers; what binds claims and runs Deployments is on the real control plane alone. */
export function generated(random: Random, type: OwnType): Promise<Generated> {
  const kinds = isReal ? [owner, owner, claim, claim, definition] : [owner, owner, definition]
  return one(random, kinds)(random, type)
}

async function owner(random: Random, type: OwnType): Promise<Generated> {
  const all = await family(below(random, 7), type)
  const replicas = isReal && random() < 0.4 ? one(random, [0, 1, 2]) : undefined
  const deployment =
    replicas === undefined ? undefined : await operator(type, all.place, ownManager(type), replicas, {})
  const isForeground = isReal && random() < 0.25
  const held = all.dependents.filter(({ metadata }) => metadata.finalizers !== undefined)
  // One with another owner that lives is let go, and stays.
  const isCollected = ({ metadata }: Thing): boolean =>
    metadata.ownerReferences.length === 1 && metadata.finalizers === undefined
  await api.delete(all.owner, isForeground ? { propagationPolicy: 'Foreground' } : {})
  await api.waitFor(all.owner, now => now.metadata.deletionTimestamp)
  if (isForeground) {
    for (const each of all.dependents.filter(isCollected)) await api.waitGone(each)
    for (const each of held) await api.waitFor(each, now => now.metadata.deletionTimestamp)
    // The garbage collector is at work until all that blocks it is gone.
    if (held.length === 0) await api.waitFor(all.owner, ({ metadata }) => metadata.finalizers.length === 1)
  }
  const left = isForeground ? all.dependents.filter(each => !isCollected(each) && !held.includes(each)) : all.dependents
  return {
    what: `owner of ${all.dependents.length}, ${isForeground ? 'foreground' : 'background'}, replicas ${replicas}`,
    words: [`${type.resource}/${all.owner.metadata.name}`, ALLOW],
    isHopeless: false,
    writes: 2 * all.dependents.length + 4 + (replicas ? 2 : 0),
    lost: isForeground && held.length > 0 ? [/foreground deletion has probably deleted them/] : [],
    isPartial: false,
    async isKept() {
      if (!isForeground) await isFamilyWhole({ ...all, dependents: left }, false)
      const now = await again(all.owner)
      assert.equal([now.spec, now.status], [all.owner.spec, all.owner.status])
      for (const each of isForeground ? held : []) {
        const there = await again(each)
        assert.is(there.metadata.ownerReferences[0].uid, now.metadata.uid)
      }
      for (const each of left) assert.is((await api.get(each))?.metadata.uid, each.metadata.uid)
      if (deployment !== undefined) assert.is((await api.get(deployment))!.spec.replicas, replicas)
    },
    end: async () => deployment && (await api.delete(deployment)),
  }
}

async function claim(random: Random): Promise<Generated> {
  const place = await namespace()
  const isUsed = random() < 0.5
  const both = await bound(place, 'data', isUsed ? [] : ['example.com/hold'])
  const node = isUsed ? await createNode('True') : undefined
  if (node !== undefined) {
    const pod = await api.create(podDraft('db-0', place, { node, claims: ['data'] }))
    await api.patch(pod, { status: { phase: 'Running' } }, { subresource: '/status' })
  }
  const what = one(random, ['claim', 'volume', 'both', ...(isUsed ? [] : ['gone'])])
  if (what === 'volume' || what === 'both') await deleted(both.volume)
  const old = what === 'volume' ? undefined : await deleted(both.claim)
  if (old !== undefined && !isUsed) await api.waitFor(old, ({ metadata }) => metadata.finalizers.length === 1)
  if (what === 'gone') {
    await api.delete(both.volume)
    await api.patch(both.volume, { metadata: { finalizers: [] } })
    await api.waitGone(both.volume)
  }
  const isByVolume = what === 'volume' || (what === 'both' && random() < 0.5)
  return {
    what: `claim and volume, ${what} deleted, ${isUsed ? 'used' : 'held'}`,
    words: [...(isByVolume ? [`pv/${both.volume.metadata.name}`] : ['pvc/data', '-n', place]), ALLOW],
    isHopeless: what === 'gone',
    writes: what === 'both' ? 8 : 5,
    lost: [],
    isPartial: false,
    async isKept() {
      if (what !== 'gone') return isStorageWhole(both)
      assert.is((await api.get(both.claim))!.metadata.uid, both.claim.metadata.uid)
    },
    end: async () => node && (await api.delete(node)),
  }
}

/** Instances with and without a finalizer, in one namespace, of a CRD that is deleted with them. */
async function definition(random: Random): Promise<Generated> {
  const type = await crd({ kind: 'Widget' })
  const place = await namespace()
  const make = async (name: string, finalizers: readonly string[]): Promise<Thing> =>
    api.create(type.draft(name, place, { metadata: { finalizers }, spec: { size: below(random, 9) } }))
  const held: Thing[] = []
  for (let left = 1 + below(random, 3); left > 0; left--)
    held.push(await make(unique('held'), [`${type.group}/cleanup`]))
  const free: Thing[] = []
  for (let left = below(random, 3); left > 0; left--) free.push(await make(unique('free'), []))
  const isNamed = free.length > 0 && random() < 0.6
  if (isNamed) {
    const { apiVersion, kind } = type
    const finalizers = [`${type.group}/cleanup`]
    const spec = { partnerRef: { apiVersion, kind, name: free[0]!.metadata.name } }
    held.push(await api.create(type.draft('named', place, { metadata: { finalizers }, spec })))
  }
  await api.delete(type.definition)
  for (const each of held) await api.waitFor(each, now => now.metadata.deletionTimestamp)
  for (const each of free) await api.waitGone(each)
  return {
    what: `CRD with ${held.length} held and ${free.length} free instances`,
    words: [`crd/${type.definition.metadata.name}`, ALLOW],
    isHopeless: false,
    writes: 2 + 3 * held.length,
    lost: [
      /had no finalizer/,
      ...(isNamed ? [new RegExp(`widget/${free[0]!.metadata.name}, which widget/named names`)] : []),
    ],
    isPartial: isNamed,
    async isKept() {
      assert.equal((await again(type.definition)).spec, type.definition.spec)
      for (const each of held) assert.equal((await again(each)).spec, each.spec)
    },
    // Its instances would hold it.
    async end() {
      for (const each of held) await api.patch(each, { metadata: { finalizers: [] } }).catch(() => undefined)
      await api.delete(type.definition)
    },
  }
}

/** Runs it, and kills it at its write of this number, before the server has that or after. */
export async function killedAt(at: number, isAfter: boolean, words: readonly string[]): Promise<string> {
  let writes = 0
  await using server = await faultyServer(({ isWrite }) => {
    if (!isWrite || writes++ !== at) return undefined
    return async ({ forward, signal }) => {
      if (isAfter) await forward()
      signal('SIGKILL')
    }
  })
  const { env, onStart } = server
  const { stdout, stderr } = await run(['rescue', ...words, '--yes', '--timeout', '30s'], {
    env,
    onStart,
    timeoutSeconds: 200,
  })
  return stdout + stderr
}
