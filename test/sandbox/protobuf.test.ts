import protobuf from 'protobufjs/minimal.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { encodePartialList } from '../../src/sandbox/answer/protobuf.ts'
import { ask, getMap, MAPS, putMap, setup } from './ask.ts'

const test = suite('protobuf')

/** Fields of a message by number, as raw bytes or numbers. */
function fields(bytes: Uint8Array): Map<number, (Uint8Array | number)[]> {
  const reader = protobuf.Reader.create(bytes)
  const found = new Map<number, (Uint8Array | number)[]>()
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    const value = (tag & 7) === 2 ? reader.bytes() : Number(reader.int64())
    found.set(tag >>> 3, [...(found.get(tag >>> 3) ?? []), value])
  }
  return found
}

function message(parent: Map<number, (Uint8Array | number)[]>, field: number) {
  return fields(parent.get(field)![0] as Uint8Array)
}

function text(parent: Map<number, (Uint8Array | number)[]>, field: number): string {
  return Buffer.from(parent.get(field)![0] as Uint8Array).toString()
}

test('of a metadata list is k8s\\0, an envelope, and items without a kind of their own', () => {
  const { sandbox } = setup()
  const metadata = { finalizers: ['e.x/f'], deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 }
  const object = putMap(sandbox, 'a', metadata)
  const bytes = encodePartialList({ resourceVersion: '7', remainingItemCount: 3 }, [object], 'v1')
  assert.is(Buffer.from(bytes.subarray(0, 4)).toString('latin1'), 'k8s\0')
  const envelope = fields(bytes.subarray(4))
  assert.is(text(message(envelope, 1), 2), 'PartialObjectMetadataList')
  const list = message(envelope, 2)
  assert.equal([text(message(list, 1), 2), message(list, 1).get(4)], ['7', [3]])
  const item = message(list, 2)
  assert.equal([...item.keys()], [1])
  const meta = message(item, 1)
  assert.equal([text(meta, 1), text(meta, 3), text(meta, 14)], ['a', 'n', 'e.x/f'])
  assert.is(message(meta, 9).get(1)![0], Date.parse('2026-01-01T00:00:00Z') / 1000)
})

test('is what a client that asks for it gets, for lists and single objects', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  for (const [path, form] of [
    [MAPS, 'PartialObjectMetadataList'],
    [`${MAPS}/a`, 'PartialObjectMetadata'],
  ] as const) {
    const accept = `application/vnd.kubernetes.protobuf;as=${form};g=meta.k8s.io;v=v1,application/json`
    const { headers } = await ask(sandbox, 'GET', path, undefined, { headers: { accept } })
    assert.is(headers['content-type'], 'application/vnd.kubernetes.protobuf')
  }
})

test('of whole objects is not offered: the next clause of the client decides', async () => {
  const { sandbox } = setup()
  const accept = 'application/vnd.kubernetes.protobuf,application/json'
  assert.is(
    (await ask(sandbox, 'GET', MAPS, undefined, { headers: { accept } })).headers['content-type'],
    'application/json',
  )
})

test('is read from a body, as stock kubectl sends it', async () => {
  const { sandbox } = setup()
  const nested = (writer: protobuf.Writer, field: number, write: () => void) => {
    writer.uint32((field << 3) | 2).fork()
    write()
    writer.ldelim()
  }
  const raw = new protobuf.Writer()
  nested(raw, 1, () => raw.uint32((1 << 3) | 2).string('made'))
  nested(raw, 2, () =>
    raw
      .uint32((1 << 3) | 2)
      .string('key')
      .uint32((2 << 3) | 2)
      .string('value'),
  )
  const envelope = new protobuf.Writer()
  nested(envelope, 1, () =>
    envelope
      .uint32((1 << 3) | 2)
      .string('v1')
      .uint32((2 << 3) | 2)
      .string('ConfigMap'),
  )
  envelope.uint32((2 << 3) | 2).bytes(raw.finish())
  const { status } = await sandbox.handle({
    method: 'POST',
    path: MAPS,
    headers: { 'content-type': 'application/vnd.kubernetes.protobuf' },
    body: Buffer.concat([Buffer.from('k8s\0', 'latin1'), envelope.finish()]),
  })
  assert.is(status, 201)
  assert.equal(getMap(sandbox, 'made')?.data, { key: 'value' })
})

test.run()
