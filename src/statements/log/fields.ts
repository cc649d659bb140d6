import { parsedJson } from '../../api/parsed-json.ts'
import { recordOf } from '../statement.ts'
import { says } from '../wording.ts'
import { levelOf, type Parts } from './line.ts'

/** Records in a line deeper than this are not looked at, nor more names than this. */
const DEEPEST = 4
const MOST = 64

/** Under which names loggers write the parts of a line. */
// biome-ignore format: a table is read by its columns
export const NAMES = [
  { part: 'message', name: 'msg', source: 'uber-go/zap: NewProductionEncoderConfig; sirupsen/logrus: FieldKeyMsg; log/slog: MessageKey' },
  { part: 'message', name: 'message', source: 'rs/zerolog: MessageFieldName; logstash' },
  { part: 'message', name: '@message', source: 'hashicorp/go-hclog: JSON' },
  { part: 'message', name: 'M', source: 'uber-go/zap: NewDevelopmentEncoderConfig' },
  { part: 'message', name: 'event', source: 'hynek/structlog' },
  { part: 'message', name: 'fields.message', source: 'tokio-rs/tracing:tracing-subscriber/src/fmt/format/json.rs' },
  { part: 'message', name: 'Message', source: 'dotnet/runtime: JsonConsoleFormatter' },
  { part: 'message', name: 'body', source: 'open-telemetry/opentelemetry-specification: logs data model' },
  { part: 'level', name: 'level', source: 'uber-go/zap, sirupsen/logrus, log/slog' },
  { part: 'level', name: 'lvl', source: 'logfmt of go-kit/log' },
  { part: 'level', name: 'severity', source: 'Google Cloud Logging' },
  { part: 'level', name: '@level', source: 'hashicorp/go-hclog: JSON' },
  { part: 'level', name: 'L', source: 'uber-go/zap: NewDevelopmentEncoderConfig' },
  { part: 'level', name: 'log.level', source: 'Elastic Common Schema' },
  { part: 'level', name: 'levelname', source: "Python's logging" },
  { part: 'level', name: 'LogLevel', source: 'dotnet/runtime: JsonConsoleFormatter' },
  { part: 'level', name: 'severityText', source: 'open-telemetry/opentelemetry-specification: logs data model' },
  { part: 'logger', name: 'logger', source: 'uber-go/zap: NewProductionEncoderConfig' },
  { part: 'logger', name: 'logger_name', source: 'logstash' },
  { part: 'logger', name: 'loggerName', source: 'log4j2: JsonLayout' },
  { part: 'logger', name: 'log.logger', source: 'Elastic Common Schema' },
  { part: 'logger', name: '@module', source: 'hashicorp/go-hclog: JSON' },
  { part: 'logger', name: 'N', source: 'uber-go/zap: NewDevelopmentEncoderConfig' },
  { part: 'error', name: 'error', source: 'uber-go/zap: Error; sirupsen/logrus: ErrorKey' },
  { part: 'error', name: 'err', source: 'k8s.io/klog: ErrorS; go-kit/log' },
  { part: 'error', name: 'lastError', source: 'metal3-io/baremetal-operator:pkg/provisioner/ironic/ironic.go' },
  { part: 'error', name: 'error.message', source: 'Elastic Common Schema' },
  { part: 'error', name: 'exception', source: 'structlog; logstash' },
  { part: 'error', name: 'exception.message', source: 'jboss-logging/jboss-logmanager: StructuredFormatter' },
  { part: 'error', name: 'Exception', source: 'dotnet/runtime: JsonConsoleFormatter' },
  { part: 'error', name: 'err.message', source: 'pinojs/pino-std-serializers' },
  { part: 'error', name: 'fields.error', source: 'tokio-rs/tracing:tracing-subscriber/src/fmt/format/json.rs' },
  { part: 'error', name: 'panic', source: 'kubernetes-sigs/controller-runtime:pkg/internal/controller/controller.go, "Observed a panic"' },
  { part: 'at', name: 'ts', source: 'uber-go/zap: NewProductionEncoderConfig' },
  { part: 'at', name: 'time', source: 'sirupsen/logrus: FieldKeyTime; log/slog: TimeKey' },
  { part: 'at', name: '@timestamp', source: 'logstash' },
  { part: 'at', name: 'timestamp', source: 'structlog' },
  { part: 'at', name: 'T', source: 'uber-go/zap: NewDevelopmentEncoderConfig' },
  { part: 'stack', name: 'stacktrace', source: 'uber-go/zap: NewProductionEncoderConfig' },
  { part: 'stack', name: 'stack_trace', source: 'logstash' },
  { part: 'stack', name: 'errorVerbose', source: 'uber-go/zap: Error of pkg/errors' },
] as const

