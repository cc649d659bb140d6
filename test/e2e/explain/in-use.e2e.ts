import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { api, crd, kubectlAvailable, namespace, run, target, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain of what is in use')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip
// 1.30 serves neither: a class is there since 1.34, a range of addresses since 1.33.
const withClass = (await api.serves('storage.k8s.io/v1', 'VolumeAttributesClass')) ? withKubectl : test.skip
const withRange = (await api.serves('networking.k8s.io/v1', 'ServiceCIDR')) ? withKubectl : test.skip

const free = (thing: Thing) => api.patch(thing, { metadata: { finalizers: null } })

withClass(
  'a VolumeAttributesClass that a claim names (its controller is the real one): the command frees it',
  async () => {
    const place = await namespace()
    const name = unique('class')
    const VAC = 'kubernetes.io/vac-protection'
    const created = await api.create({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttributesClass',
      metadata: { name, finalizers: [VAC] },
      driverName: 'disk.csi.example.com',
      parameters: { iops: '3000' },
    })
    const claim = await api.create({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: place },
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: unique('none'),
        resources: { requests: { storage: '1Gi' } },
        volumeAttributesClassName: name,
      },
    })
    await api.delete(created)
    const answer = await explained([`volumeattributesclasses/${name}`])
    const [cause] = answer.causesOf('VolumeAttributesClass', name)
    assert.equal(
      [cause!.code, cause!.subject.kind, cause!.subject.name],
      ['InstanceAlive', 'PersistentVolumeClaim', 'data'],
    )
    assert.equal(
      answer.object('VolumeAttributesClass', name).waitingFor.map(({ ref, reason }) => `${reason} ${ref.name}`),
      ['Consumer data'],
    )
    const refused = await run(['remove', `volumeattributesclasses/${name}`, '--finalizer', VAC, '--yes', '-o', 'json'])
    assert.equal([refused.code, JSON.parse(refused.stdout).steps[0].guard], [3, 'ProtectedFinalizer'])
    await carryOut(cause!.remedies[0]!.commands[0]!)
    await api.waitGone(claim)
    // The sandbox has no such controller.
    if (target().name === 'sandbox') await free(created)
    await api.waitGone(created)
  },
)

withKubectl(
  'a provider configuration (fake) whose record of use was left: the record is deleted, and it goes',
  async () => {
    const group = `${unique('aws')}.upbound.example.com`
    const scope = 'Cluster'
    const configs = await crd({ kind: 'ProviderConfig', group, scope })
    const usages = await crd({ kind: 'ProviderConfigUsage', group, scope, plural: 'providerconfigusages' })
    const buckets = await crd({ kind: 'Bucket', scope })
    const finalizer = 'in-use.crossplane.io'
    const config = await api.create(configs.draft('default', undefined, { metadata: { finalizers: [finalizer] } }))
    const resourceRef = { apiVersion: buckets.apiVersion, kind: 'Bucket', name: 'gone' }
    const usage = await api.create(
      usages.draft('u-1', undefined, { providerConfigRef: { name: 'default' }, resourceRef }),
    )
    await api.create(usages.draft('u-2', undefined, { providerConfigRef: { name: 'other' }, resourceRef }))
    await api.delete(config)
    const answer = await explained([`${configs.resource}/default`])
    assert.equal(
      answer.causes.map(({ code, subject, blocks }) => [code, subject.name, ...blocks.map(({ name }) => name)]),
      [['InstanceAlive', 'u-1', 'default']],
    )
    const refused = await run([
      'remove',
      `${configs.resource}/default`,
      '--finalizer',
      finalizer,
      '--yes',
      '-o',
      'json',
    ])
    assert.equal([refused.code, JSON.parse(refused.stdout).steps[0].guard], [3, 'ProtectedFinalizer'])
    await carryOut(answer.causes[0]!.remedies[0]!.commands[0]!)
    await api.waitGone(usage)
    assert.not.ok(
      (await explained([`${configs.resource}/default`])).causes.some(({ code }) => code === 'InstanceAlive'),
    )
    await free(config)
    await api.waitGone(config)
  },
)

withRange(
  'a ServiceCIDR with the address of a Service (its controller is the real one): deleting the Service frees it',
  async () => {
    const place = await namespace()
    const name = unique('range')
    const third = Math.floor(Math.random() * 200)
    const finalizer = 'networking.k8s.io/service-cidr-finalizer'
    // Made first: once there is the range, the allocator may take its address from there.
    const service = await api.create({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', namespace: place },
      spec: { ports: [{ port: 80 }] },
    })
    const range = await api.create({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'ServiceCIDR',
      metadata: { name, finalizers: [finalizer] },
      spec: { cidrs: [`198.18.${third}.0/24`] },
    })
    const address = `198.18.${third}.7`
    const parentRef = { group: '', resource: 'services', namespace: place, name: 'web' }
    const ip = await api.create({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IPAddress',
      metadata: { name: address },
      spec: { parentRef },
    })
    await api.delete(range)
    const answer = await explained([`servicecidrs/${name}`])
    const [cause] = answer.causesOf('ServiceCIDR', name)
    assert.equal([cause!.code, cause!.subject.name], ['InstanceAlive', address])
    assert.equal(cause!.remedies[0]!.commands, [`kubectl delete services web -n ${place} --wait=false`])
    await carryOut(cause!.remedies[0]!.commands[0]!)
    await api.waitGone(service)
    // The address was made by hand here, for the allocator gives only those of its own range.
    await api.delete(ip).catch(() => undefined)
    // The real controller may end it at once.
    if (target().name === 'sandbox') {
      assert.not.ok((await explained([`servicecidrs/${name}`])).causes.some(({ code }) => code === 'InstanceAlive'))
      await free(range)
    }
    await api.waitGone(range)
  },
)

test.run()
