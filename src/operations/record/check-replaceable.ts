import { stat } from 'node:fs/promises'
import { readRecording } from '../../cluster/archive/recording-file.ts'

/** Rejects with an Error where a file is in the way that is neither empty nor a recording: `record` replaces nothing else. */
export async function checkReplaceable(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || (found.isFile() && found.size === 0)) return
  try {
    if (found.isFile() && (await readRecording(path))) return
  } catch {}
  throw new Error(`${path} already exists and is not a recording: specify another file with -o`)
}
