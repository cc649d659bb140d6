/** Where something was written: the file or object as the user knows it, and the line in it. */
export interface Place {
  readonly file: string
  readonly line?: number | undefined
  /** What names the place where there is no line: `spec.config.deletionGroups[1]`. */
  readonly path?: string | undefined
}

/** Deletion groups that cannot be run as they are written. Thrown while reading, so before anything is deleted. */
export class GroupsError extends Error {
  readonly line: number | undefined

  /** `problem` says what is wrong and what to do about it. */
  constructor(place: Place, problem: string) {
    super(`${describePlace(place, problem)}: ${problem}`)
    this.name = 'GroupsError'
    this.line = place.line
  }
}

/** What is written is right, and it is for another kind of resource than the one that is asked for. */
export class OtherKindError extends GroupsError {}

/** A problem that begins with the path itself does not get it twice. */
export function describePlace({ file, line, path }: Place, problem = ''): string {
  if (line !== undefined) return `${file}:${line}`
  return path && !problem.startsWith(path) ? `${file}: ${path}` : file
}
