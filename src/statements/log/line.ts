export type Level = 'error' | 'warn' | 'info' | 'debug'

/** What a program logged at one moment, whatever form its logger writes. */
export interface LogLine {
  /** In ms: by whoever kept the log, where that tells; else as the line says itself. */
  readonly at: number | undefined
  /** undefined where it says none. */
  readonly level: Level | undefined
  /** The part of the program that speaks; '' where it does not say. */
  readonly logger: string
  readonly message: string
  /** What went wrong, where that stands apart from the message; else ''. */
  readonly error: string
  /** What else it tells, by name; what stands in a record has the path of it: `Widget.name`. */
  readonly fields: ReadonlyMap<string, string>
  /** Whether a stack trace follows, or stands in it. */
  readonly hasStack: boolean
}

/** A line as it was read: no longer than `MAX_LINE` characters of it are looked at. */
export interface RawLine {
  /** In ms, by the kubelet that kept it. */
  readonly at?: number | undefined
  readonly text: string
}

/** The parts that a form of logger finds in a line; what it does not find is left out. */
export interface Parts {
  readonly at?: number | undefined
  readonly level?: Level | undefined
  readonly logger?: string | undefined
  readonly message: string
  readonly error?: string | undefined
  readonly fields?: ReadonlyMap<string, string>
  readonly hasStack?: boolean
}
