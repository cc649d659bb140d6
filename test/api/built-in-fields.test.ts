import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkBuiltInFields } from '../../src/api/built-in-fields.ts'
import { readYaml, YamlFault } from '../../src/api/yaml-text.ts'

const test = suite('fields of built-in types')

const RBAC = 'rbac.authorization.k8s.io'

/** The field that is malformed. */
function flawOf(group: string, object: object): string | undefined {
  try {
    checkBuiltInFields(group, object)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test('a field of another form than the API has is told by its path', () => {
  assert.is(flawOf(RBAC, { subjects: 'all' }), 'subjects is malformed')
  assert.is(flawOf(RBAC, { subjects: [{ kind: 'User', name: 7 }] }), 'subjects.name is malformed')
  assert.is(flawOf('', { spec: { containers: [{ image: ['a'] }] } }), 'spec.containers.image is malformed')
  assert.is(flawOf(RBAC, { rules: [{ verbs: ['*'], resources: '*' }] }), 'rules.resources is malformed')
  assert.is(
    flawOf('apps', { spec: { template: { spec: { volumes: {} } } } }),
    'spec.template.spec.volumes is malformed',
  )
})

test('what the API has passes, and so does null, which is nothing', () => {
  const pod = { spec: { containers: [{ name: 'a', image: 'b' }], volumes: [{ name: 'v', image: { reference: 'c' } }] } }
  assert.is(flawOf('', pod), undefined)
  assert.is(flawOf(RBAC, { subjects: null, rules: [] }), undefined)
  const schema = { openAPIV3Schema: { properties: { name: {}, type: [] } } }
  assert.is(flawOf('apiextensions.k8s.io', { spec: { versions: [{ name: 'v1', schema }] } }), undefined)
  assert.is(flawOf('', { spec: { selector: { service: 'a' } } }), undefined)
  assert.is(
    flawOf('discovery.k8s.io', { endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }] }),
    undefined,
  )
  assert.is(flawOf('policy', { spec: { volumes: ['configMap'] } }), undefined)
  assert.is(flawOf('', { data: { name: 1 }, metadata: { labels: { kind: {} } } }), undefined)
})

test('custom types may give a field any form', () => {
  assert.is(flawOf('example.com', { subjects: 'all', spec: [] }), undefined)
  assert.is(flawOf('snapshot.storage.k8s.io', { rules: 1 }), undefined)
})

test('an object that goes on for ever into the depth is left alone at some point', () => {
  const object: { spec?: object } = {}
  object.spec = object
  assert.is(flawOf('', object), undefined)
})

test('YAML that is nested too deeply is a mistake of the file', () => {
  const text = `a: ${'['.repeat(20_000)}`
  assert.throws(
    () => readYaml(text, 'own.yaml', 'catalogue'),
    (error: unknown) => error instanceof YamlFault,
  )
})

test.run()
