import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { ownRemedies } from '../../diagnosis/own-remedies.ts'
import type { Thing } from '../rig/api.ts'
import { begunTogether } from '../rig/begun-together.ts'
import { api, crd, kubectlAvailable, namespace, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { installOperator, stuckObject } from './operator.ts'

const test = suite('explain of what a product offers itself')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

withKubectl(
  'Longhorn without its manager: its confirmation comes after the repair, and lets its uninstaller end it',
  async () => {
    const place = await namespace()
    const [volumes, settings] = [
      await crd({ group: 'longhorn.io', kind: 'Volume' }),
      await crd({ group: 'longhorn.io', kind: 'Setting' }),
    ]
    const flag = await api.create({ ...settings.draft('deleting-confirmation-flag', place), value: 'false' })
    const volume = await stuckObject(volumes, place, 'pvc-1', { finalizer: 'longhorn.io', manager: 'longhorn-manager' })
    const [cause] = (await explained(['-n', place])).causesOf('Volume', 'pvc-1')
    assert.equal([cause!.code, cause!.subject.name], ['ControllerMissing', volumes.resource])
    assert.equal(
      ownRemedies(cause!).map(({ kind }) => kind),
      ['repair', 'repair', 'remove'],
    )
    await carryOut(cause!.remedies[1]!.commands[0]!)
    // The uninstaller (fake), which refuses without the confirmation.
    assert.is((await api.get(flag))!.value, 'true')
    const again = (await explained(['-n', place])).causesOf('Volume', 'pvc-1')[0]!
    assert.equal(
      ownRemedies(again).map(({ kind }) => kind),
      ['repair', 'remove'],
    )
    await api.patch(volume, { metadata: { finalizers: null } })
    await api.waitGone(volume)
  },
)

withKubectl(
  'Flux without its controllers: its uninstaller is told after the repair, and the removal frees these objects alone',
  async () => {
    const place = await namespace()
    const releases = await crd({ group: 'source.toolkit.fluxcd.io', kind: 'GitRepository', plural: 'gitrepositories' })
    const release = await stuckObject(releases, place, 'web', {
      finalizer: 'finalizers.fluxcd.io',
      manager: 'source-controller',
    })
    const [cause] = (await explained(['-n', place])).causesOf('GitRepository', 'web')
    assert.is(cause!.code, 'ControllerMissing')
    assert.ok(cause!.remedies[1]!.commands[0]!.startsWith('flux uninstall'))
    await carryOut(`${cause!.remedies.at(-1)!.commands[0]} --yes`)
    await api.waitGone(release)
  },
)

withKubectl(
  'an operator of OLM without olm-operator: what it would have deleted is deleted by hand, and nothing of another',
  async () => {
    const place = await namespace()
    const versions = await crd({ group: 'operators.coreos.com', kind: 'ClusterServiceVersion' })
    const left = async (what: string, owner: string, kind: string, rest: object): Promise<Thing> => {
      const labels = { 'olm.owner': owner, 'olm.owner.namespace': place }
      return api.create({ kind, metadata: { name: unique(what), labels }, ...rest } as never)
    }
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', rules: [] }
    const configuration = { apiVersion: 'admissionregistration.k8s.io/v1', webhooks: [] }
    const gone = [
      await left('role', 'etcd.v1', 'ClusterRole', role),
      await left('webhooks', 'etcd.v1', 'ValidatingWebhookConfiguration', configuration),
    ]
    const kept = await left('role', 'other.v1', 'ClusterRole', role)
    const version = await stuckObject(versions, place, 'etcd.v1', {
      finalizer: 'operators.coreos.com/csv-cleanup',
      manager: 'olm',
    })
    const [cause] = (await explained(['-n', place])).causesOf('ClusterServiceVersion', 'etcd.v1')
    assert.is(cause!.code, 'ControllerMissing')
    const [again, byHand, removal] = ownRemedies(cause!)
    assert.equal([again!.kind, byHand!.kind, removal!.kind], ['repair', 'repair', 'remove'])
    for (const command of byHand!.commands) await carryOut(command)
    for (const thing of gone) await api.waitGone(thing)
    assert.ok(await api.get(kept))
    await carryOut(`${removal!.commands[0]} --yes`)
    await api.waitGone(version)
  },
)

const ALL_BUT_DELETE = ['Observe', 'Create', 'Update', 'LateInitialize']

const RELEASES = [
  {
    what: 'Crossplane',
    finalizer: 'finalizer.managedresource.crossplane.io',
    rest: { spec: { deletionPolicy: 'Delete' } },
    isSet: (now: { spec: { deletionPolicy: string } }) => now.spec.deletionPolicy === 'Orphan',
  },
  {
    what: 'Crossplane of version 2',
    finalizer: 'finalizer.managedresource.crossplane.io',
    rest: { spec: { managementPolicies: ['*'] } },
    isSet: (now: { spec: { managementPolicies: string[] } }) =>
      now.spec.managementPolicies.join() === ALL_BUT_DELETE.join(),
  },
  {
    what: 'Config Connector',
    finalizer: 'cnrm.cloud.google.com/finalizer',
    rest: {},
    isSet: (now: { metadata: { annotations?: Record<string, string> } }) =>
      now.metadata.annotations?.['cnrm.cloud.google.com/deletion-policy'] === 'abandon',
  },
]

/** Being deleted by the operator that runs, and what explain says of it at once. */
const held = begunTogether(RELEASES, async ({ finalizer, rest }) => {
  const place = await namespace()
  const type = await crd({ kind: 'Database' })
  // Fake: a Pod that is ready and does nothing.
  await installOperator({ type, namespace: await namespace(), name: unique('provider'), state: 'running' })
  const thing = await api.create(type.draft('main', place, { metadata: { finalizers: [finalizer] }, ...rest }))
  await api.delete(thing)
  return { place, thing, early: await explained(['-n', place]) }
})

for (const release of RELEASES) {
  const { what, isSet } = release
  withKubectl(`${what} that runs and does not get on: a setting of its own lets the object go`, async () => {
    const { place, thing, early } = await held(release)
    // In the first half minute it is too early to give anything up.
    assert.not.ok(early.causes[0]!.remedies.some(({ kind }) => kind === 'repair'))
    const seen = async () => {
      const [cause] = (await explained(['-n', place])).causesOf('Database', 'main')
      return cause?.remedies.find(({ kind }) => kind === 'repair')
    }
    const remedy = await until(seen, { what: 'the way out to be told', deadlineSeconds: 90 })
    await carryOut(remedy.commands[0]!)
    // What its controller does then (fake).
    assert.ok(isSet((await api.get(thing))! as never))
    await api.patch(thing, { metadata: { finalizers: null } })
    await api.waitGone(thing)
  })
}

withKubectl(
  'kapp-controller whose ServiceAccount went with the namespace: its own setting comes first, and the removal as printed ends both',
  async () => {
    const place = await namespace()
    const type = await crd({ group: 'kappctrl.k14s.io', kind: 'App' })
    // Fake: a Pod that is ready and does nothing.
    await installOperator({ type, namespace: await namespace(), name: unique('kapp-controller'), state: 'running' })
    const metadata = { finalizers: ['finalizers.kapp-ctrl.k14s.io/delete'] }
    const spec = { serviceAccountName: 'deployer' }
    const app = await api.create(type.draft('web', place, { metadata, spec }))
    const whole = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } }
    await api.delete(whole)
    await api.waitFor(app, now => now.metadata.deletionTimestamp)
    const message = 'Preparing kapp: Getting service account: serviceaccounts "deployer" not found'
    const conditions = [{ type: 'DeleteFailed', status: 'True', message }]
    await api.patch(app, { status: { conditions } }, { subresource: '/status' })
    const seen = async () => {
      const [cause] = (await explained(['-n', place])).causesOf('App', 'web')
      return cause?.remedies.some(({ kind }) => kind === 'repair') ? cause : undefined
    }
    const cause = await until(seen, { what: 'the way out to be told', deadlineSeconds: 90 })
    assert.equal([cause.code, cause.subject.name], ['ReferenceMissing', 'deployer'])
    const [repair, removal] = ownRemedies(cause)
    await carryOut(repair!.commands[0]!)
    assert.is((await api.get(app))!.spec.noopDelete, true)
    await carryOut(`${removal!.commands[0]} --yes`)
    await api.waitGone(app)
    await api.waitGone(whole)
  },
)

withKubectl(
  'an operator that is gone, and its CRD is being deleted: never a whole installation, and the removal ends both',
  async () => {
    const place = await namespace()
    const type = await crd({ kind: 'Scaler' })
    const thing = await stuckObject(type, place, 'main')
    await api.delete(type.definition)
    const answer = await explained([`customresourcedefinitions/${type.resource}`])
    const [cause] = answer.causesOf('Scaler', 'main')
    assert.equal([cause!.code, cause!.subject.name], ['ControllerMissing', type.resource])
    assert.equal(cause!.blocks.map(({ kind }) => kind).toSorted(), ['CustomResourceDefinition', 'Scaler'])
    const [repair, removal] = ownRemedies(cause!)
    assert.ok(repair!.summary.includes('without its CRDs'))
    assert.ok(removal!.summary.includes('installed again'))
    await carryOut(`${removal!.commands[0]} --yes`)
    await api.waitGone(thing)
    await api.waitGone(type.definition)
  },
)

test.run()
