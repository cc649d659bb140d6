import { stat } from 'node:fs/promises'
import type { ResourceType } from '../../api/resource-type.ts'
import { describeFileError } from '../kubeconfig/file-reader.ts'
import { MAX_FILES } from './dump/entry.ts'
import { startOf } from './dump/start-of.ts'
import type { Archive } from './playback.ts'
import { archiveOf } from './recording.ts'
import { beginsRecording, readRecording } from './recording-file.ts'

export interface OpenedArchive extends Archive {
  /** Where -n is not given. */
  readonly namespace: string
  /** One line for each part that could not be read, and how many more there are. */
  readonly warnings: readonly string[]
  readonly warningsMore: number
}

/**
 * Reads a recording or a dump, told apart by content. `builtin` are the types that every cluster serves. Rejects with
 * an Error that says what is wrong with it. Nothing is written. `piped` is what was read of a pipe of that name.
 */
export async function openArchive(
  path: string,
  builtin: readonly ResourceType[],
  now: Date,
  maxFiles = MAX_FILES,
  piped?: Uint8Array,
): Promise<OpenedArchive> {
  try {
    if (await isRecording(path, piped)) {
      const recording = await readRecording(path, piped)
      return { ...archiveOf(recording), namespace: recording.head.contextNamespace, warnings: [], warningsMore: 0 }
    }
    const { readDump } = await import('./dump/read-dump.ts')
    const { skipped, skippedMore, ...archive } = await readDump(path, builtin, now, maxFiles, piped)
    const warnings = skipped.map(({ path, why }) => `${path}: ${why}`)
    return { ...archive, namespace: 'default', warnings, warningsMore: skippedMore }
  } catch (error) {
    const { code, errno, path: at = path } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`the path "${path}" does not exist`, { cause: error })
    if (code?.startsWith('Z_')) throw new Error(`${path} is corrupt: it cannot be decompressed`, { cause: error })
    throw errno === undefined ? error : new Error(describeFileError(at, error), { cause: error })
  }
}

async function isRecording(path: string, piped: Uint8Array | undefined): Promise<boolean> {
  const isFile = piped !== undefined || (await stat(path)).isFile()
  return isFile && beginsRecording((await startOf(path, piped)).text)
}
