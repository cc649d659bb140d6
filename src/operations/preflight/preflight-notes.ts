import { commentary } from '../../render/commentary.ts'
import type { PreflightResult } from './preflight-cluster.ts'

/** What has to be said beside a preflight: what could not be read, and whether it was interrupted. */
export function preflightNotes({ preflight, interrupted, reading }: PreflightResult): readonly string[] {
  const { unreadable } = preflight
  return commentary({
    unreadable,
    interrupted,
    typesRead: reading.types,
    namespace: undefined,
    empty: false,
    nothingRead: false,
  })
}
