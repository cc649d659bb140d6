import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readTarget } from '../../../src/commands/replay.ts'
import { UsageError } from '../../../src/exit-code.ts'
import type { DeletionGroups } from '../../../src/groups/deletion-groups.ts'
import { Misuse, message, sentenceKey } from '../../../src/messages/sentence.ts'
import { refuseUnusedTargets } from '../../../src/operations/replay/target-clusters.ts'

const test = suite('--target')

test('is a name and a kubeconfig, with a context after a colon', () => {
  assert.equal(readTarget('t1=/home/me/config'), { target: 't1', path: '/home/me/config', context: undefined })
  assert.equal(readTarget('t1=config:prod'), { target: 't1', path: 'config', context: 'prod' })
  assert.equal(readTarget('t1=C:\\config:prod'), { target: 't1', path: 'C:\\config', context: 'prod' })
  assert.equal(readTarget('t1=config:arn:aws:x'), { target: 't1', path: 'config', context: 'arn:aws:x' })
})

test('without a name or a file is a usage error', () => {
  for (const text of ['', 't1', '=config', 't1=', 't1=config:', 't1=:prod'])
    assert.throws(() => readTarget(text), isUsage, text)
})

test('for a Target that no group is for is a usage error: a slip would lead to another cluster', () => {
  const groups = { target: 't1', groups: [{ target: 't2' }, {}] } as unknown as DeletionGroups
  refuseUnusedTargets(groups, [readTarget('t1=a'), readTarget('t2=b')])
  assert.throws(() => refuseUnusedTargets(groups, [readTarget('T1=a')]), isUnused('t1', 't2'))
  const none = { groups: [{}] } as unknown as DeletionGroups
  assert.throws(() => refuseUnusedTargets(none, [readTarget('t1=a')]), isUnused())
})

function isUnused(...used: readonly string[]) {
  const expected = message('TargetUnused', { target: used.length === 0 ? 't1' : 'T1', used })
  return (error: unknown) => error instanceof Misuse && sentenceKey(error.sentence) === sentenceKey(expected)
}

function isUsage(error: unknown): boolean {
  return error instanceof UsageError
}

test.run()
