import { continues, isInPython, isMoreOf, isOfTrace, withoutStack, withThrown } from './continuation.ts'
import { partsOf, timeIn } from './fields.ts'
import { jsonLine, withTail } from './json.ts'
import { klogLine, withValuesInOneLine } from './klog.ts'
import { levelOf } from './level.ts'
import type { LogLine, Parts, RawLine } from './line.ts'
import { pairsIn } from './pairs.ts'
import { plainLine } from './plain.ts'

/** So many characters of a line are looked at, and so many of the newest lines. */
const MAX_LINE = 16_384
const MAX_LINES = 20_000
/** A message that is longer than this gets no more of the lines under it. */
const MAX_CONTINUED = 1000
/** Colours of a terminal. */
const COLOURS = /\u001b\[[\d;]{0,20}m/g

/** The surest first: what none of the others knows is a plain one. */
const FORMS: readonly ((text: string) => Parts | undefined)[] = [jsonLine, klogLine, consoleLine, logfmtLine]

/** The lines of a log, oldest first as they were read; a stack trace belongs to the line before it. */
export function readLog(raw: readonly RawLine[]): readonly LogLine[] {
  const lines: LogLine[] = []
  let isTrace = false
  let isPython = false
  let hasError = false
  for (const { at, text: whole } of withValuesInOneLine(raw.slice(-MAX_LINES))) {
    const text = whole.slice(0, MAX_LINE).replaceAll(COLOURS, '').trimEnd()
    const last = lines.at(-1)
    if (last !== undefined && continues(text, isTrace || last.level === 'error', isPython)) {
      isTrace ||= isOfTrace(text)
      lines[lines.length - 1] = continued(last, text, isTrace, { hasError, isPython })
      isPython = isInPython(text, isPython)
      continue
    }
    isTrace = false
    isPython = false
    const parts = FORMS.reduce<Parts | undefined>((found, form) => found ?? form(text), undefined) ?? plainLine(text)
    lines.push(lineOf(parts, at))
    hasError = lines.at(-1)!.error !== ''
  }
  return lines
}

function lineOf(
  { at: own, level, logger = '', message, error = '', fields, hasStack = false }: Parts,
  at?: number,
): LogLine {
  const said = { message: withoutStack(message), error: withoutStack(error) }
  const isLong = hasStack || said.message !== message
  return { at: at ?? own, level, logger, ...said, fields: fields ?? NONE, hasStack: isLong }
}

const NONE: ReadonlyMap<string, string> = new Map()

/**
 * An indented line under an error, of no trace, is more of it: the lists of Go's `multierr` and of Terraform. An error
 * of the line itself counts before those of a trace.
 */
function continued(
  last: LogLine,
  text: string,
  isTrace: boolean,
  is: { hasError: boolean; isPython: boolean },
): LogLine {
  if (!isTrace && last.level === 'error' && last.message.length < MAX_CONTINUED && isMoreOf(text))
    return { ...last, message: `${last.message} ${text.trim()}` }
  const isMore = !is.hasError && last.error.length < MAX_CONTINUED
  const error = isMore ? withThrown(last.error, text, last.message, is.isPython) : last.error
  return last.error === error && last.hasStack === isTrace
    ? last
    : { ...last, error, hasStack: last.hasStack || isTrace }
}

/** A line of pairs alone: logrus, slog's TextHandler, go-kit/log. */
function logfmtLine(text: string): Parts | undefined {
  // Of most other lines this is told without reading them.
  const first = text.indexOf('=')
  if (first < 1 || first > 40) return undefined
  const { before, fields } = pairsIn(text)
  return before === '' ? partsOf(fields) : undefined
}

/** `widget/controller.go:12` */
const CALLER = /^[^\s:]{1,200}\.go:\d{1,6}$/

/** A line of zap's console: time, level, logger, where in the program, message and a JSON object, between tabs. */
function consoleLine(text: string): Parts | undefined {
  const [time = '', word = '', ...rest] = text.split('\t')
  const at = timeIn(time.trim())
  const level = levelOf(word)
  if (at === undefined || level === undefined || rest.length === 0) return undefined
  const { fields } = withTail(rest.at(-1)!)
  const said = fields.size > 0 ? rest.slice(0, -1) : rest
  const names = said.slice(0, -1).filter(each => !CALLER.test(each))
  // The message may be a title, and what it says a field (hashicorp/hcp-terraform-operator#299).
  const message = [said.at(-1), fields.get('msg'), fields.get('message')].filter(text => text).join(': ')
  const parts = partsOf(new Map([...fields, ['msg', message]]))
  return parts && { ...parts, at, level, logger: names[0] ?? '' }
}
