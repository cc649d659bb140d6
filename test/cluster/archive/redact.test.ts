import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Recording } from '../../../src/cluster/archive/recording.ts'
import { redacted } from '../../../src/cluster/archive/redact.ts'

const test = suite('a recording with pseudonyms')

const KEY = new Uint8Array(32)

function recordingOf(...objects: readonly object[]): Recording {
  const head = {
    apiVersion: 'kubectl-finalize/v1',
    kind: 'Recording',
    takenAt: '2026-01-15T12:00:00Z',
    version: '1',
    contextNamespace: 'payments',
    redacted: false,
  } as const
  const request = { method: 'GET', path: '/apis/example.com/v1/widgets', form: 'whole' } as const
  return { head, exchanges: [{ request, answer: { status: 200, headers: {}, body: { items: objects } } }] }
}

const told = (...objects: readonly object[]) => JSON.stringify(redacted(recordingOf(...objects), KEY, () => false))

test('has no host, address, mail or user of a message, wherever these stand', () => {
  const messages = [
    'Post "https://hooks.acme-corp.internal:8443/x?timeout=10s": dial tcp 203.0.113.7:8443: connect: connection refused',
    'lookup vault on 10.0.0.10:53: no such host',
    'dial tcp [2001:db8::17]:443: i/o timeout',
    'User "jane" cannot delete resource; ask jane.doe@acme-corp.example',
    'pull registry.acme-corp.com/team/app:1.2 failed',
    'replica db-1.db.acme.de is behind',
  ]
  const text = told({
    metadata: { name: 'main', uid: 'u' },
    status: { conditions: messages.map(message => ({ message })) },
  })
  for (const leak of ['acme', '203.0.113.7', '10.0.0.10', '2001:db8', 'jane', 'vault', 'hooks'])
    assert.not.match(text, leak)
  for (const said of ['connection refused', 'no such host', 'i/o timeout', 'cannot delete resource', 'is behind'])
    assert.match(text, said)
})

test('has one pseudonym for one name, in a path, a field and a message', () => {
  const object = {
    metadata: { name: 'orders', namespace: 'payments' },
    spec: { ref: 'orders' },
    status: { message: 'orders waits' },
  }
  const { items } = (
    redacted(recordingOf(object), KEY, () => false).exchanges[0]!.answer as { body: { items: [typeof object] } }
  ).body
  const [{ metadata, spec, status }] = items
  assert.not.match(JSON.stringify(items), 'orders')
  assert.is(spec.ref, metadata.name)
  assert.is(status.message, `${metadata.name} waits`)
})

test('keeps the words of Kubernetes: paths of fields, types, finalizers, reasons, times', () => {
  const text = told({
    metadata: { name: 'main', finalizers: ['widgets.acme.com/cleanup'], deletionTimestamp: '2026-01-15T11:00:00Z' },
    status: { reason: 'Invalid', message: 'spec.rules.to: Invalid value; status.phase is read-only at 11:00:00' },
  })
  for (const word of ['widgets.acme.com/cleanup', '2026-01-15T11:00:00Z', 'spec.rules.to', 'status.phase', '11:00:00'])
    assert.match(text, word)
})

test('kept for others has other pseudonyms each time', () => {
  const once = redacted(recordingOf({ metadata: { name: 'orders' } }), KEY, () => false)
  const other = redacted(recordingOf({ metadata: { name: 'orders' } }), new Uint8Array(32).fill(1), () => false)
  assert.not.equal(once.exchanges, other.exchanges)
})

test.run()
