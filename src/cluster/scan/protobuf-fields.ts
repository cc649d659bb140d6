import type protobuf from 'protobufjs/minimal.js'

/** Visits each field of a message up to its end; the visitor reads or skips the field's value. */
export function eachField(
  reader: protobuf.Reader,
  end: number,
  visit: (field: number, wireType: number) => void,
): void {
  while (reader.pos < end) {
    const tag = reader.uint32()
    visit(tag >>> 3, tag & 7)
  }
  if (reader.pos !== end) throw longerThanMessage()
}

export const longerThanMessage = (): Error => new Error('a field is longer than its message')

/** What the last such field says of the message that begins here. */
export function textIn(reader: protobuf.Reader, wanted: number): string | undefined {
  let text: string | undefined
  eachField(reader, reader.uint32() + reader.pos, (field, wireType) => {
    if (field === wanted) text = reader.string()
    else reader.skipType(wireType)
  })
  return text
}
