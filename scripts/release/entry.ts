/** One file of an archive. */
export interface Entry {
  /** A plain name: archives have no folders. */
  readonly name: string
  readonly executable: boolean
  readonly bytes: Buffer
}

/** Each file's time: the earliest that both kinds of archive can say, so that the same files make the same archive. */
export const TIME = new Date('1980-01-01T00:00:00Z')

export const modeOf = ({ executable }: Entry): number => (executable ? 0o755 : 0o644)
