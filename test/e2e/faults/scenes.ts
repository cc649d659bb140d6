import { ownManager, stuckObject } from '../explain/operator.ts'
import { ending, HOLD, configMap as held, reached, space } from '../namespace/ended.ts'
import { configMap, createAll, file, secret } from '../replay/apps.ts'
import { groupsFile } from '../replay/native.ts'
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
  const isThere = async (): Promise<boolean> => (await api.get(draft)) !== undefined
  return { place, words, reached: isThere }
}
