import * as assert from 'uvu/assert'
import { ownManager } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import { faultyServer, type Seen } from '../rig/faulty-server.ts'
import { api, namespace } from '../rig/rig.ts'
import { type Family, family, isWhole as isFamilyWhole, operator } from './family.ts'
import { deleted, type Rescued, rescued } from './rescued.ts'
import { bound, isWhole, type Storage, userOf } from './storage.ts'

/** What was deleted, and how it is seen that it is there again. */
export interface Scene {
  readonly words: readonly string[]
  readonly isWhole: () => Promise<void>
  readonly end: () => Promise<unknown>
}

export interface CustomScene extends Scene {
  readonly all: Family
  readonly owner: Thing
  readonly deployment: Thing
}

/** A volume and its claim, both deleted, used by a Pod. */
export async function storage(): Promise<Scene & Storage> {
  const place = await namespace()
  const both = await bound(place)
  const { pod, end } = await userOf(place)
  await deleted(both.volume)
  await deleted(both.claim)
  return {
    ...both,
    words: ['pvc/data', '-n', place],
    end,
    async isWhole() {
      await isWhole(both)
      assert.is((await api.get(pod))!.metadata.uid, pod.metadata.uid)
    },
  }
}

/** A custom resource with three dependents, whose operator is to be stopped. */
export async function custom(replicas = 2): Promise<CustomScene> {
  const all = await family(3)
  const { type } = all
  const name = ownManager(type)
  const deployment = await operator(type, all.place, name, replicas)
  await deleted(all.owner)
  return {
    all,
    owner: all.owner,
    deployment,
    words: [`${type.resource}/${all.owner.metadata.name}`],
    end: () => api.delete(deployment),
    async isWhole() {
      await isFamilyWhole(all, false)
      assert.is((await api.get(deployment))!.spec.replicas, replicas)
    },
  }
}

/** Runs it, and does something else just before its write, or dry run, of this kind comes to the server. */
export async function beside(
  scene: Pick<Scene, 'words'>,
  isMeant: (seen: Seen) => boolean,
  other: () => Promise<unknown>,
  directory: string,
  phase: 'write' | 'dry run' = 'write',
): Promise<Rescued> {
  let isOver = false
  await using server = await faultyServer(seen => {
    const isOfPhase = phase === 'write' ? seen.isWrite : seen.query.has('dryRun')
    if (isOver || !isOfPhase || !isMeant(seen)) return undefined
    isOver = true
    return async ({ forward, answer }) => {
      await other()
      const { status, headers, body } = await forward()
      answer(status, body, headers as Readonly<Record<string, string>>)
    }
  })
  const { env, onStart } = server
  return await rescued([...scene.words, '--backup-dir', directory], { env, onStart })
}
