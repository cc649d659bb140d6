import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { api, crd, kubectlAvailable, namespace, run, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { installOperator } from './operator.ts'

const test = suite('explain of paused objects')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

const CROSSPLANE = 'finalizer.managedresource.crossplane.io'

/** A type whose operator runs: a Pod that is ready and does nothing, as one does with what is paused (fake). */
async function product(kind: string) {
  const type = await crd({ kind })
  await installOperator({ type, namespace: await namespace(), name: unique('operator'), state: 'running' })
  return type
}

/** What the operator does once nothing is paused any more (fake). */
async function finish(thing: Thing, isPaused: (now: Thing) => boolean): Promise<void> {
  const now = await api.get(thing)
  assert.not.ok(isPaused(now!))
  await api.patch(thing, { metadata: { finalizers: null } })
  await api.waitGone(thing)
}

withKubectl(
  'crossplane.io/paused on what it manages: Paused, RepairFirst refuses, and the command ends it',
  async () => {
    const place = await namespace()
    const type = await product('Bucket')
    const draft = (name: string, annotations?: object) =>
      type.draft(name, place, { metadata: { finalizers: [CROSSPLANE], ...(annotations && { annotations }) } })
    const paused = await api.create(draft('paused', { 'crossplane.io/paused': 'true' }))
    const other = await api.create(draft('other'))
    for (const thing of [paused, other]) await api.delete(thing)
    const answer = await explained(['-n', place])
    const [cause] = answer.causesOf('Bucket', 'paused')
    assert.equal([cause!.code, cause!.subject.kind, cause!.subject.name], ['Paused', 'Bucket', 'paused'])
    assert.is(answer.object('Bucket', 'paused').verdict, 'stuck')
    assert.equal(
      cause!.blocks.map(({ uid }) => uid),
      [paused.metadata.uid],
    )
    assert.not.ok(answer.causesOf('Bucket', 'other').some(({ code }) => code === 'Paused'))
    const refused = await run([
      'remove',
      `${type.resource}/paused`,
      '-n',
      place,
      '--finalizer',
      CROSSPLANE,
      '--yes',
      '-o',
      'json',
    ])
    assert.equal([refused.code, JSON.parse(refused.stdout).steps[0].guard], [3, 'RepairFirst'])
    await carryOut(cause!.remedies[0]!.commands[0]!)
    await finish(paused, ({ metadata }) => metadata.annotations?.['crossplane.io/paused'] !== undefined)
  },
)

withKubectl(
  'a switch of a product that is not known: unknown until the object says so; the command ends it',
  async () => {
    const place = await namespace()
    const type = await product('Ruler')
    const finalizers = [`${type.group}/cleanup`]
    const ruler = await api.create(type.draft('main', place, { metadata: { finalizers }, spec: { paused: true } }))
    await api.delete(ruler)
    const answer = await explained(['-n', place])
    assert.equal(answer.codes, ['Paused main'])
    assert.is(answer.object('Ruler', 'main').verdict, 'unknown')
    await carryOut(answer.causes[0]!.remedies[0]!.commands[0]!)
    await finish(ruler, ({ spec }) => spec.paused === true)
  },
)

test.run()
