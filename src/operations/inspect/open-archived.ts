import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { rfc3339 } from '../../api/rfc3339.ts'
import { visible } from '../../api/visible.ts'
import { endable } from '../../endable.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Clock } from '../../terminal.ts'
import type { Session } from '../ports.ts'

/** How many parts of a dump that could not be read are named before the rest is counted. */
const NAMED_WARNINGS = 5

/**
 * Opens a recording or a dump in place of a cluster, and says what of it could not be read. Rejects with ApiFailure.
 * Modules that read archives are loaded only here. With `readStdin`, `-` and pipes are read too.
 */
export async function openArchived(
  path: string,
  namespace: string | undefined,
  clock: Clock,
  say: (warning: Sentence) => void,
  readStdin?: () => AsyncIterable<Uint8Array>,
): Promise<Session> {
  const { openArchive } = await import('../../cluster/archive/open-archive.ts')
  const { playback } = await import('../../cluster/archive/playback.ts')
  const { breathing } = await import('../../cluster/archive/breathing.ts')
  const { builtinTypes } = await import('../../sandbox/types/builtin.ts')
  const piped = readStdin && (await pipedFrom(path, readStdin))
  const archive = await openArchive(path, builtinTypes, clock.now(), undefined, piped)
  const { takenAt, isUndated, what, warnings, warningsMore } = archive
  for (const warning of someWarnings(warnings, warningsMore)) say(warning)
  if (isUndated) say(message('DumpHasNoTime', { time: rfc3339(takenAt) }))
  return {
    transport: breathing(playback(archive)),
    namespace: namespace || archive.namespace,
    place: `${what} ${visible(path)}`,
    takenAt,
    isUndated,
  }
}

/** All that a pipe, or stdin as `-`, gives; undefined for a file or a folder. A signal ends it. */
async function pipedFrom(path: string, readStdin: () => AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  if (path !== '-' && !(await stat(path).catch(() => undefined))?.isFIFO()) return undefined
  const { whole, MAX_FILE_BYTES } = await import('../../cluster/archive/dump/entry.ts')
  return endable(() =>
    whole(path === '-' ? readStdin() : createReadStream(path), () => {
      throw new Error(`${path} is larger than ${MAX_FILE_BYTES >> 20} MiB`)
    }),
  )
}

function someWarnings(warnings: readonly string[], more: number): readonly Sentence[] {
  const named = warnings.slice(0, NAMED_WARNINGS).map(what => message('PartNotRead', { what }))
  const rest = warnings.length - named.length + more
  return rest > 0 ? [...named, message('MorePartsNotRead', { parts: rest })] : named
}
