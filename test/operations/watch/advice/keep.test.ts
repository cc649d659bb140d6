import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { adviceOf, BINDING, definitionIn, policyIn } from '../../../../src/operations/watch/advice/advice-objects.ts'
import { keepAdvice, removeAdvice } from '../../../../src/operations/watch/advice/keep-advice.ts'
import { isOwn, isRemovable } from '../../../../src/plan/own-types.ts'
import { inWords } from '../../../../src/render/words/in-words.ts'
import { namespace } from '../../../../src/sandbox/incidents/parts/namespace.ts'
import { PATHS, setup } from './setup.ts'

const test = suite('the objects of watch --advice')

const [DEFINITION, POLICY] = [definitionIn({ inWords }), policyIn({ inWords })]
const ALL = ['definition', 'advice', 'policy', 'binding']

/** Keeps it until everything is in place. */
async function kept(texts: Readonly<Record<string, string>>, { sandbox, tools }: ReturnType<typeof setup>) {
  for (let tries = 0; tries < 10; tries++) {
    const result = await keepAdvice(texts, tools())
    if (result !== 'later') return result
    await sandbox.settle()
  }
  throw new Error('it is never in place')
}

const textsOf = async ({ ask }: ReturnType<typeof setup>) =>
  ((await ask('GET', PATHS.advice)).body.spec as { texts: object }).texts

test('are made, hold just the texts of the moment, and warn at the deletion of what these are about', async () => {
  const world = setup(sandbox => namespace(sandbox, 'shop'))
  const { ask, there } = world
  const { uid } = (await ask('GET', '/api/v1/namespaces/shop')).body.metadata
  await kept({ [uid]: 'it would get stuck', other: 'x' }, world)
  assert.equal(await there(), ALL)
  const dry = await ask('DELETE', '/api/v1/namespaces/shop', {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    dryRun: ['All'],
  })
  assert.is(dry.status, 200)
  assert.match(dry.headers.warning!, /'kubectl-finalize-advice': it would get stuck"$/)
  await kept({ [uid]: 'still' }, world)
  assert.equal(await textsOf(world), { [uid]: 'still' })
  assert.not.ok(ALL.length === 0)
  for (const path of Object.values(PATHS)) assert.not.ok((await ask('GET', path)).body.metadata.finalizers)
})

test('all go at the end, by whoever of this program made them', async () => {
  const world = setup()
  await kept({ a: 'text' }, world)
  await removeAdvice(world.tools())
  await world.sandbox.settle()
  assert.equal(await world.there(), [])
  await removeAdvice(world.tools())
})

test('are set right where they were changed: a binding that denies warns again, and old texts go', async () => {
  const world = setup()
  await kept({ old: 'text' }, world)
  await world.ask('PATCH', PATHS.binding, { spec: { validationActions: ['Deny'] } })
  await kept({}, world)
  const { body } = await world.ask('GET', PATHS.binding)
  assert.equal((body.spec as { validationActions: object }).validationActions, ['Warn'])
  assert.equal(await textsOf(world), {})
})

test('that others have installed stay, and only the texts go', async () => {
  const world = setup()
  for (const { type, object } of [DEFINITION, POLICY, BINDING]) {
    const { labels: _, ...metadata } = object.metadata
    const path = `/apis/${object.apiVersion}/${type.plural}`
    assert.is((await world.ask('POST', path, { ...object, metadata })).status, 201)
  }
  await kept({ a: 'text' }, world)
  await removeAdvice(world.tools())
  await world.sandbox.settle()
  assert.equal(await world.there(), ['definition', 'policy', 'binding'])
  await world.ask('PATCH', PATHS.binding, { spec: { validationActions: ['Audit'] } })
  const name = 'validatingadmissionpolicybinding/kubectl-finalize-advice'
  assert.equal(await kept({}, world), { is: 'foreign', name })
})

test('never deny, whatever goes wrong', () => {
  assert.equal((BINDING.object.spec as { validationActions: object }).validationActions, ['Warn'])
  assert.is((POLICY.object.spec as { failurePolicy: string }).failurePolicy, 'Ignore')
})

test('are the only ones of their types that are written or removed', () => {
  for (const { type, object } of [DEFINITION, POLICY, BINDING, adviceOf({})]) {
    const other = { ...object, metadata: { ...object.metadata, name: 'other' } }
    assert.equal([isOwn(type, object), isRemovable(type, object)], [true, true])
    assert.equal([isOwn(type, other), isRemovable(type, other)], [false, false])
  }
})

test('are not touched by a task for another object of these types, or one that a watch has not made', async () => {
  const { tools, ask } = setup()
  const { carryOutTask } = await import('../../../../src/execute/carry-out.ts')
  const result = async (object: typeof POLICY.object, removes?: true) =>
    (
      await carryOutTask({ action: 'Record', own: { type: POLICY.type, object, ...(removes && { removes }) } }, tools())
    )[0]!.result
  const other = { ...POLICY.object, metadata: { ...POLICY.object.metadata, name: 'other' } }
  assert.is(await result(other), 'refused')
  const { labels: _, ...metadata } = POLICY.object.metadata
  const made = await ask('POST', PATHS.policy.replace(/\/[^/]*$/, ''), { ...POLICY.object, metadata })
  assert.is(await result(made.body, true), 'refused')
})

test.run()
