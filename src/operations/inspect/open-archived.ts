import { visible } from '../../api/visible.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Clock } from '../../terminal.ts'
import type { Session } from '../ports.ts'

/** How many parts of a dump that could not be read are named before the rest is counted. */
const NAMED_WARNINGS = 5

/**
 * Opens a recording or a dump in place of a cluster, and says what of it could not be read. Rejects with ApiFailure.
 * Modules that read archives are loaded only here.
 */
export async function openArchived(
  path: string,
  namespace: string | undefined,
  clock: Clock,
  say: (warning: Sentence) => void,
): Promise<Session> {
  const { openArchive } = await import('../../cluster/archive/open-archive.ts')
  const { playback } = await import('../../cluster/archive/playback.ts')
  const { breathing } = await import('../../cluster/archive/breathing.ts')
  const { builtinTypes } = await import('../../sandbox/types/builtin.ts')
  const archive = await openArchive(path, builtinTypes, clock.now())
  const { takenAt, isUndated, what, warnings, warningsMore } = archive
  for (const warning of someWarnings(warnings, warningsMore)) say(warning)
  return {
    transport: breathing(playback(archive)),
    namespace: namespace || archive.namespace,
    place: `${what} ${visible(path)}`,
    takenAt,
    isUndated,
  }
}

function someWarnings(warnings: readonly string[], more: number): readonly Sentence[] {
  const named = warnings.slice(0, NAMED_WARNINGS).map(what => message('PartNotRead', { what }))
  const rest = warnings.length - named.length + more
  return rest > 0 ? [...named, message('MorePartsNotRead', { parts: rest })] : named
}
