import { NAMES } from './fields.ts'
import { levelOf } from './level.ts'
import type { Parts, RawLine } from './line.ts'
import { pairsIn, wordAt } from './pairs.ts'

/** `E0612 10:00:00.000000       1 file.go:1] `: the level, and what follows. A year it does not say. */
const HEADER = /^([IWEF])\d{4} \d\d:\d\d:\d\d(?:\.\d{1,9})?\s{1,20}\d{1,10} [^\s\]]{1,200}\] ?/

const ERRORS = NAMES.filter(({ part }) => part === 'error').map(({ name }) => name)

/** A line of klog or glog: a message as it is, or a quoted one with pairs behind it. */
export function klogLine(text: string): Parts | undefined {
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
export function withValuesInOneLine(raw: readonly RawLine[]): readonly RawLine[] {
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
