import { setTimeout as pause } from 'node:timers/promises'
import { installOperator, ownManager } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import type { OwnType } from '../rig/crd.ts'
import { api } from '../rig/rig.ts'

const LOOK_MILLISECONDS = 150

export interface Making {
  readonly type: OwnType
  readonly place: string
  /** Of its own type, with its finalizer. */
  readonly parent: Thing
  /** Of another operator's type. */
  readonly child: Thing
}

/**
 * Installs the operator of a type that keeps an object of another operator for its own: it creates it again as long as its own is there, deletes it when its own
 * is deleted, and lets its own go when that is gone.
 */
export async function actingMaker({
  type,
  place,
  parent,
  child,
}: Making): Promise<AsyncDisposable & { made(): number }> {
  const name = ownManager(type)
  await installOperator({ type, namespace: place, name, state: 'running' })
  const over = new AbortController()
  let made = 0
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: place } }
  const draft = { ...child, metadata: { ...child.metadata, uid: undefined, resourceVersion: undefined } }
  const act = async (): Promise<void> => {
    const [alive, now, its] = await Promise.all([pod, parent, child].map(each => api.get(each)))
    if (alive === undefined || now === undefined) return
    if (now.metadata.deletionTimestamp === undefined) {
      if (its !== undefined) return
      await api.create(draft as never)
      made++
    } else if (its === undefined) {
      await api.patch(now, { metadata: { finalizers: null } })
    } else if (its.metadata.deletionTimestamp === undefined) {
      await api.delete(its)
    }
  }
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      // Another wrote it meanwhile, or its namespace ends: the next look decides.
      await act().catch(() => {})
      await pause(LOOK_MILLISECONDS, undefined, { signal: over.signal }).catch(() => {})
    }
  }
  const worked = work()
  return {
    made: () => made,
    async [Symbol.asyncDispose]() {
      over.abort()
      await worked
    },
  }
}
