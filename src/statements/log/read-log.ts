import { logFields } from '../words/log-fields.ts'
import { continues, isInPython, isMoreOf, isOfTrace, withoutStack, withThrown } from './continuation.ts'
import { jsonLine, NAMES, partsOf, timeIn, withTail } from './fields.ts'
import { type LogLine, levelOf, type Parts, type RawLine } from './line.ts'
import { pairsIn, wordAt } from './pairs.ts'

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

/** `E0612 10:00:00.000000       1 file.go:1] `: the level, and what follows. A year it does not say. */
const HEADER = /^([IWEF])\d{4} \d\d:\d\d:\d\d(?:\.\d{1,9})?\s{1,20}\d{1,10} [^\s\]]{1,200}\] ?/

const ERRORS = NAMES.filter(({ part }) => part === 'error').map(({ name }) => name)

/** A line of klog or glog: a message as it is, or a quoted one with pairs behind it. */
function klogLine(text: string): Parts | undefined {
  const [header, level] = HEADER.exec(text) ?? []
  if (header === undefined || level === undefined) return undefined
  const rest = text.slice(header.length)
  const first = rest.startsWith('"') && !rest.startsWith('"msg"=') ? wordAt(rest, 0, '') : undefined
  // `"A" controller failed to sync "b", err: …` is a plain message (openshift/library-go:pkg/controller/factory).
  const quoted = first !== undefined && /^(?: *$| +"?[\w.-]{1,200}"?=)/.test(rest.slice(first.end)) ? first : undefined
  const { before, fields } = pairsIn(quoted === undefined ? rest : rest.slice(quoted.end))
  // klogr: the logger, then `"msg"="…"` among the pairs.
  const told = fields.get('msg')
  const isPlain = quoted === undefined && told === undefined
  const error = isPlain ? undefined : ERRORS.map(name => fields.get(name)).find(value => value !== undefined)
  return {
    level: levelOf(level),
    message: quoted?.text ?? told ?? rest,
    logger: told === undefined ? (fields.get('logger') ?? '') : before,
    error,
    fields: new Map([...fields].filter(([name]) => name !== 'msg' && !(ERRORS as readonly string[]).includes(name))),
    hasStack: fields.has('stacktrace'),
  }
}

const MAX_VALUE = 100

/**
 * The same lines, with a value of several lines as a quoted one: klog writes `err=<`, each line behind a tab, and ` >`
 * before the next pair (kubernetes/klog:internal/serialize/keyvalues.go, writeStringValue).
 */
function withValuesInOneLine(raw: readonly RawLine[]): readonly RawLine[] {
  if (!raw.some(({ text }) => text.endsWith('=<'))) return raw
  const lines: RawLine[] = []
  for (let index = 0; index < raw.length; index++) {
    let { at, text } = raw[index]!
    while (text.endsWith('=<')) {
      const value: string[] = []
      while (value.length < MAX_VALUE && raw[index + 1]?.text.startsWith('\t')) value.push(raw[++index]!.text.trim())
      const end = raw[index + 1]?.text.startsWith(' >') ? raw[++index]!.text.slice(' >'.length) : ''
      text = `${text.slice(0, -'<'.length)}${JSON.stringify(value.join(' '))}${end}`
    }
    lines.push({ at, text })
  }
  return lines
}

/** `2026-06-12 10:00:00,123`, `[2026-06-12T10:00:00Z]`, `2026/06/12 10:00:00`. */
const TIME = /^\[?(\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d)(?:[.,]\d{1,9})?(Z|[+-]\d\d:?\d\d)?\]?/
/** Where a level stands, as its own word. */
const LEVEL =
  /(?:^|[\s[|:(-])(ERROR?|ERR|WARN|WARNING|WRN|INFO|INF|DEBUG?|DBG|TRACE?|TRC|FATAL?|FTL|PANI|PNC|CRITICAL|SEVERE|NOTICE)(?=$|[\s[\]|:)!-])/
/** `E | op-mon: ` (coreos/pkg:capnslog/formatters.go, StringFormatter.Format). */
const LETTER = /^ ([CEWNIDT])(?= \|)/
/** As far as one is sought. */
const HEAD = 120
/** `[io.jav.EventProcessor] (ReconcilerExecutor-a-1) `: logger and thread (JBoss LogManager, the format of Quarkus). */
const THREAD = /^ ?\[([\w.$]{1,200})\] \(([^()]{1,200})\) /

/** Any other line: a time, a level and a logger, if any, then text with pairs or a JSON object. Never undefined. */
function plainLine(text: string): Parts {
  const [time = '', day, zone] = TIME.exec(text) ?? []
  const rest = text.slice(time.length)
  const found = LETTER.exec(rest) ?? LEVEL.exec(rest.slice(0, HEAD))
  const said = found === null ? rest : rest.slice(found.index + found[0].length)
  const before = found === null ? '' : rest.slice(0, found.index)
  const [ofThread = '', logger, thread = ''] = THREAD.exec(said) ?? []
  const { text: message, fields } = withTail(withoutEdges(said.slice(ofThread.length)))
  // Java Operator SDK names a thread after what runs in it.
  const controller = thread.split('-').find(word => logFields.has('suffix', word))
  // `panic: runtime error`, `fail: Operator[0]` of .NET: the only lower-case words that stand for a level.
  const level = levelOf(
    found?.[1] ?? (/^(?:panic|fatal error|fatal|error|fail|crit|failed(?=: \[)): /i.test(message) ? 'error' : ''),
  )
  // `fatal: [localhost]: FAILED! => {"msg": "…"}`: Ansible's result, of which other fields tell what was called.
  const thrown = ['msg', 'module_stderr'].flatMap(name => fields.get(name) ?? [])
  const error = level === 'error' && thrown.length > 0 ? thrown.join('\n') : undefined
  return {
    at: day === undefined ? undefined : timeIn(`${day.replaceAll('/', '-').replace(' ', 'T')}${zone ?? 'Z'}`),
    level,
    logger: controller ?? logger ?? withoutEdges(before),
    message,
    error,
    fields: new Map([...pairsIn(message).fields, ...(error === undefined ? fields : [])]),
    hasStack: false,
  }
}

const EDGE = /[\s\]|:)(!-]/

/** Without what stands between the parts of a line. */
function withoutEdges(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && EDGE.test(text[from]!)) from++
  while (to > from && /[\s|:(-]/.test(text[to - 1]!)) to--
  return text.slice(from, to)
}
