import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('an operator whose rights were those of a namespace that is being deleted')

const GROUP = 'flink.apache.org'

/** The codes for an object in a namespace, of which a library wrote the finalizer, beside a workload of this name elsewhere. */
async function causeOf(name: string, deleted: number | undefined, { isServing = true } = {}) {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'flinkdeployments', kind: 'FlinkDeployment' })
  namespace(sandbox, 'jobs', deleted === undefined ? {} : { deleted })
  namespace(sandbox, 'operators')
  deployment(sandbox, 'operators', name, { serviceAccount: 'flink-operator' })
  const account = { name: 'flink-operator', namespace: 'operators' }
  sandbox.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: account })
  const metadata = { name: 'hook', namespace: 'operators' }
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { selector: { app: name }, ports: [{ port: 443 }] },
  })
  const hook = {
    name: 'validate.flink.apache.org',
    clientConfig: { service: metadata },
    rules: [{ apiGroups: [GROUP], apiVersions: ['v1'], operations: ['CREATE'], resources: ['flinkdeployments'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  }
  if (isServing) {
    sandbox.put({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'flink' },
      webhooks: [hook],
    })
  }
  customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'FlinkDeployment',
    namespace: 'jobs',
    name: 'basic',
    manager: 'fabric8-kubernetes-client',
    finalizers: ['flinkdeployments.flink.apache.org/finalizer'],
    deleted: HOUR,
  })
  const { causes } = await explained(sandbox)
  return causes.find(({ blocks }) => blocks.some(({ kind }) => kind === 'FlinkDeployment'))!
}

test('may no longer change what keeps the namespace, and is given the right where that is still possible', async () => {
  const cause = await causeOf('flink-kubernetes-operator', HOUR)
  assert.equal(
    [cause.code, cause.verdict, cause.subject.kind, cause.subject.name],
    ['ControllerForbidden', 'stuck', 'ServiceAccount', 'flink-operator'],
  )
  assert.match(cause.remedies[0]!.commands.at(-1)!, 'kubectl create clusterrolebinding')
})

test('a name alone proves nothing, nor what is no operator, nor a namespace that stays', async () => {
  const codes = [
    await causeOf('flink-kubernetes-operator', HOUR, { isServing: false }),
    await causeOf('flink-history-server', HOUR),
    await causeOf('flink-kubernetes-operator', undefined),
  ].map(({ code }) => code)
  assert.equal(codes, ['ControllerUnknown', 'ControllerUnknown', 'ControllerUnknown'])
})

test.run()
