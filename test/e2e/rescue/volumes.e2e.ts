import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { createNode } from '../rig/node.ts'
import { api, namespace, target } from '../rig/rig.ts'
import { again, deleted, folder, isDone, rescued, told } from './rescued.ts'
import { beside } from './scenes.ts'
import { bound, isWhole, userOf } from './storage.ts'

const test = suite('rescue of claims and volumes')

/** What binds a claim to a volume is a part of kube-controller-manager. */
const onRealServers = target().name === 'control-plane' ? test : test.skip

/** Deletes a claim that no Pod uses: what protects it in use goes, and this finalizer alone is left. */
async function unused(claim: Thing): Promise<Thing> {
  const old = await deleted(claim)
  return api.waitFor(old, ({ metadata }) => metadata.finalizers.length === 1)
}

onRealServers(
  'a claim that a Pod uses: it is Bound to the same volume again, the Pod stays, the policy is what it was',
  async () => {
    const place = await namespace()
    const storage = await bound(place)
    const { pod, end } = await userOf(place)
    try {
      const old = await deleted(storage.claim)
      const answer = await rescued(['pvc/data', '-n', place, '--backup-dir', folder()])
      isDone(answer)
      const volume = storage.volume.metadata.name
      assert.equal(told(answer), [
        `Retain ${volume} done`,
        'RemoveFinalizer data done',
        `Rebind ${volume} done`,
        'Create data done',
        `RestorePolicy ${volume} done`,
      ])
      await again(old)
      await isWhole(storage)
      assert.is((await api.get(pod))!.metadata.uid, pod.metadata.uid)
    } finally {
      await end()
    }
  },
)

onRealServers('a volume whose claim lives: it is bound to the same claim again', async () => {
  const place = await namespace()
  const storage = await bound(place)
  const old = await deleted(storage.volume)
  isDone(await rescued([`pv/${old.metadata.name}`, '--backup-dir', folder()]))
  await again(old)
  await isWhole(storage)
  assert.is((await api.get(storage.claim))!.metadata.uid, storage.claim.metadata.uid)
})

for (const named of ['claim', 'volume'] as const) {
  onRealServers(`both deleted, by the name of the ${named}: both are there again, bound to each other`, async () => {
    const place = await namespace()
    const storage = await bound(place)
    const { pod, end } = await userOf(place)
    try {
      const old = [await deleted(storage.volume), await deleted(storage.claim)]
      const words = named === 'claim' ? ['pvc/data', '-n', place] : [`pv/${storage.volume.metadata.name}`]
      isDone(await rescued([...words, '--backup-dir', folder()]))
      for (const each of old) await again(each)
      await isWhole(storage)
      assert.is((await api.get(pod))!.metadata.uid, pod.metadata.uid)
    } finally {
      await end()
    }
  })
}

onRealServers('a claim whose Pod is gone, held by a finalizer that nothing removes', async () => {
  const place = await namespace()
  const storage = await bound(place, 'data', ['example.com/hold'])
  const old = await unused(storage.claim)
  const words = ['pvc/data', '-n', place, '--backup-dir', folder()]
  const refused = await rescued(words)
  assert.equal([refused.code, ...told(refused)], [3, 'Create data refused ControllerUnknown'])
  assert.equal((await api.get(old))!.metadata.resourceVersion, old.metadata.resourceVersion)
  isDone(await rescued([...words, '--override=ControllerUnknown']))
  await again(old)
  await isWhole(storage)
})

onRealServers('a claim that asks for more than its volume has, as while it is resized: it is Bound again', async () => {
  const place = await namespace()
  const storage = await bound(place, 'data', [], '2Gi')
  const { end } = await userOf(place)
  try {
    await deleted(storage.claim)
    isDone(await rescued(['pvc/data', '-n', place, '--backup-dir', folder()]))
    await isWhole(storage)
  } finally {
    await end()
  }
})

onRealServers('a dry run shows the plan and changes nothing', async () => {
  const place = await namespace()
  const storage = await bound(place, 'data', ['example.com/hold'])
  const old = await unused(storage.claim)
  for (const mode of ['client', 'server']) {
    const answer = await rescued([
      'pvc/data',
      '-n',
      place,
      `--dry-run=${mode}`,
      '--override=ControllerUnknown',
      '--backup-dir',
      folder(),
    ])
    assert.is(answer.code, 0)
    assert.equal([...new Set(answer.steps.map(({ result }) => result))], ['planned'])
    assert.equal((await api.get(old))!.metadata.resourceVersion, old.metadata.resourceVersion)
  }
})

onRealServers('of a StatefulSet that runs: its claim is saved, and its Pod is not started again', async () => {
  const place = await namespace()
  const storage = await bound(place, 'data-db-0')
  const labels = { app: 'db' }
  await api.create({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: place },
    spec: {
      serviceName: 'db',
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [{ name: 'main', image: 'none', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
        },
      },
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    },
  })
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'db-0', namespace: place } }
  const node = await createNode('True')
  try {
    const made = await api.waitFor(pod, ({ spec }) => spec.volumes.some((each: Thing) => each.persistentVolumeClaim))
    await api.send('POST', `${await api.pathOf(made)}/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'db-0' },
      target: { apiVersion: 'v1', kind: 'Node', name: node.metadata.name },
    })
    await api.patch(made, { status: { phase: 'Running' } }, { subresource: '/status' })
    const old = await deleted(storage.claim)
    isDone(await rescued(['pvc/data-db-0', '-n', place, '--backup-dir', folder()]))
    await again(old)
    await isWhole(storage)
    assert.is((await api.get(pod))!.metadata.uid, made.metadata.uid)
  } finally {
    await api.delete(node)
  }
})

/** The object of a volume goes at once, whatever is bound to it. */
async function dropped(volume: Thing): Promise<void> {
  await api.delete(volume)
  await api.patch(volume, { metadata: { finalizers: [] } })
  await api.waitGone(volume)
}

onRealServers('a claim whose volume is gone: it is not created again, and nothing is changed', async () => {
  const place = await namespace()
  const { claim, volume } = await bound(place, 'data', ['example.com/hold'])
  const old = await unused(claim)
  await dropped(volume)
  const lost = await api.waitFor(old, ({ status }) => status.phase === 'Lost')
  const answer = await rescued(['pvc/data', '-n', place, '--override=ControllerUnknown', '--backup-dir', folder()])
  assert.equal([answer.code, answer.complete, ...told(answer)], [3, false, 'Create data refused'])
  assert.match(answer.steps[0]!.message!, /is gone, and with it the data/)
  assert.not.match(answer.stderr, /Run the same command again/)
  assert.is((await api.get(old))!.metadata.resourceVersion, lost.metadata.resourceVersion)
})

for (const phase of ['dry run', 'write'] as const) {
  onRealServers(
    `a claim whose volume goes before its first ${phase}: it is not let go, and waits for no other run`,
    async () => {
      const place = await namespace()
      const { claim, volume } = await bound(place, 'data', ['example.com/hold'])
      const old = await unused(claim)
      const words = ['pvc/data', '-n', place, '--override=ControllerUnknown']
      const answer = await beside(
        { words },
        () => true,
        () => dropped(volume),
        folder(),
        phase,
      )
      assert.is(answer.code, 3)
      const lost = answer.steps.find(({ result }) => result === 'refused')
      assert.match(lost?.message ?? '', /is gone, and with it the data/)
      assert.not.match(answer.stderr, /Run the same command again/)
      const now = (await api.get(old))!
      assert.equal([now.metadata.uid, now.metadata.finalizers], [old.metadata.uid, old.metadata.finalizers])
    },
  )
}

test.run()
