import { basename } from 'node:path'

export interface Schedule {
  readonly together: readonly string[]
  readonly alone: readonly string[]
}

/**
 * Parts of the paths of files that run long, end-to-end ones over half a minute, the longest first. Started last, one of
 * them would run alone at the end. Those of faults are apart from each other: each of them runs eight programs at once.
 */
const LONG = [
  '/rescue/controllers.',
  'test/counted-steps.',
  'test/corpus/',
  '/commands/printed-commands.',
  '/commands/from-dump.',
  '/scripts/run-file.',
  '/rescue/interrupted.',
  '/explain/forged.',
  '/faults/namespace.',
  '/explain/api-servers.',
  '/explain/incidents.',
  '/faults/between.',
  '/rescue/custom.',
  '/explain/stored-objects.',
  '/namespace/content.',
  '/faults/replay.',
  '/explain/way-out.',
  '/explain/pods',
  '/log/killed.',
  '/faults/cure.',
  '/rescue/',
  '/faults/restore.',
  '/explain/switched-off.',
  '/explain/controller-manager.',
  '/explain/unreadable-apis.',
  '/explain/teardown.',
  '/faults/delete.',
  '/preflight/',
  '/delete/delete.',
  '/namespace/',
  '/faults/remove.',
  '/explain/mixed.',
  '/explain/asked-in-vain.',
  '/explain/rights.',
  '/replay/',
  '/watch/',
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
