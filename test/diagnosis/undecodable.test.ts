import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { explained } from './explained.ts'
import { clusterOfThings } from './things.ts'
import { GROUP } from './webhook-configuration.ts'

const test = suite('a stored object that the server cannot read')

const CODE = 'Undecodable'
const WORDS = "error decoding object: invalid character 'x' looking for beginning of value"

/** The server that has one such Thing, and a terminating namespace whose content its controller could not list. */
function cluster(words = WORDS, reported = words): Sandbox {
  const sandbox = clusterOfThings()
  const message = `storage is (re)initializing: failed to list ${GROUP}/v1, Kind=Thing: ${words}`
  sandbox.onRequest = ({ method, path }) =>
    method === 'GET' && path.endsWith('/things')
      ? statusResponse(429, { reason: 'TooManyRequests', message })
      : undefined
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'ending', deletionTimestamp: '2026-01-15T11:00:00Z' },
    status: {
      phase: 'Terminating',
      conditions: [
        {
          type: 'NamespaceDeletionContentFailure',
          status: 'True',
          reason: 'ContentDeletionFailed',
          message: `Failed to delete all resource types, 1 remaining: ${reported}`,
        },
      ],
    },
  })
  return sandbox
}

test('holds the namespaces whose content cannot be listed therefore', async () => {
  const answer = await explained(cluster())
  const cause = answer.causes.find(({ code }) => code === CODE)!
  assert.is(answer.object('Namespace', 'ending').verdict, 'stuck')
  assert.equal(cause.subject, { kind: 'Thing', name: `things.${GROUP}` })
  assert.equal(cause.remedies[0]!.commands, [`kubectl get --raw /apis/${GROUP}/v1/things`])
})

test('is told once: what the namespace controller says of the same object in other words is no cause beside it', async () => {
  const answer = await explained(cluster('unexpected end of JSON input'))
  assert.equal(answer.codes, [`${CODE} things.${GROUP}`])
  assert.equal(answer.codesOf('Namespace', 'ending'), [CODE])
  const other = await explained(cluster(WORDS, 'etcdserver: leader changed'))
  assert.ok(other.codes.includes('CleanupFailing ending'))
})

test('is not a server that is busy, or only starts', async () => {
  for (const words of ['context deadline exceeded', 'too many requests, please try again later']) {
    assert.not.ok((await explained(cluster(words))).codesOf('Namespace', 'ending').includes(CODE))
  }
})

test('is not held against a namespace that meets another failure', async () => {
  for (const reported of ['etcdserver: leader changed', 'unexpected end of JSON input']) {
    const answer = await explained(cluster(WORDS, reported))
    assert.not.ok(answer.codesOf('Namespace', 'ending').includes(CODE))
  }
})

test.run()
