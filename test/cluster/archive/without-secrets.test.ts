import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { recordingTransport } from '../../../src/cluster/archive/record-transport.ts'
import { withoutSecrets } from '../../../src/cluster/archive/without-secrets.ts'
import { once } from '../../../src/cluster/transport/collect.ts'
import type { Transport } from '../../../src/cluster/transport/transport.ts'

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
  'a parameter of a chart': { spec: { parameters: [{ name: 'auth.password', value: SECRET }] } },
  'a header by its name': { spec: { httpHeaders: [{ name: 'X-Vault-Token', value: SECRET }] } },
  'a short header': { spec: { httpHeaders: [{ name: 'Authorization', value: `Basic ${SECRET}` }] } },
  'a key beside its value': { spec: { settings: [{ key: 'db.pwd', value: SECRET }] } },
  'the first line of YAML': { spec: { values: `adminPassword: ${SECRET}\na: b` } },
  'YAML in an annotation': { metadata: { annotations: { 'example.com/x': `password: two ${SECRET}` } } },
  'lines of YAML below a key': { spec: { values: `privateKey: |\n  a\n  ${SECRET}\nb: c` } },
  'a list in YAML': { spec: { values: `users:\n- password: "a ${SECRET}"` } },
  'a section of an ini file': { spec: { config: `[db]\npassword = a ${SECRET}\n` } },
  HCL: { spec: { config: `client_secret = "a ${SECRET}"` } },
  'a kubeconfig as a text': { spec: { x: `users:\n- user:\n    client-key-data: ${SECRET}\n    id-token: ${SECRET}` } },
  'a key in base64': {
    spec: { x: `LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0t${SECRET.replaceAll('-', '')}hunter2nottobetold` },
  },
  'a short name': { spec: { adminPwd: SECRET, adminPass: SECRET, db_pw: SECRET, pwd: SECRET, pass: SECRET } },
  'a name with more after it': { spec: { passwordHash: SECRET, passwordValue: SECRET, password2: SECRET } },
  'other keys': {
    spec: { sshKey: SECRET, presharedKey: `${SECRET}=`, secret: `${SECRET}=`, webhookSecret: `A${SECRET}` },
  },
  'the value below a field for it': { spec: { password: { value: SECRET }, token: { inline: { plain: SECRET } } } },
  'a map of them': { spec: { tokens: { a: SECRET }, credentials: { key: SECRET } } },
  'quotes of Python': { spec: { script: `connect({'password': '${SECRET}'})` } },
  'JSON within JSON': { spec: { config: `{"a":"{\\"password\\":\\"${SECRET}\\"}"}` } },
  'JSON with a quote in it': { spec: { config: `{"password":"a\\"${SECRET}"}` } },
  'what docker logs in with': { spec: { config: `{"auths":{"a.com":{"auth":"${SECRET}"}}}` } },
  'a login for curl': { spec: { command: ['sh', '-c', `curl -u me:${SECRET} https://a`] } },
  'a login for curl, as arguments': { spec: { command: ['curl', '-u', `me:${SECRET}`] } },
  'a login as a flag': { spec: { args: [`--basic-auth=me:${SECRET}`, '--basic-auth', `me:${SECRET}`] } },
  'a DSN': { spec: { dsn: `me:${SECRET}@tcp(db:3306)/x` } },
  'a connection string with quotes': { spec: { jaas: `Login required username="a" password="b ${SECRET}";` } },
  'an address with a password that has an @': { spec: { url: `amqp://me:a@${SECRET}@mq/x` } },
  'the address of a webhook': { spec: { url: `https://hooks.slack.com/services/T0/B0/${SECRET}` } },
  'a query': { spec: { url: `https://a.com/x?key=${SECRET}&b=c` } },
  netrc: { spec: { netrc: `machine a.com login me password ${SECRET}` } },
  XML: { spec: { config: `<server><password>a ${SECRET}</password></server>` } },
  'a header by its word': { spec: { script: `curl -H 'X-Vault-Token: ${SECRET}' -H "Cookie: a=${SECRET}"` } },
  'a short header in a text': { spec: { script: `curl -H "Authorization: Basic ${SECRET}"` } },
  'an encrypted token': { spec: { x: `eyJhbGciOiJSU0ExXzUiLCJl.OKOawDo13gRp2ojaHV.${SECRET}` } },
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

