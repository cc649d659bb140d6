import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { JsonListReader } from '../../../src/cluster/scan/json-list.ts'
import { ProtobufListReader } from '../../../src/cluster/scan/protobuf-list.ts'

const test = suite('list readers')

/** The same page of a real kube-apiserver 1.36.3 in both forms: four ConfigMaps, `stuck` terminating, more to come. */
const PROTOBUF = readFileSync(new URL('fixtures/configmaps-1.36.3.pb', import.meta.url))
const JSON_PAGE = readFileSync(new URL('fixtures/configmaps-1.36.3.json', import.meta.url))

function read(reader: ProtobufListReader | JsonListReader, bytes: Uint8Array, step = bytes.length) {
  for (let at = 0; at < bytes.length; at += step) reader.push(bytes.subarray(at, at + step))
  return { ...reader.end(), kept: reader.kept }
}

test('protobuf and JSON of the same page tell the same', () => {
  const protobuf = read(new ProtobufListReader(), PROTOBUF)
  const json = read(new JsonListReader(), JSON_PAGE)
  assert.is(protobuf.continue, json.continue)
  assert.is(protobuf.resourceVersion, json.resourceVersion)
  assert.is(protobuf.itemsRead, json.itemsRead)
  const [a, b] = [protobuf.kept[0]!, json.kept[0]!]
  for (const field of [
    'name',
    'namespace',
    'uid',
    'resourceVersion',
    'deletionTimestamp',
    'creationTimestamp',
  ] as const) {
    assert.is(a[field], b[field])
  }
  assert.equal(a.finalizers, b.finalizers)
  assert.equal(a.ownerReferences, b.ownerReferences)
  assert.is(a.deletionGracePeriodSeconds, b.deletionGracePeriodSeconds)
})

test('labels, annotations and managedFields are the same in both forms', () => {
  const wanted = { namespaces: new Set(['fixture']) }
  const protobuf = read(new ProtobufListReader(wanted), PROTOBUF)
  const json = read(new JsonListReader(wanted), JSON_PAGE)
  assert.equal(
    protobuf.kept.map(meta => meta.name),
    ['healthy', 'kube-root-ca.crt', 'owner', 'stuck'],
  )
  for (const [index, meta] of json.kept.entries()) {
    for (const field of ['labels', 'annotations', 'managedFields', 'deletionTimestamp'] as const) {
      assert.equal(protobuf.kept[index]![field], meta[field], `${field} of ${meta.name}`)
    }
  }
})

test('what is owned by a wanted uid is kept, terminating or not', () => {
  const [owner] = read(new JsonListReader(), JSON_PAGE).kept[0]!.ownerReferences!
  const owners = new Set([owner!.uid])
  const without = JSON_PAGE.toString().replaceAll('"deletionTimestamp"', '"elsewhere"')
  assert.equal(
    read(new JsonListReader({ owners }), Buffer.from(without)).kept.map(meta => meta.name),
    ['stuck'],
  )
  assert.equal(
    read(new ProtobufListReader({ owners }), PROTOBUF).kept.map(meta => meta.name),
    ['stuck'],
  )
  assert.equal(read(new ProtobufListReader({ owners: new Set(['x']) }), PROTOBUF).kept.length, 1)
})

test('every uid that an object names as its owner is told, whatever is kept of it', () => {
  const [owner] = read(new JsonListReader(), JSON_PAGE).kept[0]!.ownerReferences!
  const live = Buffer.from(JSON_PAGE.toString().replaceAll('"deletionTimestamp"', '"elsewhere"'))
  for (const more of [{}, { everything: true }, { owners: new Set(['x']) }, { namespaces: new Set(['fixture']) }]) {
    for (const [reader, bytes] of [
      [JsonListReader, JSON_PAGE],
      [JsonListReader, live],
      [ProtobufListReader, PROTOBUF],
    ] as const) {
      const ownersSeen = new Set<string>()
      read(new reader({ ...more, ownersSeen }), bytes)
      assert.equal([...ownersSeen], [owner!.uid])
    }
  }
})

test('protobuf is read alike however the bytes are cut', () => {
  const whole = read(new ProtobufListReader(), PROTOBUF)
  for (const step of [1, 2, 3, 5, 8, 13, 100, 999]) {
    assert.equal(read(new ProtobufListReader(), PROTOBUF, step), whole)
  }
})

test('a protobuf list cut at any byte of its items is never taken as whole', () => {
  for (let length = 0; length < 1600; length += 7) {
    assert.throws(() => read(new ProtobufListReader(), PROTOBUF.subarray(0, length)), /is truncated/)
  }
})

test('bytes that are no protobuf are refused', () => {
  assert.throws(() => read(new ProtobufListReader(), Buffer.from('<html>hello</html>')), /not Kubernetes protobuf/)
})

test('a JSON page cut at any byte is never taken as whole', () => {
  for (let length = 0; length < JSON_PAGE.length - 2; length += 11) {
    assert.throws(() => read(new JsonListReader(), JSON_PAGE.subarray(0, length)))
  }
})

test('a JSON page without a deletionTimestamp gives its token without being parsed', () => {
  // An item that JSON.parse would refuse shows that nobody parsed it.
  const page =
    '{"kind":"List","metadata":{"resourceVersion":"7","continue":"next"},"items":[{"creationTimestamp" oops}]}\n'
  const result = read(new JsonListReader(), Buffer.from(page))
  assert.is(result.continue, 'next')
  assert.is(result.resourceVersion, '7')
  assert.equal(result.kept, [])
})

test('a JSON page whose metadata comes last is read as well', () => {
  const page = '{"items":[{"metadata":{"name":"a","uid":"1"}}],"metadata":{"continue":"next"}}'
  assert.is(read(new JsonListReader(), Buffer.from(page)).continue, 'next')
})

test('whole objects where metadata was asked for are read as well', () => {
  const item = {
    kind: 'Flunder',
    metadata: { name: 'a', uid: '1', deletionTimestamp: '2026-01-01T00:00:00Z' },
    spec: {},
  }
  const page = JSON.stringify({
    kind: 'FlunderList',
    metadata: {},
    items: [item, { metadata: { name: 'b', uid: '2' } }],
  })
  const result = read(new JsonListReader(), Buffer.from(page))
  assert.equal(
    result.kept.map(meta => meta.name),
    ['a'],
  )
  assert.is(result.itemsRead, 2)
})

test('a JSON answer that is no list is refused', () => {
  assert.throws(() => read(new JsonListReader(), Buffer.from('{"kind":"Pod","deletionTimestamp":1}')), /not a list/)
})

test('an empty list and a list of null items are read', () => {
  for (const items of ['[]', 'null']) {
    const result = read(
      new JsonListReader(),
      Buffer.from(`{"kind":"PodList","metadata":{"resourceVersion":"1"},"items":${items}}`),
    )
    assert.equal(result, { continue: '', resourceVersion: '1', itemsRead: 0, kept: [] })
  }
})

test.run()
