import type { ObjectMeta } from '../../api/object.ts'
import type { OrderedObject, WrittenOrder } from '../../api/written-order.ts'

const WAVE = 'argocd.argoproj.io/sync-wave'

/**
 * The sync waves of Argo CD, of each Application by itself: it deletes the highest first, each when all of the one
 * before are gone; an object without a number is of wave 0 (argo-cd controller/sort_delete.go; gitops-engine
 * pkg/sync/syncwaves).
 */
export function argocdWaves(objects: readonly OrderedObject[]): readonly WrittenOrder[] {
  const applications = Map.groupBy(objects, ({ meta }) => applicationOf(meta))
  return [...applications].flatMap(([application, all]) => {
    const marked = all.filter(({ meta }) => meta.annotations?.[WAVE] !== undefined)
    // Objects of no Application belong together only by having a wave.
    const members = application === '' || marked.length === 0 ? marked : all
    const waves = [...Map.groupBy(members, ({ meta }) => waveOf(meta))].toSorted(([a], [b]) => b - a)
    if (waves.length < 2) return []
    return [
      waves.map(([wave, same]) => ({
        uids: same.map(({ meta }) => meta.uid),
        says: `Argo CD sync wave ${wave}, before lower ones`,
      })),
    ]
  })
}

/** As Go reads a number: what is none counts for 0. */
function waveOf({ annotations }: ObjectMeta): number {
  const text = annotations?.[WAVE] ?? ''
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : 0
}

function applicationOf({ annotations, labels }: ObjectMeta): string {
  const [tracked] = annotations?.['argocd.argoproj.io/tracking-id']?.split(':') ?? []
  return tracked ?? labels?.['argocd.argoproj.io/instance'] ?? labels?.['app.kubernetes.io/instance'] ?? ''
}
