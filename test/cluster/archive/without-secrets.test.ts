import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withoutSecrets } from '../../../src/cluster/archive/without-secrets.ts'

const test = suite('what a recording keeps of an object')

const SECRET = 'hunter2-not-to-be-told'
const WIDGETS = { group: 'example.com', plural: 'widgets' }
const kept = (object: object, type = WIDGETS) => JSON.stringify(withoutSecrets(type, object as never))

/** Places where secrets have been seen, each with one. */
const HOSTILE: Readonly<Record<string, object>> = {
  'what kubectl applied': { metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': SECRET } } },
  'what kopf handled': { metadata: { annotations: { 'kopf.zalando.org/last-handled-configuration': SECRET } } },
  'what Rancher applied': { metadata: { annotations: { 'objectset.rio.cattle.io/applied': SECRET } } },
  'an object in any annotation': {
    metadata: { annotations: { 'example.com/seen': `{"kind":"x","data":{"a":"${SECRET}"}}` } },
  },
  'a packed annotation': { metadata: { annotations: { 'example.com/seen': `H4sI${SECRET}` } } },
  'a token in an annotation': { metadata: { annotations: { 'example.com/api-token': SECRET } } },
  'a Secret within another object': { spec: { manifests: [{ kind: 'Secret', data: { a: SECRET } }] } },
  'a template of a Secret': { spec: { template: { stringData: { a: SECRET } } } },
  'a ConfigMap within another object': { spec: { manifest: { kind: 'ConfigMap', data: { a: SECRET } } } },
  'a list of variables': { spec: { containers: [{ env: [{ name: 'A', value: SECRET }] }] } },
  'variables as texts': { spec: { env: [`A=${SECRET}`] } },
  'a map of variables': { spec: { environment: { A: SECRET } } },
  'a map of variables with values': { spec: { extraEnv: { A: { value: SECRET } } } },
  'a field for it': { spec: { rootPassword: SECRET } },
  'a list of them': { spec: { apiTokens: [SECRET] } },
  'a kubeconfig': { spec: { kubeconfig: SECRET } },
  'a start-up script': { spec: { userData: SECRET } },
  'an argument': { spec: { args: [`--db-password=${SECRET}`] } },
  'the argument after its flag': { spec: { args: ['--db-password', SECRET] } },
  'a variable in a shell line': { spec: { command: ['sh', '-c', `AWS_SECRET_ACCESS_KEY=${SECRET} run`] } },
  'an address with a password': { status: { conditions: [{ message: `dial postgres://me:${SECRET}@db/x failed` }] } },
  'an address with a token': { spec: { url: `https://${SECRET}@git.example.com/x` } },
  'a signed address': { status: { url: `https://x.blob.example.com/a?sv=1&sig=${SECRET}` } },
  'JSON in a text': { spec: { config: `{"dbPassword": "${SECRET}"}` } },
  'YAML in a text': { spec: { values: `db:\n  password: ${SECRET}\n` } },
  'a key': { status: { log: `-----BEGIN RSA PRIVATE KEY-----\n${SECRET}\n-----END RSA PRIVATE KEY-----` } },
  'a header': { message: `sent Authorization: Bearer ${SECRET}` },
}

for (const [place, object] of Object.entries(HOSTILE)) {
  test(`has no secret of ${place}`, () => {
    assert.not.match(kept(object), SECRET)
  })
}

test('has of Secrets and ConfigMaps their metadata, without copies of them', () => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': `{"data":{"a":"${SECRET}"}}` }
  const object = { kind: 'Secret', type: 'Opaque', metadata: { name: 'a', annotations }, data: { a: SECRET } }
  assert.is(
    kept(object, { group: '', plural: 'secrets' }),
    '{"kind":"Secret","type":"Opaque","metadata":{"name":"a","annotations":{}}}',
  )
  assert.not.match(kept({ kind: 'ConfigMap', data: { a: SECRET } }, { group: '', plural: 'configmaps' }), SECRET)
})

test('has all that no credential stands in, as it was', () => {
  const object = {
    metadata: { name: 'a', finalizers: ['example.com/token'], annotations: { 'example.com/paused': 'true' } },
    spec: {
      passwordSecretName: 'db',
      tokenPath: '/var/run/token',
      automountServiceAccountToken: false,
      environment: 'production',
      env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'db', key: 'password' } } }],
      url: 'ssh://git@example.com/x',
    },
    status: { conditions: [{ message: 'failed to get token: Unauthorized; secret key: not found' }] },
  }
  assert.is(kept(object), JSON.stringify(object))
})

test('has the schema of a definition, whatever its fields are called', () => {
  const schema = { properties: { env: { type: 'array', description: 'variables' }, password: { type: 'string' } } }
  const definition = { spec: { versions: [{ schema }] } }
  assert.is(
    kept(definition, { group: 'apiextensions.k8s.io', plural: 'customresourcedefinitions' }),
    JSON.stringify(definition),
  )
})

test.run()