type Part = (typeof NAMES)[number]['part']

/** A record of a line, flat: the values are texts, as they are for JSON where they are none. */
export function flat(record: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  collect(record, '', 0, found)
  return found
}

function collect(value: unknown, path: string, depth: number, found: Map<string, string>): void {
  if (found.size >= MOST || value === null || value === undefined) return
  const record = depth < DEEPEST ? recordOf(value) : undefined
  if (record === undefined) {
    found.set(path, typeof value === 'string' ? value : JSON.stringify(value))
    return
  }
  // `key` of `knative.dev/key` (knative/pkg:logging/logkey/constants.go).
  for (const [name, inner] of Object.entries(record))
    collect(inner, path === '' ? name.slice(name.lastIndexOf('/') + 1) : `${path}.${name}`, depth + 1, found)
}

/** A JSON object that is the whole of a text. */
export function recordIn(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.startsWith('{') || !text.trimEnd().endsWith('}')) return undefined
  return recordOf(parsedJson(text))
}

/** The parts of a line that these fields are; other fields say what it is about. undefined without a message. */
export function partsOf(all: ReadonlyMap<string, string>): Parts | undefined {
  const nameOf = (part: Part) => NAMES.find(each => each.part === part && all.has(each.name))?.name
  const textOf = (part: Part) => all.get(nameOf(part) ?? '') ?? ''
  // What it says may stand in the record of where it passed (giantswarm/microerror, JSON).
  const stack = all.get('stack') ?? ''
  const { annotation = saidInFrames(stack) } = recordIn(stack) ?? {}
  const error = textOf('error') || reasonIn(all.get('reason') ?? '') || String(annotation)
  const message = textOf('message')
  if (message === '' && error === '') return undefined
  const used: ReadonlySet<string | undefined> = new Set(
    ['message', 'level', 'logger', 'error', 'at', 'stack'].map(part => nameOf(part as Part)),
  )
  const fields = new Map([...all].filter(([name]) => !used.has(name)))
  return {
    at: timeIn(textOf('at')),
    level: levelOf(textOf('level')),
    logger: textOf('logger'),
    message,
    error,
    fields,
    hasStack: nameOf('stack') !== undefined,
  }
}

/** An error that is the reason of a line that says what follows from it (kubevirt/client-go:log/log.go, Reason). */
function reasonIn(text: string): string {
  return /\s/.test(text) && says('failure', text) ? text : ''
}

/** `[{/go/a/b.go:88: waiting for secrets} {timeout error}]` (juju/errgo:errors.go, Details). */
const FRAME = /\{(?:[^\s{}]{1,300}\.go:\d{1,6}: ?)?([^{}]{0,1000})\}/g

function saidInFrames(stack: string): string {
  const said = stack.startsWith('[{') ? [...stack.matchAll(FRAME)].map(([, words = '']) => words.trim()) : []
  return said.filter(words => words !== '').join(': ')
}

/** RFC 3339, or seconds since 1970 as zap writes them, in ms. */
export function timeIn(text: string): number | undefined {
  const seconds = Number(text)
  if (text !== '' && !Number.isNaN(seconds))
    return seconds > 1e12 ? seconds : seconds > 1e9 ? seconds * 1000 : undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

/** A line that is one JSON object: zap, logrus, slog, zerolog, hclog, logstash. undefined for others. */
export function jsonLine(text: string): Parts | undefined {
  const record = recordIn(text)
  return record && partsOf(flat(record))
}

/** A text, and the JSON object at its end where there is one: `Reconciler error {"name": "a"}`. */
export function withTail(text: string): { readonly text: string; readonly fields: ReadonlyMap<string, string> } {
  const from = text.startsWith('{') ? 0 : text.indexOf('{"')
  const record = from < 0 ? undefined : recordIn(text.slice(from))
  return record === undefined ? { text, fields: new Map() } : { text: text.slice(0, from).trim(), fields: flat(record) }
}
