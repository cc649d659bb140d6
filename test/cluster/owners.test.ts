import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { OwnerReference } from '../../src/api/object.ts'
import type { ResourceType } from '../../src/api/resource-type.ts'
import { resolveOwners } from '../../src/cluster/owners.ts'
import type { Finding } from '../../src/cluster/scan/scan.ts'
import { type ScriptedAnswer, scriptedTransport, statusBody } from './scripted-transport.ts'

const test = suite('owners')

function type(plural: string, kind: string, namespaced = true): ResourceType {
  const names = { plural, kind, singular: kind.toLowerCase(), shortNames: [], categories: [] }
  return { group: '', version: 'v1', ...names, namespaced, verbs: ['list'] }
}

const types = [type('configmaps', 'ConfigMap'), type('nodes', 'Node', false)]
const NOT_FOUND: ScriptedAnswer = {
  status: 404,
  body: { ...statusBody(404, 'NotFound', 'not found'), details: { name: 'o' } },
}
const FORBIDDEN: ScriptedAnswer = { status: 403, body: statusBody(403, 'Forbidden', 'no') }

function owner(name: string, more: Partial<OwnerReference> = {}): OwnerReference {
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: `uid-${name}`, ...more }
}

function finding(name: string, namespace: string | undefined, ...ownerReferences: OwnerReference[]): Finding {
  const place = namespace === undefined ? {} : { namespace }
  return { type: types[0]!, meta: { name, uid: `uid-${name}`, ...place, ownerReferences } }
}

function found(name: string, uid = `uid-${name}`, namespace = 'a'): ScriptedAnswer {
  return { body: { kind: 'PartialObjectMetadata', metadata: { name, namespace, uid } } }
}

const empty: ScriptedAnswer = { body: { metadata: {}, items: [] } }

async function existence(findings: readonly Finding[], answer: (path: string) => ScriptedAnswer) {
  const transport = scriptedTransport(({ path }) => answer(path))
  const ownersOf = await resolveOwners(transport, findings, types)
  const owners = findings.flatMap(each => ownersOf(each))
  return { owners, exists: owners.map(each => each.exists), paths: transport.requests.map(({ path }) => path) }
}

test('an owner that is there with the same uid exists', async () => {
  const { exists } = await existence([finding('x', 'a', owner('o'))], () => found('o'))
  assert.equal(exists, [true])
})

test('an owner re-created under the same name has another uid and does not exist', async () => {
  const answer = (path: string): ScriptedAnswer => (path.endsWith('/o') ? found('o', 'another') : empty)
  const { exists } = await existence([finding('x', 'a', owner('o'))], answer)
  assert.equal(exists, [false])
})

test('an owner that is not there does not exist', async () => {
  const { exists } = await existence([finding('x', 'a', owner('o'))], path => (path.endsWith('/o') ? NOT_FOUND : empty))
  assert.equal(exists, [false])
})

test('an owner that may not be read, or whose kind the server does not know, is unknown', async () => {
  const strange = owner('s', { apiVersion: 'gone.example.com/v1', kind: 'Policy' })
  const { exists, owners } = await existence([finding('x', 'a', owner('o'), strange)], () => FORBIDDEN)
  assert.equal(exists, [null, null])
  assert.is(owners[1]!.ref.resource, 'policies.gone.example.com')
})

test('an owner in another namespace is found by its uid, and its real namespace is told', async () => {
  const answer = (path: string): ScriptedAnswer =>
    path.endsWith('/o')
      ? NOT_FOUND
      : { body: { metadata: {}, items: [{ metadata: { name: 'o', namespace: 'b', uid: 'uid-o' } }] } }
  const { exists, owners } = await existence([finding('x', 'a', owner('o'))], answer)
  assert.equal(exists, [true])
  assert.is(owners[0]!.ref.namespace, 'b')
})

test('an owner that no namespace can be told for is unknown when its type cannot be read to the end', async () => {
  const { exists } = await existence([finding('x', undefined, owner('o'))], () => FORBIDDEN)
  assert.equal(exists, [null])
})

test('an owner that is terminating itself is known without a request', async () => {
  const { exists, paths } = await existence([finding('o', 'a'), finding('x', 'a', owner('o'))], () => FORBIDDEN)
  assert.equal(exists, [true])
  assert.equal(paths, [])
})

test('an owner of many objects is looked up once', async () => {
  const findings = Array.from({ length: 50 }, (_, index) => finding(`x${index}`, 'a', owner('o')))
  const { exists, paths } = await existence(findings, () => found('o'))
  assert.is(exists.length, 50)
  assert.equal(paths, ['/api/v1/namespaces/a/configmaps/o'])
})

test('a cluster-scoped owner is looked up without namespace', async () => {
  const node = owner('n', { kind: 'Node' })
  const { owners, paths } = await existence([finding('x', 'a', node)], () => found('n'))
  assert.equal(paths, ['/api/v1/nodes/n'])
  assert.is(owners[0]!.ref.namespace, undefined)
})

test('controller and blockOwnerDeletion are false where the reference leaves them out', async () => {
  const { owners } = await existence(
    [finding('x', 'a', owner('o'), owner('p', { controller: true, blockOwnerDeletion: true }))],
    path => found(path.slice(-1)),
  )
  assert.equal(
    owners.map(each => [each.controller, each.blockOwnerDeletion]),
    [
      [false, false],
      [true, true],
    ],
  )
})

test.run()
