import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { space } from '../namespace/ended.ts'
import type { Thing } from '../rig/api.ts'
import { api, namespace } from '../rig/rig.ts'
import { core, ownedBy } from './family.ts'
import { again } from './rescued.ts'
import { bound, isWhole } from './storage.ts'

const HOLD = ['example.com/hold']

/** A namespace that was deleted, with what a finalizer holds in it: an object, one that it owns, a claim with its volume. */
export interface Held {
  readonly place: string
  /** Its objects are let go, and it is gone. */
  readonly end: () => Promise<void>
  /** All that was held is there again, as it was. */
  readonly isWhole: () => Promise<void>
  readonly volume: Thing
  /** Kind and name of what was in it, and its volume. */
  readonly names: readonly string[]
}

export async function heldNamespace(): Promise<Held> {
  const place = await namespace()
  const storage = await bound(place, 'data', HOLD)
  const draft = core('ConfigMap', 'kept', place, { data: { a: 'b' } })
  const owner = await api.create({ ...draft, metadata: { ...draft.metadata, finalizers: HOLD } })
  const child = core('Secret', 'child', place)
  const metadata = { ...child.metadata, finalizers: HOLD, ownerReferences: [ownedBy(owner)] }
  const owned = await api.create({ ...child, metadata })
  await api.delete(space(place))
  for (const each of [owner, owned, storage.claim]) await api.waitFor(each, now => now.metadata.deletionTimestamp)
  // What every namespace has goes with it; a run that reads it before would say that it is lost.
  for (const [kind, name] of [
    ['ServiceAccount', 'default'],
    ['ConfigMap', 'kube-root-ca.crt'],
  ] as const)
    await api.waitGone({ apiVersion: 'v1', kind, metadata: { name, namespace: place } })
  const old = (await api.get(space(place)))!
  return {
    place,
    volume: storage.volume,
    names: [old, owner, owned, storage.claim, storage.volume].map(({ kind, metadata }) => `${kind} ${metadata.name}`),
    async end() {
      for (const each of [owned, owner, storage.claim]) await api.patch(each, { metadata: { finalizers: null } })
      await api.waitGone(old)
    },
    async isWhole() {
      const now = await again(owner)
      assert.equal([now.data, (await again(owned)).metadata.ownerReferences[0].uid], [owner.data, now.metadata.uid])
      await isWhole(storage)
    },
  }
}

/** The one directory in which all runs keep a namespace. */
export function keptIn(directory: string): string {
  const [from] = readdirSync(directory).filter(name => name.startsWith('namespace_'))
  return join(directory, from!)
}
