import { until } from '../../control-plane/until.ts'
import type { Stage } from '../explain/stage.ts'
import type { Thing } from '../rig/api.ts'
import type { Ruled } from './world.ts'

/** Deletes a world and takes off what holds it. What admission asks goes first: it may refuse the rest. */
export async function endAll(
  remains: readonly Thing[],
  ruled: readonly Ruled[],
  places: readonly string[],
  { api }: Stage,
): Promise<void> {
  const isAdmission = ({ apiVersion }: Thing): boolean => apiVersion.startsWith('admissionregistration')
  const systems = ruled.flatMap(({ system }) => (system === undefined ? [] : [system]))
  const kinds = [
    ...ruled.map(({ type: { apiVersion, kind } }) => ({ apiVersion, kind })),
    ...[...places, ...systems].flatMap(namespace =>
      ['ConfigMap', 'Pod', 'PersistentVolumeClaim'].map(kind => ({ apiVersion: 'v1', kind, namespace })),
    ),
  ]
  for (const thing of remains.toSorted((a, b) => Number(isAdmission(b)) - Number(isAdmission(a))))
    await api.delete(thing).catch(() => {})
  const isGone = async () => {
    for (const kind of kinds) {
      for (const { metadata } of await api.list(kind).catch(() => [])) {
        if (metadata.deletionTimestamp === undefined) continue
        const thing = { ...kind, metadata }
        if (metadata.finalizers?.length > 0) await api.patch(thing, { metadata: { finalizers: null } }).catch(() => {})
        if (kind.kind === 'Pod') await api.delete(thing, { gracePeriodSeconds: 0 }).catch(() => {})
      }
    }
    const left = await Promise.all(remains.map(thing => api.get(thing).catch(() => undefined)))
    return left.every(thing => thing === undefined) ? true : undefined
  }
  await until(isGone, { what: 'a world to be gone', deadlineSeconds: 120, everyMilliseconds: 1000 })
}
