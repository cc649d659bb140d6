import { claims, claimsOf } from '../claims.ts'
import type { Quote } from '../quote.ts'
import { says } from '../wording.ts'
import { logWords } from '../words/log.ts'

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

/**
 * What a line says of the object that it names. `failing`: an error that keeps its deletion from completing; `counted`:
 * how much is left; `works`: that it is being deleted; `other`: nothing of its deletion.
 */
export type Meaning = 'failing' | 'paused' | 'outOfScope' | 'perhapsOutOfScope' | 'counted' | 'works' | 'other'

/** The words of a line, message and error, as claims are read from them. */
export function wordsOf({ message, error }: LogLine): Quote {
  const fact = [message, error].filter(text => text !== '').join(': ')
  return { fact, source: 'logs' }
}

/** By the line's own level: what an error quotes says nothing of scopes and pauses, as anyone may have written it. */
export function meaningOf(line: LogLine): Meaning {
  const words = wordsOf(line)
  if (isError(line, words)) return claims('passing error')(words) || claims('passed over')(words) ? 'other' : 'failing'
  const message: Quote = { fact: line.message, source: 'logs' }
  if (claims('all paused')(message)) return 'paused'
  const [scope] = claimsOf('out of scope', [message])
  if (scope !== undefined) return scope.perhaps ? 'perhapsOutOfScope' : 'outOfScope'
  if (claims('counted')(message)) return 'counted'
  return says('deletion', message.fact) && !saysNotDeleting(line) ? 'works' : 'other'
}

/** Whether it says, as no error, that it does not delete the object. */
export function saysNotDeleting({ level, message }: LogLine): boolean {
  return level !== 'error' && logWords.has('not deleting', message)
}

/** By its level; without one, and of a warning, by its words. Crossplane and KubeBlocks log errors at other levels. */
function isError({ level, error }: LogLine, { fact }: Quote): boolean {
  if (level === 'error') return true
  if (level === 'warn' || level === undefined) return error !== '' || says('failure', fact)
  const isTold = error !== '' || (level === 'info' && logWords.has('plain error', fact))
  return isTold && !claims('out of scope')({ fact, source: 'logs' })
}

/** What loggers call the levels: zap, logrus (whole, and of four letters), slog, klog, zerolog, log4j, Python, .NET. */
const LEVELS: Readonly<Record<Level, string>> = {
  error: 'error err e eror erro fail fatal ftl f fata panic pnc pani dpanic critical crit c severe alert emerg',
  warn: 'warn warning w wrn',
  info: 'info information i inf notice n 0',
  debug: 'debug debu d dbg dbug trace trac trc trce t verbose fine finest',
}

const byName = new Map(
  Object.entries(LEVELS).flatMap(([level, names]) => names.split(' ').map(name => [name, level as Level])),
)

/** zap's word for `V(2)` (uber-go/zap:zapcore/level.go, String). */
const VERBOSE = /^level\((-\d{1,3})\)$/i

/**
 * The level of a word or a number: pino and bunyan count up by tens, zap counts down from 0, which is logr's V(0), and
 * slog adds to a name (`ERROR+2`).
 */
export function levelOf(word: string): Level | undefined {
  const number = Number(VERBOSE.exec(word)?.[1] ?? word)
  if (number < 0) return 'debug'
  if (word !== '' && number >= 10)
    return number >= 50 ? 'error' : number >= 40 ? 'warn' : number >= 30 ? 'info' : 'debug'
  return byName.get(word.trim().toLowerCase().split(/[+-]/)[0]!)
}
