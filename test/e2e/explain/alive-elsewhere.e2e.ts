import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ageDeletion } from '../rig/age.ts'
import type { Thing } from '../rig/api.ts'
import { createCrd, type OwnType } from '../rig/crd.ts'
import { ownControlPlane, ownControlPlaneAvailable } from '../rig/own-control-plane.ts'
import { kubectlAvailable, run, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { openStage } from './stage.ts'

const test = suite('explain of a controller that is taken for gone, or for one that does not know its finalizer')
// Hours are written into etcd, which the sandbox has not.
const realTest = ownControlPlaneAvailable() && kubectlAvailable() ? test : test.skip

type Env = { readonly KUBECONFIG: string }

/** The guard by which a removal is refused. */
async function guardOf({ resource }: OwnType, { metadata }: Thing, env: Env): Promise<string> {
  const { name, namespace, finalizers } = metadata
  const args = ['remove', `${resource}/${name}`, '-n', namespace, '--finalizer', finalizers[0], '--dry-run=server']
  const { code, stdout } = await run([...args, '-o', 'json'], { env })
  assert.is(code, 3, stdout)
  return JSON.parse(stdout).steps[0].guard
}

realTest(
  'ControllerUnknown: what a former installation left proves nothing while its writer goes on elsewhere',
  async () => {
    await using plane = await ownControlPlane()
    const { api, etcd } = plane
    const env = { KUBECONFIG: plane.kubeconfig }
    const stage = await openStage({ api, env })
    const heaps = await createCrd(api, { kind: 'Heap' })
    const finalizer = `${heaps.group}/dump`
    const [place, other] = [await stage.namespace(), await stage.namespace()]
    await stage.grant('slagger-old', { kind: 'ServiceAccount', name: 'slagger', namespace: unique('gone') }, [heaps])
    const heap = await stage.write('slagger', heaps.draft('held', place, { metadata: { finalizers: [finalizer] } }))
    await api.delete(heap)
    await ageDeletion(etcd, heap, heaps.resource, 7200)
    const causes = async () => (await explained([`${heaps.resource}/held`, '-n', place], { env })).causes
    const codes = async () => (await causes()).map(({ code, verdict }) => `${code} ${verdict}`)
    assert.equal(await codes(), ['ControllerMissing stuck'])

    const sibling = await stage.write('slagger', heaps.draft('alive', other, { metadata: { finalizers: [finalizer] } }))
    await stage.age(sibling, 1800)
    const [cause, ...others] = await causes()
    assert.equal([cause!.code, cause!.verdict, others.length], ['ControllerUnknown', 'unknown', 0])
    assert.ok(cause!.evidence.some(({ fact }) => /"slagger" wrote or reported 30m ago, after the deletion/.test(fact)))
    assert.is(await guardOf(heaps, heap, env), 'ControllerUnknown')

    // Silent for more than an hour, it is not there any more either.
    await stage.age(sibling, 5400)
    const [missing] = await causes()
    assert.equal([missing!.code, missing!.verdict], ['ControllerMissing', 'stuck'])
    await carryOut(`${missing!.remedies.find(({ kind }) => kind === 'remove')!.commands[0]} --yes`, env)
    await api.waitGone(heap)
  },
)

realTest(
  'FinalizerUnhandled, unknown: the newer ones carry a name of another word, and the controller is not passed',
  async () => {
    await using plane = await ownControlPlane()
    const { api, etcd } = plane
    const env = { KUBECONFIG: plane.kubeconfig }
    const stage = await openStage({ api, env })
    const cases = [
      ['blue', 'red', 'unknown'],
      ['v1-cleanup', 'v2-cleanup', 'stuck'],
    ] as const
    for (const [former, present, verdict] of cases) {
      const cloths = await createCrd(api, { kind: 'Cloth' })
      const dyer = unique('dyer')
      await stage.operator(dyer, [cloths])
      const draft = (name: string, place: string, word: string) =>
        cloths.draft(name, place, { metadata: { finalizers: [`${cloths.group}/${word}`] } })
      const [place, other] = [await stage.namespace(), await stage.namespace()]
      const held = await stage.write(dyer, draft('held', place, former))
      await api.delete(held)
      await ageDeletion(etcd, held, cloths.resource, 7200)
      for (const name of ['a', 'b', 'c']) await stage.write(dyer, draft(name, other, present))
      const [cause, ...others] = (await explained([`${cloths.resource}/held`, '-n', place], { env })).causes
      assert.equal([cause!.code, cause!.verdict, others.length], ['FinalizerUnhandled', verdict, 0])
      if (verdict === 'unknown') {
        assert.is(await guardOf(cloths, held, env), 'ControllerAlive')
        assert.equal(
          cause!.remedies.map(({ kind }) => kind),
          ['inspect', 'remove'],
        )
        assert.match(cause!.remedies[1]!.commands[0]!, '--override ControllerAlive')
      } else {
        await carryOut(`${cause!.remedies.find(({ kind }) => kind === 'remove')!.commands[0]} --yes`, env)
        await api.waitGone(held)
      }
    }
  },
)

test.run()
