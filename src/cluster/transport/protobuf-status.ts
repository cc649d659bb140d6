import protobuf from 'protobufjs/minimal.js'
import type { Status, StatusCause, StatusDetails } from '../../api/status.ts'

/** The four bytes before every Kubernetes protobuf answer. */
const MAGIC = 'k8s\0'

/** A message read by field number: strings and nested messages as bytes, numbers as numbers. */
type Fields = Readonly<Record<number, readonly (Uint8Array | number)[]>>

/**
 * The Status in a protobuf error answer (a request that accepts protobuf first is refused in it too); undefined when
 * the bytes are none.
 */
export function decodeStatus(body: Uint8Array): Status | undefined {
  if (new TextDecoder().decode(body.subarray(0, MAGIC.length)) !== MAGIC) return undefined
  try {
    const envelope = readFields(body.subarray(MAGIC.length))
    const type = message(envelope, 1)
    if (type === undefined || text(type, 2) !== 'Status') return undefined
    return toStatus(message(envelope, 2) ?? {})
  } catch {
    // protobufjs throws RangeError on a message that ends early: then it says nothing that could be trusted.
    return undefined
  }
}

function toStatus(fields: Fields): Status {
  const details = message(fields, 5)
  const continueToken = text(message(fields, 1) ?? {}, 3)
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: present({ continue: continueToken }),
    status: text(fields, 2) === 'Success' ? 'Success' : 'Failure',
    ...present({
      message: text(fields, 3),
      reason: text(fields, 4),
      details: details && toDetails(details),
      code: number(fields, 6),
    }),
  }
}

function toDetails(fields: Fields): StatusDetails {
  const causes = (fields[4] ?? []).map(cause => toCause(readFields(cause as Uint8Array)))
  return present({
    name: text(fields, 1),
    group: text(fields, 2),
    kind: text(fields, 3),
    uid: text(fields, 6),
    causes: causes.length > 0 ? causes : undefined,
    retryAfterSeconds: number(fields, 5),
  })
}

function toCause(fields: Fields): StatusCause {
  return present({ reason: text(fields, 1), message: text(fields, 2), field: text(fields, 3) })
}

function readFields(bytes: Uint8Array): Fields {
  const reader = protobuf.Reader.create(bytes)
  const fields: Record<number, (Uint8Array | number)[]> = {}
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    const wireType = tag & 7
    if (wireType !== 0 && wireType !== 2) reader.skipType(wireType)
    else fields[tag >>> 3] = [...(fields[tag >>> 3] ?? []), wireType === 2 ? reader.bytes() : reader.int32()]
  }
  return fields
}

function message(fields: Fields, field: number): Fields | undefined {
  const value = fields[field]?.at(-1)
  return value instanceof Uint8Array ? readFields(value) : undefined
}

/** Go writes every string of a Status, so an empty one means "not there", as `omitempty` does in JSON. */
function text(fields: Fields, field: number): string | undefined {
  const value = fields[field]?.at(-1)
  return value instanceof Uint8Array && value.length > 0 ? new TextDecoder().decode(value) : undefined
}

function number(fields: Fields, field: number): number | undefined {
  const value = fields[field]?.at(-1)
  return typeof value === 'number' && value !== 0 ? value : undefined
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function present<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Present<T>
}
