import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { explained } from '../explain/explained-e2e.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, namespace, run } from '../rig/rig.ts'
import { core, ownedBy } from './family.ts'
import { again, deleted, folder, isDone, rescued } from './rescued.ts'

const test = suite('a rescue that explain offers')

/** What it offers for the object, with where that stands among the remedies; carried out, the plan is shown. */
async function isOffered(words: readonly string[], thing: Thing): Promise<void> {
  const { causes } = await explained(words)
  const [cause] = causes
  const remedies = cause!.remedies.map(({ kind, commands }) => ({ kind, command: commands.at(-1) ?? '' }))
  const at = remedies.findIndex(({ command }) => command.startsWith('kubectl finalize rescue '))
  assert.ok(at >= 0, JSON.stringify(cause, null, 1))
  assert.ok(!remedies.slice(0, at).some(({ kind }) => kind === 'remove'), 'it stands before the removal')
  assert.ok(!remedies.slice(at).some(({ kind }) => kind === 'repair'), 'it stands after every repair')
  const [, , ...offered] = remedies[at]!.command.split(' ')
  const { code, stdout, stderr } = await run([...offered, '--override=ControllerUnknown', '--backup-dir', folder()])
  assert.is(code, 0, stderr)
  assert.match(`${stdout}${stderr}`, 'removes its finalizers and creates it again')
  assert.is((await api.get(thing))!.metadata.uid, thing.metadata.uid)
  const done = offered.slice(1).filter(word => !word.startsWith('--dry-run'))
  isDone(await rescued([...done, '--override=ControllerUnknown', '--backup-dir', folder()]))
  await again(thing)
}

test('of a claim: the plan by the command that it prints, and the claim is there again', async () => {
  const place = await namespace()
  const metadata = { name: 'data', namespace: place, finalizers: ['example.com/hold'] }
  const spec = { accessModes: ['ReadWriteOnce'], storageClassName: '', resources: { requests: { storage: '1Gi' } } }
  const claim = await api.create({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec })
  await deleted(claim)
  // Until kube-controller-manager has removed its own finalizer, it is at work, and nothing is offered.
  await api.waitFor(claim, ({ metadata: { finalizers } }) => finalizers?.length === 1)
  await isOffered(['pvc/data', '-n', place], claim)
})

test('of a CRD with instances: the plan by the command that it prints, and it is there again', async () => {
  const type = await crd({ kind: 'Widget' })
  const place = await namespace()
  const metadata = { finalizers: [`${type.group}/cleanup`] }
  const instance = await api.create(type.draft('a', place, { metadata }))
  const owned = core('ConfigMap', 'owned', place)
  await api.create({ ...owned, metadata: { ...owned.metadata, ownerReferences: [ownedBy(instance)] } })
  await api.delete(type.definition)
  await api.waitFor(instance, now => now.metadata.deletionTimestamp)
  await isOffered([`crd/${type.definition.metadata.name}`], type.definition)
})

test('of a namespace in which anything is left: by its name, and what is left is kept', async () => {
  const place = await namespace()
  const left = core('ConfigMap', 'left', place)
  const held = await api.create({ ...left, metadata: { ...left.metadata, finalizers: ['example.com/hold'] } })
  await api.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } })
  await api.waitFor(held, now => now.metadata.deletionTimestamp)
  const { causes } = await explained([`namespace/${place}`])
  const commands = causes.flatMap(({ remedies }) => remedies.flatMap(each => each.commands))
  const offered = commands.find(command => command.startsWith('kubectl finalize rescue '))
  assert.is(offered, `kubectl finalize rescue namespaces/${place} --dry-run=client`)
  const answer = await rescued([`namespaces/${place}`, '--backup-dir', folder()])
  assert.is(answer.code, 0)
  assert.ok(answer.steps.some(({ action, ref, result }) => `${action} ${ref.name} ${result}` === 'Keep left done'))
  await api.patch(held, { metadata: { finalizers: null } })
})

test.run()
