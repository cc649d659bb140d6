import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../control-plane/until.ts'
import { installOperator, ownManager, podSpecOf, runPod } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import type { OwnType } from '../rig/crd.ts'
import { api } from '../rig/rig.ts'

const LOOK_MILLISECONDS = 150

/** An operator that removes its finalizer from what is deleted, as long as its Pod is there and it is not told to rest. */
export interface ActingOperator extends AsyncDisposable {
  readonly finalizer: string
  isResting: boolean
  /** After so many objects its Pod is gone. */
  lives: number
  /** Its Pod is there again, and it has lives without end. */
  revive(): Promise<void>
}

/** Installs the operator of a type, and does its work: as a Pod, or as a Deployment whose Pod a controller has to create. */
export async function actingOperator(
  type: OwnType,
  namespace: string,
  { as = 'Pod' }: { as?: 'Pod' | 'Deployment' } = {},
): Promise<ActingOperator> {
  const name = ownManager(type)
  await installOperator({ type, namespace, name, state: as === 'Pod' ? 'running' : 'scaledDown' })
  const podNow = async (): Promise<Thing | undefined> => {
    const pods = await api.list({ apiVersion: 'v1', kind: 'Pod', namespace })
    const own = pods.find(({ spec, metadata }) => spec.serviceAccountName === name && !metadata.deletionTimestamp)
    return own && { ...own, apiVersion: 'v1', kind: 'Pod' }
  }
  if (as === 'Deployment') {
    await api.patch(
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace } },
      { spec: { replicas: 1 } },
    )
    await runPod(await until(podNow, { what: `a Pod of ${name}`, deadlineSeconds: 60 }))
  }
  const over = new AbortController()
  const operator = {
    finalizer: `${type.group}/cleanup`,
    isResting: false,
    lives: Number.POSITIVE_INFINITY,
    async revive() {
      operator.lives = Number.POSITIVE_INFINITY
      await runPod(
        await api.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace }, spec: podSpecOf(name) }),
      )
    },
  }
  const look = async (): Promise<void> => {
    const pod = await podNow()
    if (operator.isResting || pod === undefined) return
    const released = await release(type, name, operator.finalizer, operator.lives)
    // It may have been set meanwhile.
    operator.lives -= released
    if (operator.lives <= 0) await api.delete(pod)
  }
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await look()
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

/** How many objects it lets go, `most` at most. */
async function release(type: OwnType, manager: string, finalizer: string, most: number): Promise<number> {
  const path = `/apis/${type.apiVersion}/${type.plural}`
  const { status, body } = await api.raw('GET', path)
  if (status !== 200) return 0
  const { items } = JSON.parse(body) as { items: readonly Thing[] }
  const waiting = items.filter(
    ({ metadata: { deletionTimestamp, finalizers } }) =>
      deletionTimestamp !== undefined && finalizers?.includes(finalizer),
  )
  let released = 0
  for (const { metadata } of waiting.slice(0, most)) {
    const { finalizers, namespace, name } = metadata
    const left = finalizers.filter((each: string) => each !== finalizer)
    const own = `/apis/${type.apiVersion}/namespaces/${namespace}/${type.plural}/${name}?fieldManager=${manager}`
    const patch = { metadata: { finalizers: left } }
    const done = await api.raw('PATCH', own, patch, { 'content-type': 'application/merge-patch+json' })
    if (done.status < 300) released++
  }
  return released
}
