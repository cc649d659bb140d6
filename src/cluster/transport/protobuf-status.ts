import protobuf from 'protobufjs/minimal.js'
import type { Fields } from '../../api/shape.ts'

/** The four bytes before every Kubernetes protobuf answer. */
const MAGIC = 'k8s\0'

/** What a message says by number. */
interface Message {
  readonly [field: number]: readonly [name: string, is: 'text' | 'number' | Message, isList?: true]
}

/** Of k8s.io.apimachinery.pkg.apis.meta.v1. */
const STATUS: Message = {
  1: ['metadata', { 3: ['continue', 'text'] }],
  2: ['status', 'text'],
  3: ['message', 'text'],
  4: ['reason', 'text'],
  5: [
    'details',
    {
      1: ['name', 'text'],
      2: ['group', 'text'],
      3: ['kind', 'text'],
      4: ['causes', { 1: ['reason', 'text'], 2: ['message', 'text'], 3: ['field', 'text'] }, true],
      5: ['retryAfterSeconds', 'number'],
      6: ['uid', 'text'],
    },
  ],
  6: ['code', 'number'],
}

const ENVELOPE: Message = { 1: ['type', { 2: ['kind', 'text'] }], 2: ['raw', STATUS] }

/**
 * A protobuf error answer (a request that accepts protobuf first is refused in it too) as JSON has it; undefined when
 * the bytes are none.
 */
export function fieldsOfAnswer(body: Uint8Array): Fields | undefined {
  if (new TextDecoder().decode(body.subarray(0, MAGIC.length)) !== MAGIC) return undefined
  try {
    const { type, raw } = fieldsIn(body.subarray(MAGIC.length), ENVELOPE) as { type?: Fields; raw?: Fields }
    return { ...raw, kind: type?.kind }
  } catch {
    // protobufjs throws RangeError on a message that ends early: then it says nothing that could be trusted.
    return undefined
  }
}

const VARINT = 0
const LENGTH_DELIMITED = 2

/** Go writes every text and number of a Status, so an empty one means "not there", as `omitempty` does in JSON. */
function fieldsIn(bytes: Uint8Array, message: Message): Fields {
  const reader = protobuf.Reader.create(bytes)
  const fields: Record<string, unknown> = {}
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    const told = message[tag >>> 3]
    if (told === undefined || (tag & 7) !== (told[1] === 'number' ? VARINT : LENGTH_DELIMITED)) {
      reader.skipType(tag & 7)
      continue
    }
    const [name, is, isList] = told
    const value = is === 'number' ? reader.int32() : contentOf(reader.bytes(), is)
    fields[name] = isList ? [...((fields[name] ?? []) as unknown[]), value] : value || undefined
  }
  return fields
}

function contentOf(bytes: Uint8Array, is: 'text' | Message): string | Fields {
  return is === 'text' ? new TextDecoder().decode(bytes) : fieldsIn(bytes, is)
}
