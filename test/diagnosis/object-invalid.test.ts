import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { everyRepair } from '../../src/plan/first-remedy.ts'
import { inWords } from '../../src/render/words/in-words.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { explained } from './explained.ts'
import { clusterOfThings, thing } from './things.ts'
import { GROUP } from './webhook-configuration.ts'

const test = suite('an object that is not valid any more')

const CODE = 'ObjectInvalid'

/** The schema as somebody tightened it later: a rule on the root is checked on every update. */
function tighten(sandbox: Sandbox): void {
  const definition = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `things.${GROUP}`)!
  const spec = structuredClone(definition.spec) as {
    versions: { schema: { openAPIV3Schema: Record<string, unknown> } }[]
  }
  spec.versions[0]!.schema.openAPIV3Schema['x-kubernetes-validations'] = [
    { rule: 'has(self.spec.plan)', message: 'a plan is needed' },
  ]
  sandbox.put({ ...definition, spec })
}

test("is told with the server's words, and its valid neighbours are not blamed", async () => {
  const sandbox = clusterOfThings()
  thing(sandbox, 'acme')
  thing(sandbox, 'aaa-valid', { spec: { plan: 'gold' } })
  thing(sandbox, 'zzz-valid', { spec: { plan: 'gold' } })
  tighten(sandbox)
  const answer = await explained(sandbox)
  const cause = answer.causes.find(({ code }) => code === CODE)!
  assert.is(answer.object('Thing', 'acme').verdict, 'stuck')
  assert.is((cause.subject as { uid: string }).uid, answer.object('Thing', 'acme').ref.uid)
  assert.equal(
    cause.blocks.map(({ name }) => name),
    ['acme'],
  )
  assert.ok(cause.evidence.some(({ fact }) => fact.includes('a plan is needed')))
  assert.equal(
    cause.remedies.map(({ kind, commands }) => [kind, ...commands]),
    [
      ['repair', `kubectl edit things.${GROUP} acme -n customers`],
      ['repair', `kubectl edit customresourcedefinition things.${GROUP}`],
    ],
  )
  assert.match(inWords(everyRepair(cause)![1]!.what), /^or relax the schema/)
})

test('is looked for in fifty objects and not in more, and says how many were not tried', async () => {
  const sandbox = clusterOfThings()
  for (let index = 100; index < 180; index++) thing(sandbox, `thing-${index}`)
  tighten(sandbox)
  let probes = 0
  sandbox.onRequest = ({ method }) => {
    if (method === 'PATCH') probes++
    return undefined
  }
  const answer = await explained(sandbox)
  const causes = answer.causes.filter(({ code }) => code === CODE)
  assert.is(probes, 50)
  assert.is(causes.length, 50)
  assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes('30 more')))
  assert.not.ok(answer.codesOf('Thing', 'thing-179').includes(CODE))
})

test('is not one whose old fault is forgiven, because the update does not touch it', async () => {
  const sandbox = clusterOfThings()
  thing(sandbox, 'acme')
  assert.not.ok((await explained(sandbox)).codesOf('Thing', 'acme').includes(CODE))
})

test('is not one that the user may not patch', async () => {
  const sandbox = clusterOfThings()
  thing(sandbox, 'acme')
  tighten(sandbox)
  sandbox.authorize = (user, verb) => user.name !== 'reader' || ['get', 'list'].includes(verb)
  assert.not.ok((await explained(sandbox, { user: 'reader' })).codesOf('Thing', 'acme').includes(CODE))
})

test.run()
