/** One file of an archive. */
export interface Entry {
  /** A plain name: archives have no folders. */
  readonly name: string
  readonly executable: boolean
  readonly bytes: Buffer
}

/** The modification time of each file: the earliest that both archive formats support, so that the same files make the same archive. */
export const TIME = new Date('1980-01-01T00:00:00Z')

export const modeOf = ({ executable }: Entry): number => (executable ? 0o755 : 0o644)