test('has of a field for a credential what says where it is, or what is called like one', () => {
  const object = {
    spec: {
      secretName: 'db',
      secret: 'db-credentials',
      passwordSecretRef: { name: 'db', key: 'password' },
      password: { secretKeyRef: { name: 'db', key: 'password' } },
      accessKeyID: { name: 'aws', key: 'id', namespace: 'ops' },
      credentials: { source: 'Secret', secretRef: { namespace: 'ops', name: 'aws', key: 'creds' } },
      credential: { name: 'cloud', key: 'cloud' },
      privateKey: { algorithm: 'RSA', encoding: 'PKCS1', size: 4096, rotationPolicy: 'Always' },
      serviceAccountToken: { audience: 'api', expirationSeconds: 3600, path: 'token' },
      tokenTTL: '5m',
      maxTokens: 100,
      bypass: 'none',
      token: '$(TOKEN)',
      tokenReviews: 'x',
      parameters: [
        { name: 'auth.existingSecret', value: 'db' },
        { name: 'replicas', value: '3' },
      ],
      tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'token' }],
      rules: [{ resources: ['secrets', 'tokenreviews'], verbs: ['get'] }],
      image: 'registry.example.com/app:1.2@sha256:9f86d081884c7d65',
      command: ['run', '--user', '1000:1000', '--secret-name', 'db', '--key-file', '/etc/tls.key'],
      values: 'existingSecret: db\ntokenTTL: 5m\nsecretKeyRef:\n  name: db\n  key: password\n',
      expression: 'object.spec.token == "a" || has(object.spec.password)',
      caBundle: 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUM=',
      selector: { matchLabels: { app: 'token-server' } },
    },
    status: {
      conditions: [
        { message: 'token: EOF' },
        { message: 'authorization: denied by the webhook' },
        { message: 'Secret "db" has no key password' },
        { message: 'invalid spec.password: must be a reference' },
      ],
    },
  }
  assert.equal(JSON.parse(kept(object)), object)
})

test('has the schema of a definition, within another object too', () => {
  const schema = { openAPIV3Schema: { properties: { password: { type: 'string', pattern: 'x' }, env: { a: 'b' } } } }
  assert.is(kept({ spec: { versions: [{ schema }] } }), JSON.stringify({ spec: { versions: [{ schema }] } }))
})

test('has no number where a password is', () => {
  assert.is(kept({ spec: { password: 123456, tokens: 5 } }), '{"spec":{"password":"WITHHELD","tokens":5}}')
})

test('has the schema of a definition, whatever its fields are called', () => {
  const schema = { properties: { env: { type: 'array', description: 'variables' }, password: { type: 'string' } } }
  const definition = { spec: { versions: [{ schema }] } }
  assert.is(
    kept(definition, { group: 'apiextensions.k8s.io', plural: 'customresourcedefinitions' }),
    JSON.stringify(definition),
  )
})

test('is also what it keeps of a refusal, in whatever form', async () => {
  const message = `denied: postgres://me:${SECRET}@db`
  for (const body of [JSON.stringify({ kind: 'Status', message }), message]) {
    const response = { status: 403, headers: {}, body: once(Buffer.from(body)) }
    const server: Transport = { server: 'https://a', close() {}, send: async () => response }
    const recording = recordingTransport(server)
    await recording.send({ method: 'GET', path: '/api/v1/pods' })
    assert.match(JSON.stringify(recording.exchanges()), 'denied: postgres')
    assert.not.match(JSON.stringify(recording.exchanges()), SECRET)
  }
})

test.run()
