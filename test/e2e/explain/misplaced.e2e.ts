import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft, Thing } from '../rig/api.ts'
import { podDraft } from '../rig/node.ts'
import { api, crd, kubectlAvailable, namespace, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain of finalizers of Kubernetes where they do not belong')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

const configMap = (place: string): Draft => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'held', namespace: place },
})

const custom = async (place: string): Promise<Draft> => (await crd({ kind: 'Order' })).draft('held', place) as Draft

for (const [finalizer, what, draft] of [
  ['kubernetes', 'a ConfigMap', configMap],
  ['kubernetes', 'a custom resource', custom],
  ['kubernetes.io/pvc-protection', 'a Pod', (place: string) => podDraft('held', place, {}) as Draft],
  ['foregrounddeletion', 'a custom resource', custom],
  ['kubernetes.io/orphan', 'a ConfigMap', configMap],
] as const) {
  withKubectl(`${finalizer} on ${what}: FinalizerUnhandled, and the printed removal ends it`, async () => {
    const place = await namespace()
    const made = await draft(place)
    const thing = await api.create({ ...made, metadata: { ...made.metadata, finalizers: [finalizer] } })
    await api.delete(thing, { gracePeriodSeconds: 0 })
    await told(thing, finalizer, ['-n', place])
  })
}

withKubectl(
  'kubernetes in metadata.finalizers of a Namespace: the namespace controller does not take it off',
  async () => {
    const draft = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: unique('held'), finalizers: ['kubernetes'] },
    }
    const thing = await api.create(draft)
    await api.delete(thing)
    await api.waitFor(thing, ({ spec }) => spec?.finalizers === undefined)
    await told(thing, 'kubernetes', ['-n', thing.metadata.name])
  },
)

async function told(thing: Thing, finalizer: string, where: readonly string[]): Promise<void> {
  const answer = await explained(where)
  const [cause, ...more] = answer.causesOf(thing.kind, thing.metadata.name)
  assert.equal(
    [more.length, cause!.code, cause!.verdict, cause!.finalizer, cause!.subject.name],
    [0, 'FinalizerUnhandled', 'stuck', finalizer, thing.metadata.name],
  )
  assert.equal(
    cause!.blocks.map(({ uid }) => uid),
    [thing.metadata.uid],
  )
  await carryOut(`${cause!.remedies.at(-1)!.commands[0]} --yes`)
  await api.waitGone(thing)
}

test.run()
