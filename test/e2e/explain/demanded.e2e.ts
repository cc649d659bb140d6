import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { api, crd, kubectlAvailable, namespace } from '../rig/rig.ts'
import { admissionPolicy, removalAnswers, webhookConfiguration } from './admission.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { httpsServer, review } from './https-server.ts'
import { stuckObject } from './operator.ts'

const suited = suite('explain of what is demanded of an object that is being deleted')
// The printed commands are carried out with the stock kubectl.
const test = kubectlAvailable() ? suited : suited.skip

const isDenied = (status: number, body: string): boolean => status >= 400 && body.includes('denied')

test('an annotation or a label that a policy demands: the object is given it, and the removal passes', async () => {
  const place = await namespace()
  for (const [expression, command] of [
    ["has(object.metadata.annotations) && 'example.com/ticket' in object.metadata.annotations", 'annotate'],
    ["has(object.metadata.labels) && object.metadata.labels[?'example.com/ticket'] == optional.of('true')", undefined],
    [
      "has(object.metadata.labels) && 'tier' in object.metadata.labels && object.metadata.labels['tier'] == 'gold'",
      'label',
    ],
  ] as const) {
    const type = await crd()
    const held = await stuckObject(type, place, 'held')
    await using policy = await admissionPolicy(type.group, expression)
    await removalAnswers(held, isDenied)
    const answer = await explained([`${type.resource}/held`, '-n', place])
    const cause = answer.causes.find(({ code }) => code === 'RequestDenied')!
    assert.is(cause.subject.name, policy.name)
    const [first] = cause.remedies
    if (command === undefined) {
      // A form that is not known: no guess.
      assert.is(first!.kind, 'inspect')
      continue
    }
    assert.match(first!.commands[0]!, `kubectl ${command} ${type.resource} held -n ${place} `)
    assert.ok(cause.evidence.some(({ fact, source }) => source === 'dry run' && fact.includes('is accepted')))
    for (const each of first!.commands) await carryOut(each)
    await removalAnswers(held, status => status === 200)
    await api.patch(held, { metadata: { finalizers: null } })
    await api.waitGone(held)
  }
})

test('a label that a webhook says it wants: given where that is enough, and not where it denies all the same', async () => {
  const place = await namespace()
  await using server = await httpsServer((path, body) =>
    path.startsWith('/enough') && body.request.object.metadata.labels?.owner !== undefined
      ? review(body, { allowed: true })
      : review(body, { allowed: false, status: { message: '[own] you must provide labels: {"owner"}' } }),
  )
  for (const path of ['enough', 'never']) {
    const type = await crd()
    const held = await stuckObject(type, place, 'held')
    const clientConfig = { url: `${server.url}/${path}`, caBundle: server.caBundle }
    await using _hooks = await webhookConfiguration(type.group, { clientConfig })
    await removalAnswers(held, isDenied)
    const answer = await explained([`${type.resource}/held`, '-n', place])
    const [first] = answer.causes.find(({ code }) => code === 'RequestDenied')!.remedies
    if (path === 'never') {
      assert.is(first!.kind, 'inspect')
      continue
    }
    assert.equal(first!.commands, [`kubectl label ${type.resource} held -n ${place} owner=true --overwrite`])
    await carryOut(first!.commands[0]!)
    await removalAnswers(held, status => status === 200)
    await api.patch(held, { metadata: { finalizers: null } })
    await api.waitGone(held)
  }
})

suited.run()
