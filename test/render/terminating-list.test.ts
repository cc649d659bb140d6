import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Owner, TerminatingObject } from '../../src/api/terminating.ts'
import { formatTerminatingTable, nameLine, terminatingObjectList } from '../../src/render/terminating-list.ts'
import { unlikely } from '../unlikely-names.ts'

const test = suite('terminating list')

function owner(kind: string, name: string, exists: boolean | null, controller = false): Owner {
  const ref = {
    apiVersion: 'v1',
    kind,
    resource: `${kind.toLowerCase()}s`,
    namespace: 'shop',
    name,
    uid: `uid-${name}`,
  }
  return { ref, controller, blockOwnerDeletion: false, exists }
}

const bucket: TerminatingObject = {
  ref: {
    apiVersion: 'objectstore.example.com/v1',
    kind: 'Bucket',
    resource: 'buckets.objectstore.example.com',
    namespace: 'shop',
    name: 'logs',
    uid: 'uid-logs',
  },
  deletionTimestamp: '2026-01-01T00:00:00Z',
  ageSeconds: 86_400 * 3,
  finalizers: [
    { name: 'example.com/one', field: 'metadata' },
    { name: 'example.com/two', field: 'metadata' },
  ],
  owners: [owner('Secret', 's', true), owner('Team', 't', false, true), owner('Plan', 'p', null)],
}

const pod: TerminatingObject = {
  ref: { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'shop', name: 'db-0', uid: 'uid-db-0' },
  deletionTimestamp: '2026-01-01T00:05:00Z',
  deletionGracePeriodSeconds: 300,
  ageSeconds: 40,
  finalizers: [],
  owners: [],
}

const style = { wide: false, headers: true, namespaces: true }

test('the table has a row for each object', () => {
  assert.snapshot(
    formatTerminatingTable([bucket, pod], style),
    'NAMESPACE   NAME                                  AGE   FINALIZERS                        OWNERS\n' +
      'shop        bucket.objectstore.example.com/logs   3d    example.com/one,example.com/two   Team/t (gone) +2\n' +
      'shop        pod/db-0                              40s   <none>                            <none>\n',
  )
})

test('the wide table names every owner, the time, what is left of the grace, and the uid', () => {
  assert.snapshot(
    formatTerminatingTable([pod, bucket], { ...style, wide: true, namespaces: false, headers: false }),
    'pod/db-0                              40s   <none>                            <none>                                    2026-01-01T00:05:00Z   300s (260s left)   uid-db-0\n' +
      'bucket.objectstore.example.com/logs   3d    example.com/one,example.com/two   Team/t (gone),Secret/s,Plan/p (unknown)   2026-01-01T00:00:00Z   0s                 uid-logs\n',
  )
})

test('nothing gives no text, not even a header', () => {
  assert.is(formatTerminatingTable([], style), '')
})

test('what a cluster wrote cannot move the cursor', () => {
  const evil = { ...pod, finalizers: [{ name: 'x\x1b[2J\r\nfake   row', field: 'metadata' as const }] }
  const text = formatTerminatingTable([evil], style)
  assert.not.match(text, /[\x1b\r]/)
  assert.is(text.split('\n').length, 3)
})

test('an object is named as kubectl -o name writes it', () => {
  assert.is(nameLine(pod), 'pod/db-0')
  assert.is(nameLine(bucket), 'bucket.objectstore.example.com/logs')
})

test('a name of any characters is one line that xargs reads as one word, and as that name or none', () => {
  for (const name of [...unlikely, 'a b', "it's", 'back\\slash', '"x"', '*']) {
    const line = nameLine({ ref: { ...pod.ref, name } })
    assert.match(line, /^pod\/[A-Za-z0-9._:@+=,~%-]+$/, JSON.stringify(name))
    assert.match(line, '%')
    assert.is(decodeURIComponent(line), `pod/${name}`)
  }
  assert.is(nameLine({ ref: { ...pod.ref, name: 'system:node+x@y' } }), 'pod/system:node+x@y')
})

test('names that look alike are told apart in the table', () => {
  const fake = { ...pod, ref: { ...pod.ref, name: 'deploy\u202eer' } }
  const broken = { ...pod, ref: { ...pod.ref, name: 'deploy\ner' } }
  assert.match(formatTerminatingTable([fake, broken], style), /pod\/deploy<U\+202E>er .*\n.*pod\/deploy<U\+000A>er /)
})

test('the JSON answer is complete only when everything could be read', () => {
  const snapshot = { takenAt: '2026-01-01T00:00:00Z', objects: [pod], unreadable: [], objectsRead: 1, typesRead: 1 }
  assert.equal(terminatingObjectList(snapshot), {
    apiVersion: 'kubectl-finalize/v1',
    kind: 'TerminatingObjectList',
    takenAt: '2026-01-01T00:00:00Z',
    complete: true,
    unreadable: [],
    items: [pod],
  })
  const unreadable = [{ resource: 'secrets', reason: 'Forbidden', message: 'no' }]
  assert.is((terminatingObjectList({ ...snapshot, unreadable }) as { complete: boolean }).complete, false)
})

test.run()
