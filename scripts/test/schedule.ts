import { basename } from 'node:path'

export interface Schedule {
  readonly together: readonly string[]
  readonly alone: readonly string[]
}

/**
 * A file called `….alone.….ts` disturbs what all files share (an APIService without a server stops the deletion of every
 * namespace of its cluster): it runs after the others, with nothing beside it.
 */
export function schedule(files: readonly string[]): Schedule {
  const isAlone = (file: string) => basename(file).includes('.alone.')
  return { together: files.filter(file => !isAlone(file)), alone: files.filter(isAlone) }
}
