import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { explained } from './explained.ts'
import { clusterOfThings, thing } from './things.ts'
import { configuration, GROUP, service, webhook } from './webhook-configuration.ts'

const test = suite('a finalizer that is put back')

const CODE = 'FinalizerReadded'

/** A mutating webhook that answers, and keeps the finalizer on every Thing but `neighbour`. */
function keeping(sandbox: Sandbox): void {
  service(sandbox, 'keeper')
  const hook = webhook('keeper.example.com', { service: 'keeper' })
  configuration(sandbox, 'keeper', [hook], 'MutatingWebhookConfiguration')
  sandbox.admission.push({
    name: 'keeper.example.com',
    phase: 'mutating',
    resources: [`things.${GROUP}`],
    operations: ['UPDATE'],
    review: ({ object, name }) =>
      name === 'neighbour'
        ? { allowed: true }
        : {
            allowed: true,
            object: { ...object!, metadata: { ...object!.metadata, finalizers: [`${GROUP}/hold`] } },
          },
  })
}

test('by a mutating webhook, which is named', async () => {
  const sandbox = clusterOfThings()
  keeping(sandbox)
  thing(sandbox, 'acme')
  thing(sandbox, 'neighbour')
  const answer = await explained(sandbox)
  const cause = answer.causes.find(({ code }) => code === CODE)!
  assert.is(answer.object('Thing', 'acme').verdict, 'stuck')
  assert.is(cause.subject.name, 'acme')
  assert.is(cause.finalizer, `${GROUP}/hold`)
  assert.ok(cause.evidence.some(({ fact }) => fact.includes('keeper.example.com')))
  assert.equal(
    cause.blocks.map(({ name }) => name),
    ['acme'],
  )
  assert.equal(
    cause.remedies.map(({ kind, commands }) => [kind, ...commands.map(each => each.split(' --')[0])]),
    [
      ['inspect', 'kubectl get mutatingwebhookconfiguration keeper -o yaml'],
      ['repair', 'kubectl patch mutatingwebhookconfiguration keeper'],
    ],
  )
})

test('is not one that goes, though a mutating webhook watches', async () => {
  const sandbox = clusterOfThings()
  service(sandbox, 'keeper')
  const hook = webhook('keeper.example.com', { service: 'keeper' })
  configuration(sandbox, 'keeper', [hook], 'MutatingWebhookConfiguration')
  thing(sandbox, 'acme')
  assert.not.ok((await explained(sandbox)).codesOf('Thing', 'acme').includes(CODE))
})

test('is told without a name where no webhook is seen that could', async () => {
  const sandbox = clusterOfThings()
  keeping(sandbox)
  thing(sandbox, 'acme')
  sandbox.authorize = (user, _verb, resource) =>
    user.name !== 'tenant' || !resource.startsWith('mutatingwebhookconfigurations')
  const cause = (await explained(sandbox, { user: 'tenant' })).causes.find(({ code }) => code === CODE)!
  assert.ok(cause.evidence.some(({ fact }) => fact.includes('could not be read')))
  assert.equal(cause.remedies, [])
})

test.run()
