import { logFields } from '../words/log-fields.ts'
import { timeIn } from './fields.ts'
import { withTail } from './json.ts'
import { levelOf } from './level.ts'
import type { Parts } from './line.ts'
import { pairsIn } from './pairs.ts'

/** `2026-06-12 10:00:00,123`, `[2026-06-12T10:00:00Z]`, `2026/06/12 10:00:00`. */
const TIME = /^\[?(\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d)(?:[.,]\d{1,9})?(Z|[+-]\d\d:?\d\d)?\]?/
/** Where a level stands, as its own word. */
const LEVEL =
  /(?:^|[\s[|:(-])(ERROR|ERR|WARN|WARNING|WRN|INFO|INF|DEBUG|DBG|TRACE|TRC|FATAL|FTL|PNC|CRITICAL|SEVERE|NOTICE)(?=$|[\s\]|:)-])/
/** `E | op-mon: ` (coreos/pkg:capnslog/formatters.go, StringFormatter.Format). */
const LETTER = /^ ([CEWNIDT])(?= \|)/
/** As far as one is sought. */
const HEAD = 120
/** `[io.jav.EventProcessor] (ReconcilerExecutor-a-1) `: logger and thread (JBoss LogManager, the format of Quarkus). */
const THREAD = /^ ?\[([\w.$]{1,200})\] \(([^()]{1,200})\) /

/** Any other line: a time, a level and a logger, if any, then text with pairs or a JSON object. Never undefined. */
export function plainLine(text: string): Parts {
  const [time = '', day, zone] = TIME.exec(text) ?? []
  const rest = text.slice(time.length)
  const found = LETTER.exec(rest) ?? LEVEL.exec(rest.slice(0, HEAD))
  const said = found === null ? rest : rest.slice(found.index + found[0].length)
  const before = found === null ? '' : rest.slice(0, found.index)
  const [ofThread = '', logger, thread = ''] = THREAD.exec(said) ?? []
  const { text: message, fields } = withTail(withoutEdges(said.slice(ofThread.length)))
  // Java Operator SDK names a thread after what runs in it.
  const controller = thread.split('-').find(word => logFields.has('suffix', word))
  return {
    at: day === undefined ? undefined : timeIn(`${day.replaceAll('/', '-').replace(' ', 'T')}${zone ?? 'Z'}`),
    level: found === null ? lowerLevel(message) : levelOf(found[1]!),
    logger: controller ?? logger ?? withoutEdges(before),
    message,
    fields: new Map([...pairsIn(message).fields, ...fields]),
    hasStack: false,
  }
}

/** `panic: runtime error`, `error: cannot`: the only lower-case words that stand for a level. */
function lowerLevel(message: string): Parts['level'] {
  return /^(?:panic|fatal error|fatal|error): /i.test(message) ? 'error' : undefined
}

const EDGE = /[\s\]|:)(-]/

/** Without what stands between the parts of a line. */
function withoutEdges(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && EDGE.test(text[from]!)) from++
  while (to > from && /[\s|:(-]/.test(text[to - 1]!)) to--
  return text.slice(from, to)
}
