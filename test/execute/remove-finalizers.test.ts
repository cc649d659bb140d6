import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FOREGROUND } from '../../src/api/builtin-finalizers.ts'
import { removeFinalizers } from '../../src/execute/remove-finalizers.ts'
import { HOLD, removal } from './removals.ts'
import { conflict, firstPatches, results, setup } from './stuck-in-sandbox.ts'

const test = suite('remove finalizers')

test('a conflict once: read again, backed up again, patched again', async () => {
  const it = setup([HOLD], ({ change }) =>
    firstPatches(1, () => {
      change({ labels: { a: 'b' } })
      return undefined
    }),
  )
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal([results(steps), it.writes, it.now()], [['done'], ['PATCH', 'PATCH'], undefined])
  assert.equal(
    it.kept.map(({ metadata }) => metadata.labels),
    [undefined, { a: 'b' }],
  )
  assert.is(steps[0]!.backup, '/backups/2')
})

test('a conflict for ever: Changed, after a bounded number of tries', async () => {
  const it = setup([HOLD], () => firstPatches(100, conflict))
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal([results(steps), it.writes.length], [['changed Changed'], 5])
  assert.equal(it.now()!.metadata.finalizers, [HOLD])
})

test('what was shown holds no more when the patch meets it: Changed, and the other finalizers are untouched', async () => {
  const it = setup([HOLD, 'example.com/b'], ({ change }) =>
    firstPatches(1, () => {
      change({ finalizers: ['example.com/b', HOLD] })
      return undefined
    }),
  )
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal([results(steps), it.writes], [['changed Changed'], ['PATCH']])
  assert.equal(it.now()!.metadata.finalizers, ['example.com/b', HOLD])
})

test('another object of the same name when the patch meets it: it is never touched', async () => {
  const it = setup([HOLD], ({ change }) =>
    firstPatches(1, () => {
      change({ uid: 'uid-2' })
      return undefined
    }),
  )
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal(results(steps), ['changed Changed'])
  assert.equal([it.now()!.metadata.uid, it.now()!.metadata.finalizers], ['uid-2', [HOLD]])
})

test('gone between the look and the patch: there was nothing to do', async () => {
  const it = setup([HOLD], ({ sandbox, now }) =>
    firstPatches(1, () => {
      sandbox.server.store.remove('configmaps', now()!)
      return undefined
    }),
  )
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal([results(steps), it.now()], [['gone'], undefined])
})

test('a backup that cannot be kept: failed, and nothing was sent', async () => {
  const it = setup()
  const full = () => Promise.reject(new Error('no space left on device'))
  const backups = { keep: full, keepList: full }
  const steps = await removeFinalizers(removal(it.object, [HOLD]), { ...it.tools, backups })
  assert.equal([results(steps), it.writes], [['failed'], []])
  assert.equal(it.now(), it.object)
})

test('a dry run asks the server, keeps no backup and changes nothing', async () => {
  const it = setup([HOLD, FOREGROUND])
  const steps = await removeFinalizers(removal(it.object, [HOLD, FOREGROUND]), { ...it.tools, dryRun: true })
  assert.equal([results(steps), it.writes, it.kept], [['planned', 'planned'], ['PATCH', 'DELETE'], []])
  assert.equal(it.now(), it.object)
})

test('a finalizer that is there again after the patch: failed, and who wrote it', async () => {
  const it = setup()
  it.sandbox.admission.push({
    name: 'keeper.example.com',
    phase: 'mutating',
    resources: ['configmaps'],
    operations: ['UPDATE'],
    review: ({ object, dryRun }) =>
      dryRun || !object
        ? { allowed: true }
        : { allowed: true, object: { ...object, metadata: { ...object.metadata, finalizers: [HOLD] } } },
  })
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal(results(steps), ['failed'])
  assert.is(steps[0]!.cause, 'FinalizerReadded')
})

test.run()
