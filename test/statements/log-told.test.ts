import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { claimsOf } from '../../src/statements/claims.ts'
import { type Meaning, meaningOf, wordsOf } from '../../src/statements/log/line.ts'
import { quoted } from '../../src/statements/log/quoted.ts'
import { readLog } from '../../src/statements/log/read-log.ts'

const test = suite('what a line of a log says')

function meaning(text: string): Meaning {
  return meaningOf(readLog([{ text }])[0]!)
}

function words(text: string) {
  return [wordsOf(readLog([{ text }])[0]!)]
}

test('is an error by its level, or by its words where there is none', () => {
  for (const text of [
    '{"level":"error","msg":"Reconciler error","error":"BucketNotEmpty"}',
    'E0612 10:00:00.0 1 c.go:1] cannot delete',
    '{"level":"warn","msg":"Failed to delete bucket"}',
    '{"level":"debug","msg":"Cannot delete","error":"buckets is forbidden"}',
    'failed to delete bucket',
    '{"level":"info","msg":"re-enqueuing Bucket shop/a","reason":"error unmounting: record was not found"}',
    '{"level":"info","msg":"deprovisioning","lastError":"IPMI call failed"}',
  ])
    assert.is(meaning(text), 'failing', text)
  assert.is(meaning('{"level":"info","msg":"failed jobs are kept"}'), 'other')
  assert.is(meaning('{"level":"info","msg":"Event occurred","reason":"FailedMount"}'), 'other')
})

test('is no error where the next try ends it, or the work goes on without what is gone', () => {
  assert.is(
    meaning(
      '{"level":"error","msg":"Reconciler error","error":"Operation cannot be fulfilled on buckets \\"a\\": the object has been modified; please apply your changes to the latest version and try again"}',
    ),
    'other',
  )
  assert.is(
    meaning(
      '{"level":"error","msg":"Reconciler error","error":"Requeuing operation until the execution space(karmada-es-m1) deleted"}',
    ),
    'other',
  )
  assert.is(meaning('{"level":"error","msg":"services \\"web\\" not found, nothing to delete"}'), 'other')
})

test('is a pause, another class, a count of what is left or work', () => {
  assert.is(meaning('{"level":"info","msg":"Reconciliation is paused for this object"}'), 'paused')
  assert.is(meaning('{"level":"info","msg":"ignoring bucket: it is not our class"}'), 'outOfScope')
  assert.is(
    meaning(
      'I1006 12:04:54.376685 11 store.go:436] "Ignoring ingress because of error while validating ingress class" ingress="s12/a" error="no object"',
    ),
    'outOfScope',
  )
  assert.is(meaning('{"level":"info","msg":"skipping bucket"}'), 'perhapsOutOfScope')
  assert.is(meaning('{"level":"info","msg":"deleted 14 of 90 objects"}'), 'counted')
  assert.is(meaning('{"level":"info","msg":"Deleting bucket"}'), 'works')
})

test('is never a pause or another class because an error quotes such words', () => {
  assert.is(meaning('{"level":"error","msg":"x","error":"Reconciliation is paused for this object"}'), 'failing')
  assert.is(meaning('{"level":"error","msg":"not our class"}'), 'failing')
})

test('is who leads, by which lock', () => {
  const [waits] = claimsOf(
    'not leading',
    words('I0128 05:39:25.02 1 leaderelection.go:242] attempting to acquire leader lease  home/b463.example.io...'),
  )
  assert.equal(waits?.lock, { namespace: 'home', name: 'b463.example.io' })
  assert.is(
    claimsOf('leading', words('I0128 05:39:26.0 1 leaderelection.go:252] successfully acquired lease home/b463'))
      .length,
    1,
  )
})

test('is that the API server is out of reach, and not that a provider is', () => {
  const of = (text: string) => claimsOf('cut off', words(text)).map(({ by }) => by)
  assert.equal(
    of(
      'E0612 10:00:00.0 1 reflector.go:1] failed to list *v1.Pod: Get "https://10.96.0.1:443/api/v1/pods?limit=500": dial tcp 10.96.0.1:443: connect: connection refused',
    ),
    ['network'],
  )
  assert.equal(
    of(
      'E0612 10:00:00.0 1 reflector.go:1] failed to list *v1.Pod: Get "https://10.96.0.1:443/api/v1/pods": x509: certificate has expired',
    ),
    ['credentials'],
  )
  assert.equal(
    of(
      '{"level":"error","msg":"x","error":"Get \\"https://s3.example.com/a\\": dial tcp: lookup s3.example.com: no such host"}',
    ),
    [],
  )
})

test('is that what should be ended has ended by itself, by its final status too (aws-controllers-k8s/sagemaker-controller#16)', () => {
  const next = (fact: string) => claimsOf('gave up', [{ fact, source: 'logs' }])[0]?.next
  assert.is(next('the request was rejected because the training job is in status Completed.'), 'ended')
  assert.is(next('the training job is in status InProgress'), undefined)
})

test('counts what is left', () => {
  const left = (text: string) => claimsOf('counted', words(text))[0]?.left
  assert.is(left('deleted 14 of 90 objects'), 76)
  assert.is(left('14/90 objects deleted'), 76)
  assert.is(left('deleting: 76 objects remaining'), 76)
})

test('is quoted with what other fields say in words, and without names and dumps', () => {
  const [line] = readLog([
    {
      text: 'I0612 10:00:00.0 1 c.go:285] "Cluster still has descendants" controller="a" name="b" descendants="images: c-1" spec="{a b c}" status="map[a:b c]" long="LONG" why="still has descendants"'.replace(
        'LONG',
        'so long '.repeat(40),
      ),
    },
  ])
  assert.is(quoted(line!), '"Cluster still has descendants", descendants="images: c-1"')
  const [named] = readLog([
    { text: 'I1129 10:00:00.1       1 a.go:1] "PVs found" name="disks" pvNames=["pv-1"] ids=[1]' },
  ])
  assert.is(quoted(named!), '"PVs found", pvNames="["pv-1"]"')
})

test.run()
