import type { KubeObject } from './object.ts'

/** The volume that a claim is bound to; undefined: none, or this is no claim. */
export function volumeNameOf({ kind, apiVersion, spec }: KubeObject): string | undefined {
  const isClaim = kind === 'PersistentVolumeClaim' && apiVersion === 'v1'
  return isClaim ? (spec as { volumeName?: string } | undefined)?.volumeName || undefined : undefined
}
