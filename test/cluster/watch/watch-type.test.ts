import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import type { Transport } from '../../../src/cluster/transport/transport.ts'
import { watchType } from '../../../src/cluster/watch/watch-type.ts'
import { pods } from '../pods.ts'

const test = suite('events of a watch, as bytes')

const CUT = new ApiFailure({ kind: 'cut', message: 'unexpected EOF' })

const line = (type: string, metadata: object): Buffer =>
  Buffer.from(`${JSON.stringify({ type, object: { kind: 'PartialObjectMetadata', metadata } })}\n`)

// A letter of two bytes, which may lie in two pieces.
const CHANGED = line('MODIFIED', { name: 'a', uid: 'u', resourceVersion: '7', annotations: { note: 'für' } })
const BOOKMARK = line('BOOKMARK', { resourceVersion: '123456' })

/** What a watch tells of a body that comes in these pieces, and how it ends: `whole`, or by which fault. */
async function told(pieces: readonly Uint8Array[], breaksWith?: Error) {
  const transport: Transport = {
    server: 'https://pieces',
    close() {},
    send: async () => ({
      status: 200,
      headers: {},
      body: (async function* () {
        yield* pieces
        if (breaksWith !== undefined) throw breaksWith
      })(),
    }),
  }
  const events: string[] = []
  try {
    for await (const { type, meta } of watchType(transport, { type: pods, resourceVersion: '1' }))
      events.push(`${type} ${meta.resourceVersion}`)
    return { events, end: 'whole' }
  } catch (error) {
    return { events, end: (error as ApiFailure).fault.kind }
  }
}

const BODY = Buffer.concat([CHANGED, BOOKMARK])
const offsets = Array.from({ length: BODY.length }, (_, offset) => offset)

test('are the same wherever their bytes are divided', async () => {
  const whole = { events: ['MODIFIED 7', 'BOOKMARK 123456'], end: 'whole' }
  for (const at of offsets) assert.equal(await told([BODY.subarray(0, at), BODY.subarray(at)]), whole, `at ${at}`)
  assert.equal(await told([...BODY].map(byte => Buffer.of(byte))), whole)
})

test('that break off within a bookmark, at any byte, are told without it, and end as cut', async () => {
  for (const at of offsets) {
    const events = at < CHANGED.length ? [] : ['MODIFIED 7']
    assert.equal(await told([BODY.subarray(0, at)], CUT), { events, end: 'cut' }, `at ${at}`)
  }
})

test('that a server ends within a bookmark are told without it', async () => {
  for (const at of offsets.filter(offset => offset > CHANGED.length))
    assert.equal(await told([BODY.subarray(0, at)]), { events: ['MODIFIED 7'], end: 'whole' }, `at ${at}`)
})

test.run()
