import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type ResourceType, resourceName } from '../../../src/api/resource-type.ts'
import { resolveTypes } from '../../../src/cluster/discovery/resolve-types.ts'

const test = suite('type words')

function type(
  group: string,
  version: string,
  plural: string,
  kind: string,
  more: Partial<ResourceType> = {},
): ResourceType {
  const names = { plural, kind, singular: kind.toLowerCase(), shortNames: [], categories: [] }
  return { group, version, ...names, namespaced: true, verbs: ['list'], ...more }
}

const types = [
  type('', 'v1', 'pods', 'Pod', { shortNames: ['po'], categories: ['all'] }),
  type('', 'v1', 'services', 'Service', { shortNames: ['svc'], categories: ['all'] }),
  type('', 'v1', 'bindings', 'Binding', { verbs: ['create'] }),
  type('apps', 'v1', 'deployments', 'Deployment', { shortNames: ['deploy'], categories: ['all'] }),
  type('example.com', 'v2', 'widgets', 'Widget', { shortNames: ['po', 'wd'] }),
  type('example.com', 'v1', 'widgets', 'Widget', { shortNames: ['po', 'wd'] }),
  type('serving.knative.dev', 'v1', 'services', 'Service', { shortNames: ['ksvc'] }),
]

function resolved(...words: string[]): string[] | string {
  const answer = resolveTypes(words, { types, unreadable: [] })
  return 'unknown' in answer
    ? `unknown ${answer.unknown}`
    : answer.map(found => `${resourceName(found)}/${found.version}`)
}

test('plural, singular, kind in any case and short name mean the same type', () => {
  for (const word of ['pods', 'pod', 'Pod', 'PODS', 'po']) assert.equal(resolved(word), ['pods/v1'])
})

test('the first group in the order of the server wins, a group in the word chooses', () => {
  assert.equal(resolved('services'), ['services/v1'])
  assert.equal(resolved('services.serving.knative.dev'), ['services.serving.knative.dev/v1'])
  assert.equal(resolved('svc'), ['services/v1'])
})

test('a group may be cut short', () => {
  assert.equal(resolved('services.serving'), ['services.serving.knative.dev/v1'])
  assert.equal(resolved('deploy.apps'), ['deployments.apps/v1'])
})

test('plural.version.group chooses a version that is not the preferred one', () => {
  assert.equal(resolved('widgets'), ['widgets.example.com/v2'])
  assert.equal(resolved('widgets.v1.example.com'), ['widgets.example.com/v1'])
})

test('a category stands for its members', () => {
  assert.equal(resolved('all'), ['pods/v1', 'services/v1', 'deployments.apps/v1'])
})

test('a type named twice is read once', () => {
  assert.equal(resolved('po', 'pods', 'all'), ['pods/v1', 'services/v1', 'deployments.apps/v1'])
})

test('the first word that names no listable type is answered', () => {
  assert.is(resolved('pods', 'nosuch', 'other'), 'unknown nosuch')
  assert.is(resolved('bindings'), 'unknown bindings')
  assert.is(resolved('widgets.v9.example.com'), 'unknown widgets.v9.example.com')
})

test.run()
