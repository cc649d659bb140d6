import { orphanedObject, ownManager, stuckObject, writtenBefore } from '../explain/operator.ts'
import { ending, HOLD, configMap as held, reached, space } from '../namespace/ended.ts'
import { configMap, createAll, file, ownedBy, secret } from '../replay/apps.ts'
import { groupsFile } from '../replay/native.ts'
import { ALLOW } from '../rescue/family.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, endByForce, namespace } from '../rig/rig.ts'
import type { Stage } from './step-through.ts'

type OwnType = Awaited<ReturnType<typeof crd>>

let made: Promise<OwnType> | undefined

/** A type of this file alone, whose operator is gone. */
export const buckets = (): Promise<OwnType> => {
  made ??= crd({ kind: 'Bucket' })
  return made
}

const areGone =
  (...things: readonly Thing[]) =>
  async (): Promise<boolean> => {
    const found = await Promise.all(things.map(thing => api.get(thing)))
    return found.every((now, index) => now?.metadata.uid !== things[index]!.metadata.uid)
  }

export async function stuckBucket(place: string, name: string): Promise<Thing> {
  const type = await buckets()
  return stuckObject(type, place, name, { manager: ownManager(type) })
}

/** Lets an object go, where it is still there. */
const release = async (thing: Thing): Promise<unknown> =>
  (await api.get(thing)) && api.patch(thing, { metadata: { finalizers: null } }).catch(() => undefined)

/** `remove` of one object. */
export const oneObject: Stage = async () => {
  const place = await namespace()
  const one = await stuckBucket(place, 'one')
  const words = ['remove', `${(await buckets()).resource}/one`, '-n', place, '--yes', '--timeout', '20s']
  return { place, words, reached: areGone(one) }
}

/** `remove` of a set of four. */
export const four: Stage = async () => {
  const place = await namespace()
  const things = await Promise.all(['a4', 'b4', 'c4', 'd4'].map(name => stuckBucket(place, name)))
  const finalizer = `${(await buckets()).group}/cleanup`
  const words = ['remove', '--finalizer', finalizer, '-n', place, '--yes', '--timeout', '20s']
  return { place, words, reached: areGone(...things) }
}

/** `namespace`, held by one object whose operator is gone. */
export const heldNamespace: Stage = async () => {
  const place = await namespace()
  const one = await stuckBucket(place, 'one')
  await api.delete(space(place))
  await reached(place)
  const now = (await api.get(space(place)))!
  const words = ['namespace', place, '--yes', '--timeout', '20s']
  return { place, words, reached: areGone(now), clear: () => release(one) }
}

/** `namespace`, by force: what is left in it is stranded. */
export const forcedNamespace: Stage = async () => {
  const place = await ending(['kept'])
  const now = (await api.get(space(place)))!
  const words = ['namespace', place, '--yes', '--override=NamespaceNotEmpty', '--timeout', '20s']
  return { place, words, reached: areGone(now), clear: () => release(held('kept', place)) }
}

/** `namespace`, which somebody ended by force, with something left in it. */
export const endedNamespace: Stage = async () => {
  const place = await ending(['left'])
  const left = (await api.get(held('left', place)))!
  await endByForce(place)
  const words = ['namespace', place, '--yes', '--override=ControllerUnknown', '--timeout', '20s']
  const isOver = async (): Promise<boolean> => (await areGone(left)()) && (await api.get(space(place))) === undefined
  const clear = async (): Promise<void> => {
    if ((await api.get(space(place))) !== undefined) await release(left)
  }
  return { place, words, reached: isOver, clear }
}

/** `replay` of two groups, and the resource's own finalizer. */
export const twoGroups: Stage = async () => {
  const place = await namespace()
  const one = await stuckBucket(place, 'one')
  const things = await createAll([configMap('conf', place), secret('cred', place)])
  const groups = groupsFile([{ kind: 'ConfigMap', names: ['conf'] }], [{ kind: 'Secret', names: ['cred'] }])
  const resource = `${(await buckets()).resource}/one`
  const words = ['replay', resource, '-n', place, '--yes', '-f', groups, '--timeout', '20s', '--poll-interval', '200ms']
  return { place, words, reached: areGone(one, ...things) }
}

/** `restore` of an object with a finalizer. */
export const backup: Stage = async () => {
  const place = await namespace()
  const draft = held('back', place, [HOLD])
  const words = ['restore', file(JSON.stringify(draft), 'backup.yaml'), '--yes']
  const isThere = async (): Promise<boolean> => {
    const now = await api.get(draft)
    return now !== undefined && now.metadata.deletionTimestamp === undefined
  }
  return { place, words, reached: isThere }
}

/** `remove` of one of two finalizers: the object stays. */
export const twoFinalizers: Stage = async () => {
  const [place, type] = [await namespace(), await buckets()]
  const own = await orphanedObject(type, place, 'one', { manager: ownManager(type) })
  const both = [...own.metadata.finalizers, HOLD]
  await api.patch(own, { metadata: { finalizers: both } })
  await api.delete(own)
  const words = ['remove', `${type.resource}/one`, '-n', place, '--finalizer', both[0], '--yes', '--timeout', '20s']
  const isFree = async (): Promise<boolean> => {
    const now = await api.get(own)
    return now === undefined || now.metadata.uid !== own.metadata.uid || !now.metadata.finalizers?.includes(both[0])
  }
  return { place, words, reached: isFree }
}

/** `rescue` of an object that another one is owned by. */
export const ownedOne: Stage = async () => {
  const place = await namespace()
  const type = await buckets()
  const created = await orphanedObject(type, place, 'one', { manager: ownManager(type), status: { phase: 'Ready' } })
  await api.patch(created, { spec: { size: 3 } })
  await writtenBefore(created, 2 * 3600)
  await api.delete(created)
  const one = await api.waitFor(created, now => now.metadata.deletionTimestamp)
  const dependent = await api.create(configMap('dependent', place, ownedBy(one)))
  const words = ['rescue', `${type.resource}/one`, '-n', place, '--yes', ALLOW, '--timeout', '20s']
  /** It is there again, and owns what it owned; but for what another client ended, whose deed nobody undoes. */
  const isBack = async (): Promise<boolean> => {
    const [now, its] = await Promise.all([one, dependent].map(each => api.get(each)))
    const { uid, deletionTimestamp } = now?.metadata ?? {}
    const owners = (its?.metadata.ownerReferences ?? []).map((each: Thing['metadata']) => each.uid)
    const isOwned = its?.metadata.uid !== dependent.metadata.uid || owners.includes(uid)
    return uid !== one.metadata.uid && deletionTimestamp === undefined && isOwned
  }
  return { place, words, reached: isBack }
}
