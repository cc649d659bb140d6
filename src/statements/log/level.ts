import type { Level } from './line.ts'

/** What loggers call the levels: zap, logrus, slog, klog, zerolog, log4j, Python's logging. */
const LEVELS: Readonly<Record<Level, string>> = {
  error: 'error err e eror fatal ftl f panic pnc dpanic critical crit c severe alert emerg',
  warn: 'warn warning w wrn',
  info: 'info information i inf notice n',
  debug: 'debug d dbg trace trc t verbose fine finest',
}

const byName = new Map(
  Object.entries(LEVELS).flatMap(([level, names]) => names.split(' ').map(name => [name, level as Level])),
)

/** The level of a word or a number: pino and bunyan count up by tens, slog adds to a name (`ERROR+2`). */
export function levelOf(word: string): Level | undefined {
  const number = Number(word)
  if (word !== '' && number >= 10)
    return number >= 50 ? 'error' : number >= 40 ? 'warn' : number >= 30 ? 'info' : 'debug'
  return byName.get(word.trim().toLowerCase().split(/[+-]/)[0]!)
}
