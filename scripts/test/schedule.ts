import { basename } from 'node:path'

export interface Schedule {
  readonly together: readonly string[]
  readonly alone: readonly string[]
}

/** Parts of the paths of files that run for minutes, the longest first. Started last, one of them would run alone at the end. */
const LONG = [
  '/rescue/controllers.',
  'test/counted-steps.',
  'test/corpus/',
  '/faults/namespace.',
  '/faults/replay.',
  '/log/killed.',
  '/faults/cure.',
  '/rescue/interrupted.',
  '/explain/incidents.',
  '/namespace/content.',
  '/explain/stored-objects.',
  '/faults/',
  '/explain/mixed.',
  '/namespace/controller.',
  '/rescue/',
  '/explain/controller-manager.',
  '/explain/pods',
]

/**
 * A part of the files, each of which is in just one of `parts`: that of `turn`, which may be any whole number. Files that take
 * minutes are spread over the parts as the others are.
 */
export function share(files: readonly string[], parts: number, turn: number): readonly string[] {
  return files.toSorted().filter((_, index) => index % parts === turn % parts)
}

/**
 * The long ones come first. A file called `….alone.….ts` disturbs what files share (an APIService without a server stops
 * the deletion of every namespace of its cluster): it is alone in its cluster.
 */
export function schedule(files: readonly string[]): Schedule {
  const isAlone = (file: string) => basename(file).includes('.alone.')
  const rank = (file: string) => [...LONG, ''].findIndex(part => file.includes(part))
  const together = files.filter(file => !isAlone(file)).toSorted((a, b) => rank(a) - rank(b))
  return { together, alone: files.filter(isAlone) }
}
