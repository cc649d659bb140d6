import type { KubeObject } from '../../api/object.ts'
import { timestamp } from '../clock.ts'

/**
 * The first DELETE that cannot end an object: deletionTimestamp now, no grace, and a new generation
 * (kubernetes-deletion.md 1.2).
 */
export function markAsDeleting(object: KubeObject, now: number): KubeObject {
  const { deletionTimestamp, generation } = object.metadata
  const first = deletionTimestamp === undefined
  return {
    ...object,
    metadata: {
      ...object.metadata,
      ...(first && generation !== undefined && generation > 0 && { generation: generation + 1 }),
      deletionTimestamp: first || Date.parse(deletionTimestamp) > now ? timestamp(now) : deletionTimestamp,
      deletionGracePeriodSeconds: 0,
    },
  }
}
