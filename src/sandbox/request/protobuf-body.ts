import protobuf from 'protobufjs/minimal.js'
import { MESSAGES } from './protobuf-schema.ts'

type Reader = protobuf.Reader
type Decoded = Record<string, unknown>

interface Field {
  readonly name: string
  readonly type: string
  readonly shape: 'single' | 'list' | 'map' | 'inline'
}

export const PROTOBUF = 'application/vnd.kubernetes.protobuf'

/** Go writes these although they are unset; as JSON they are left out. */
const ZERO_IS_ABSENT = new Set(['generation', 'nodePort', 'hostPort', 'minReadySeconds'])

/** The object in a `k8s\0` envelope as its JSON would be; undefined for a kind that is not in the table. */
export function decodeProtobuf(body: Uint8Array): Decoded | undefined {
  const envelope = protobuf.Reader.create(body.subarray(4))
  let kind: Decoded = {}
  let raw = new Uint8Array()
  while (envelope.pos < envelope.len) {
    const tag = envelope.uint32()
    if (tag >>> 3 === 1) kind = readMessage('TypeMeta', nested(envelope))
    else if (tag >>> 3 === 2) raw = envelope.bytes() as Uint8Array<ArrayBuffer>
    else envelope.skipType(tag & 7)
  }
  const name = String(kind.kind)
  return MESSAGES[name] === undefined ? undefined : { ...kind, ...readMessage(name, protobuf.Reader.create(raw)) }
}

const fieldsByMessage = new Map<string, ReadonlyMap<number, Field>>()

function fieldsOf(message: string): ReadonlyMap<number, Field> {
  let fields = fieldsByMessage.get(message)
  if (fields === undefined) {
    fields = new Map((MESSAGES[message] ?? '').split(', ').filter(Boolean).map(parseField))
    fieldsByMessage.set(message, fields)
  }
  return fields
}

function parseField(text: string): readonly [number, Field] {
  const [number, name, type] = text.split(' ') as [string, string, string]
  const shape = name === '^' ? 'inline' : type.startsWith('[]') ? 'list' : type.startsWith('{}') ? 'map' : 'single'
  return [Number(number), { name, type: type.replace(/^(\[\]|\{\})/, ''), shape }]
}

function readMessage(message: string, reader: Reader): Decoded {
  const fields = fieldsOf(message)
  const result: Decoded = {}
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    const field = fields.get(tag >>> 3)
    if (field === undefined) reader.skipType(tag & 7)
    else readField(result, field, reader)
  }
  return result
}

function readField(result: Decoded, { name, type, shape }: Field, reader: Reader): void {
  if (shape === 'map') {
    const { key, value } = readEntry(type, nested(reader))
    result[name] = { ...(result[name] as Decoded | undefined), [key]: value }
    return
  }
  const value = readValue(type, reader)
  if (shape === 'inline') Object.assign(result, value)
  else if (shape === 'list') result[name] = [...((result[name] as unknown[] | undefined) ?? []), value]
  else if (value !== '' && value !== undefined && !(value === 0 && ZERO_IS_ABSENT.has(name))) result[name] = value
}

function readEntry(type: string, reader: Reader): { key: string; value: unknown } {
  let key = ''
  let value: unknown = ''
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    if (tag >>> 3 === 1) key = reader.string()
    else value = readValue(type, reader)
  }
  return { key, value }
}

function readValue(type: string, reader: Reader): unknown {
  switch (type) {
    case 'string':
      return reader.string()
    case 'bool':
      return reader.bool()
    case 'bytes':
      return Buffer.from(reader.bytes()).toString('base64')
    case 'int32':
      return reader.int32()
    case 'int64':
      return Number(reader.int64())
    default:
      return asJson(type, readMessage(type, nested(reader)))
  }
}

/** Messages whose JSON is a plain value. */
function asJson(type: string, message: Decoded): unknown {
  if (type === 'Time') {
    return message.seconds === undefined
      ? undefined
      : `${new Date(Number(message.seconds) * 1000).toISOString().slice(0, 19)}Z`
  }
  if (type === 'Quantity') return message.string ?? '0'
  if (type === 'IntOrString') return message.type === 1 ? (message.strVal ?? '') : (message.intVal ?? 0)
  return message
}

function nested(reader: Reader): Reader {
  return protobuf.Reader.create(reader.bytes())
}
