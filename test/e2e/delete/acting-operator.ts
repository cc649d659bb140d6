import { setTimeout as pause } from 'node:timers/promises'
import { installOperator, ownManager } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import type { OwnType } from '../rig/crd.ts'
import { api } from '../rig/rig.ts'

const LOOK_MILLISECONDS = 150

/** An operator that removes its finalizer from what is deleted, as long as its Pod is there and it is not told to rest. */
export interface ActingOperator extends AsyncDisposable {
  readonly finalizer: string
  isResting: boolean
}

/** Installs the operator of a type, and does its work. */
export async function actingOperator(type: OwnType, namespace: string): Promise<ActingOperator> {
  const name = ownManager(type)
  await installOperator({ type, namespace, name, state: 'running' })
  const over = new AbortController()
  const operator = { finalizer: `${type.group}/cleanup`, isResting: false }
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace } }
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      if (!operator.isResting && (await api.get(pod)) !== undefined) await release(type, name, operator.finalizer)
      await pause(LOOK_MILLISECONDS, undefined, { signal: over.signal }).catch(() => {})
    }
  }
  const worked = work()
  return Object.assign(operator, {
    async [Symbol.asyncDispose]() {
      over.abort()
      await worked
    },
  })
}

async function release(type: OwnType, manager: string, finalizer: string): Promise<void> {
  const path = `/apis/${type.apiVersion}/${type.plural}`
  const { status, body } = await api.raw('GET', path)
  if (status !== 200) return
  const { items } = JSON.parse(body) as { items: readonly Thing[] }
  for (const { metadata } of items) {
    const { deletionTimestamp, finalizers, namespace, name } = metadata
    if (deletionTimestamp === undefined || !finalizers?.includes(finalizer)) continue
    const left = finalizers.filter((each: string) => each !== finalizer)
    const own = `/apis/${type.apiVersion}/namespaces/${namespace}/${type.plural}/${name}?fieldManager=${manager}`
    await api.raw('PATCH', own, { metadata: { finalizers: left } }, { 'content-type': 'application/merge-patch+json' })
  }
}
