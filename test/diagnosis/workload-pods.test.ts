import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { queryKey } from '../../src/api/fact.ts'
import type { KubeObject } from '../../src/api/object.ts'
import { FactBook } from '../../src/diagnosis/facts.ts'
import { ailments } from '../../src/diagnosis/workloads/health.ts'
import { workloadOf } from '../../src/diagnosis/workloads/workloads.ts'
import { sentenceKey } from '../../src/messages/sentence.ts'

const test = suite('the Pods of a workload that is not ready')

const CRASHING = { waiting: { reason: 'CrashLoopBackOff', message: 'back-off' } }

function pod(name: string, labels: Readonly<Record<string, string>>): KubeObject {
  const containerStatuses = [{ name: 'manager', ready: false, restartCount: 7, state: CRASHING }]
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { uid: name, name, namespace: 'ops', labels },
    spec: { containers: [{ name: 'manager', image: 'none' }] },
    status: { phase: 'Running', containerStatuses },
  } as unknown as KubeObject
}

test('are those that its whole selector selects, not its labels alone', () => {
  const selector = {
    matchLabels: { app: 'web' },
    matchExpressions: [{ key: 'track', operator: 'NotIn', values: ['canary'] }],
  }
  const web = workloadOf({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { uid: 'web', name: 'web', namespace: 'ops' },
    spec: { replicas: 1, selector, template: { spec: { containers: [] } } },
  } as unknown as KubeObject)
  const pods = [pod('canary', { app: 'web', track: 'canary' }), pod('stable', { app: 'web' })]
  const facts = new FactBook(
    { now: new Date('2026-03-01T12:00:00Z'), types: [], unknownGroups: new Set() },
    new Map([[queryKey({ about: 'list', resource: 'pods' }), { state: 'known', value: pods }]]),
  )
  const told = ailments(web, facts).map(({ fact }) => sentenceKey(fact))
  assert.ok(
    told.some(text => text.includes('stable')),
    told.join('\n'),
  )
  assert.not.ok(told.some(text => text.includes('canary')))
})

test.run()
