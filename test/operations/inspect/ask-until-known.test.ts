import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FactSource } from '../../../src/cluster/facts/fact-source.ts'
import { askUntilKnown } from '../../../src/operations/inspect/ask-until-known.ts'

const test = suite('questions where no list of groups could be read')

test('other groups than those of Kubernetes itself are unknown, whatever their name ends in', async () => {
  const unreadable = [{ resource: '*', reason: 'Forbidden', message: 'no' }]
  const source = { discovery: { types: [], unreadable } } as unknown as FactSource
  const isUnknown = (group: string) =>
    askUntilKnown(source, new Date(0), facts => facts.unknownGroups.has(group)).then(({ answer }) => answer)
  for (const group of ['', 'apps', 'rbac.authorization.k8s.io']) assert.is(await isUnknown(group), false, group)
  for (const group of ['example.com', 'snapshot.storage.k8s.io', 'gateway.networking.k8s.io', 'metrics.k8s.io'])
    assert.is(await isUnknown(group), true, group)
})

test.run()
