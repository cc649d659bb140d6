import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { ago, DAY, HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { explained } from './explained.ts'
import { clusterOfThings, thing } from './things.ts'
import { configuration, service, webhook } from './webhook-configuration.ts'

const test = suite('a webhook that serves an old certificate')

const HOME = 'guard-system'
const RESTART = 'kubectl rollout restart deployment/guard -n guard-system'

interface Setting {
  readonly why?: string
  /** Seconds since the certificate in the Secret was issued, and until it ends. */
  readonly issued?: number
  readonly valid?: number
  readonly secretName?: string
  readonly ready?: 'True' | 'False'
}

/** A webhook whose Pods run for two days, and answer with a certificate that the API server does not accept. */
function setup(setting: Setting = {}): Sandbox {
  const { why = 'x509: certificate has expired or is not yet valid: current time is after its end' } = setting
  const { issued = HOUR, valid = 90 * DAY, secretName = 'guard-tls', ready = 'True' } = setting
  const sandbox = clusterOfThings()
  namespace(sandbox, HOME)
  definition(sandbox, { group: 'cert-manager.io', plural: 'certificates', kind: 'Certificate' })
  deployment(sandbox, HOME, 'guard', { age: 2 * DAY })
  const workload = sandbox.get('apps/v1', 'Deployment', 'guard', HOME)!
  const { template } = workload.spec as { template: { spec: object } }
  const volumes = [{ name: 'tls', secret: { secretName: 'guard-tls' } }]
  sandbox.put({
    ...workload,
    spec: { ...(workload.spec as object), template: { ...template, spec: { ...template.spec, volumes } } },
  })
  service(sandbox, 'guard')
  configuration(sandbox, 'guard', [webhook('guard.example.com')])
  sandbox.put({
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    metadata: { name: 'guard', namespace: HOME },
    spec: { secretName },
    status: {
      conditions: [{ type: 'Ready', status: ready }],
      notBefore: ago(sandbox, issued),
      notAfter: ago(sandbox, -valid),
    },
  })
  thing(sandbox, 'acme')
  const message = `Internal error occurred: failed calling webhook "guard.example.com": failed to call webhook: Post "https://guard.guard-system.svc:443/validate?timeout=10s": tls: failed to verify certificate: ${why}`
  sandbox.onRequest = ({ method }) =>
    method === 'PATCH' ? statusResponse(500, { reason: 'InternalError', message }) : undefined
  return sandbox
}

async function first(sandbox: Sandbox): Promise<readonly string[]> {
  const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'WebhookUnavailable')!
  return cause.remedies[0]!.commands
}

test('is restarted, where its Secret has a valid one that was issued since its Pods started', async () => {
  assert.equal(await first(setup()), [RESTART])
  assert.equal(await first(setup({ why: 'x509: certificate signed by unknown authority' })), [RESTART])
})

test('is not restarted where that is not shown', async () => {
  const cases: readonly Setting[] = [
    { issued: 3 * DAY },
    { valid: -HOUR },
    { ready: 'False' },
    { secretName: 'another-tls' },
    { why: 'dial tcp 10.0.0.1:443: connect: connection refused' },
  ]
  for (const each of cases) assert.not.equal(await first(setup(each)), [RESTART], JSON.stringify(each))
})

test('is not what answered for a Service without an address', async () => {
  const sandbox = setup()
  const slice = sandbox.get('discovery.k8s.io/v1', 'EndpointSlice', 'guard-1', HOME)!
  sandbox.put({ ...slice, endpoints: [] })
  const { causes } = await explained(sandbox)
  const { remedies } = causes.find(({ code }) => code === 'WebhookUnavailable')!
  assert.ok(remedies.every(({ summary }) => !/certificate/.test(summary)))
})

test.run()
