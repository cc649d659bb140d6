import type { ResourceType } from '../../api/resource-type.ts'
import type { Archive } from './playback.ts'
import { archiveOf } from './recording.ts'
import { readRecording } from './recording-file.ts'

export interface OpenedArchive extends Archive {
  /** Where -n is not given. */
  readonly namespace: string
}

/** Reads a recording or a dump. Rejects with an Error that says what is wrong with it. Nothing is written. */
export async function openArchive(path: string, _builtin: readonly ResourceType[]): Promise<OpenedArchive> {
  const recording = await readRecording(path)
  return { ...archiveOf(recording), namespace: recording.head.contextNamespace }
}
