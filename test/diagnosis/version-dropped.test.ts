import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { explained } from './explained.ts'
import { clusterOfThings } from './things.ts'
import { GROUP } from './webhook-configuration.ts'

const test = suite('a version that a CRD has lost')

const words = (version: string) => `request to convert CR from an invalid group/version: ${GROUP}/${version}`

/** A namespace whose controller meets a Thing in such a version, and a server that can list Things or not. */
function cluster(version: string, isListed = false): Sandbox {
  const sandbox = clusterOfThings()
  const message = `storage is (re)initializing: failed to list ${GROUP}/v1, Kind=Thing: ${words(version)}`
  sandbox.onRequest = ({ method, path }) =>
    !isListed && method === 'GET' && path.endsWith('/things')
      ? statusResponse(429, { reason: 'TooManyRequests', message })
      : undefined
  const condition = {
    type: 'NamespaceDeletionContentFailure',
    status: 'True',
    reason: 'ContentDeletionFailed',
    message: `Failed to delete all resource types, 1 remaining: ${words(version)}`,
  }
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'ending', deletionTimestamp: '2026-01-15T11:00:00Z' },
    status: { phase: 'Terminating', conditions: [condition] },
  })
  return sandbox
}

test('holds the namespaces whose content is stored in it: its CRD is to be given it back', async () => {
  const { causes, object } = await explained(cluster('v1alpha1'))
  assert.equal(
    causes.map(({ code, subject }) => [code, subject.kind, subject.name]),
    [['Undecodable', 'CustomResourceDefinition', `things.${GROUP}`]],
  )
  assert.is(object('Namespace', 'ending').verdict, 'stuck')
  const [repair] = causes[0]!.remedies
  assert.is(repair!.kind, 'repair')
  assert.ok(repair!.commands[0]!.includes('"name":"v1alpha1","served":false,"storage":false'))
})

test('is told by the words alone where only one CRD of the group lacks it', async () => {
  const { codes } = await explained(cluster('v1alpha1', true))
  assert.ok(codes.includes(`Undecodable things.${GROUP}`))
  const sandbox = cluster('v1alpha1', true)
  definition(sandbox, { group: GROUP, plural: 'houses', kind: 'House' })
  const several = await explained(sandbox)
  assert.equal(several.codesOf('Namespace', 'ending'), ['CleanupFailing'])
})

test('is not lost when the CRD has it: the report is older than the repair', async () => {
  const { codes } = await explained(cluster('v1', true))
  assert.not.ok(codes.some(code => code.startsWith('Undecodable')))
})

test.run()
