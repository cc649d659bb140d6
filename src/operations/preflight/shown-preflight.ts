import type { ReadSummary } from '../../api/terminating.ts'
import { type Aim, commandFor } from '../../plan/aim.ts'
import type { Section } from '../../plan/sections.ts'
import type { PreflightResult } from './preflight-cluster.ts'

/** A preflight for people; `words` are those of the command line that asks for the same. */
export function shownPreflight(
  { preflight, objects }: Pick<PreflightResult, 'preflight' | 'objects'>,
  words: readonly string[],
  aim: Aim,
): Section {
  const everything = commandFor(aim, 'kubectl', 'finalize', 'preflight', ...words, '-o', 'json')
  return { part: 'preflight', preflight, objects, everything }
}

/** What has to be said beside the answer of a preflight. */
export function readFor({ preflight, interrupted, reading }: PreflightResult): ReadSummary {
  return { unreadable: preflight.unreadable, interrupted, typesRead: reading.types }
}
