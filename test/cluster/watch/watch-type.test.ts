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
async function told(pieces: readonly Uint8Array[], breaksWith?: Error, onlyTerminating?: true) {
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
    for await (const { type, meta } of watchType(transport, { type: pods, resourceVersion: '1', onlyTerminating }))
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

const live = (resourceVersion: string, more: object = {}) => ({ name: 'a', uid: 'u', resourceVersion, ...more })
const escaped = Buffer.from(
  line('MODIFIED', live('3', { deletionTimestamp: '2026-01-01T00:00:00Z' }))
    .toString()
    .replace('deletionTimestamp', 'deletion\\u0054imestamp'),
)

/** What is told beside events of objects that live on, of which only the last one is told, for its resourceVersion. */
const TOLD: readonly (readonly [what: string, event: Uint8Array])[] = [
  ['what terminates', line('MODIFIED', live('3', { deletionTimestamp: '2026-01-01T00:00:00Z' }))],
  ['the same in other letters', escaped],
  ['what is gone', line('DELETED', live('3'))],
  ['the name of the field anywhere else', line('ADDED', live('3', { annotations: { deletionTimestamp: '' } }))],
]

for (const [what, event] of TOLD) {
  test(`of what terminates: ${what} is told, and of the others the last one`, async () => {
    const others = ['1', '2', '4', '5', '6'].map(version => line('MODIFIED', live(version)))
    const { events, end } = await told([...others.slice(0, 2), event, ...others.slice(2)], CUT, true)
    assert.equal([events.map(each => each.split(' ')[1]), end], [['3', '6'], 'cut'])
  })
}

test('of what terminates: a bookmark stands for the events before it, and what is no event is told', async () => {
  assert.equal(await told([CHANGED, BOOKMARK], undefined, true), { events: ['BOOKMARK 123456'], end: 'whole' })
  const half = Buffer.concat([CHANGED.subarray(0, 60), Buffer.from('\n')])
  assert.equal(await told([half, BOOKMARK], undefined, true), { events: [], end: 'garbled' })
})

test.run()
