import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Step } from '../../../src/render/words/outcome.ts'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { api, namespace, run, target, unique } from '../rig/rig.ts'

const test = suite('waves that wait for each other')
// 1.30 serves no such class.
const withClass = (await api.serves('storage.k8s.io/v1', 'VolumeAttributesClass')) ? test : test.skip

const KAPP = 'kapp.k14s.io'

/** A class that a claim names: kapp's rule has it deleted first, and its protection keeps it until the claim is gone. */
async function classBeforeClaim() {
  const place = await namespace()
  const name = unique('class')
  const protection = await api.create({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttributesClass',
    metadata: {
      name,
      finalizers: ['kubernetes.io/vac-protection'],
      annotations: { [`${KAPP}/change-group`]: `${KAPP}/classes` },
    },
    driverName: 'disk.csi.example.com',
    parameters: { iops: '3000' },
  })
  const claim = await api.create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: 'data',
      namespace: place,
      annotations: { [`${KAPP}/change-rule`]: `delete after deleting ${KAPP}/classes` },
    },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: unique('none'),
      resources: { requests: { storage: '1Gi' } },
      volumeAttributesClassName: name,
    },
  })
  return { place, name, protection, claim }
}

async function deleted(args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-backups-'))
  removeAtEnd(folder)
  const words = ['delete', ...args, '--yes', '--backup-dir', folder, '-o', 'json']
  const { code, stdout, stderr } = await run(words, { timeoutSeconds: 120 })
  const { steps } = JSON.parse(stdout.startsWith('{') ? stdout : '{"steps":[]}') as {
    steps: readonly Step[]
  }
  const told = steps.map(({ ref, group, result }) => `${group} ${ref.kind}/${ref.name} ${result}`)
  return { code, stderr, steps, told }
}

withClass('are told of as a deadlock, with the later object, and the command that opens it does', async () => {
  const { place, name, protection, claim } = await classBeforeClaim()
  const both = [`volumeattributesclasses/${name}`, 'pvc/data', '-n', place]
  const { code, told, steps, stderr } = await deleted([...both, '--timeout', '8s'])
  const waves = [`1 VolumeAttributesClass/${name} timeout`, '2 PersistentVolumeClaim/data skipped']
  assert.equal([code, ...told], [3, ...waves], stderr + JSON.stringify(steps))
  const [first, second] = steps
  const later = `persistentvolumeclaim/data in namespace ${place}, which is to be deleted only in wave 2`
  assert.ok(first!.message!.includes(`a deadlock of waves: in wave 1 it waits for ${later}`), first!.message)
  assert.is(second!.commands, undefined)
  assert.is((await api.get(claim))?.metadata.deletionTimestamp, undefined)

  const [command] = first!.commands!
  assert.match(command!, /^kubectl finalize delete persistentvolumeclaims\/data -n /)
  const opened = await deleted(command!.split(' ').slice(3))
  assert.equal([opened.code, ...opened.told], [0, '1 PersistentVolumeClaim/data done'], opened.stderr)
  // The sandbox has no controller of these classes.
  if (target().name === 'sandbox') await api.patch(protection, { metadata: { finalizers: null } })
  await api.waitGone(protection)
})

test.run()
