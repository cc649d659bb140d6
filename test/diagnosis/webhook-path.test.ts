import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { explained } from './explained.ts'
import { clusterOfThings, thing } from './things.ts'
import { configuration, service, webhook } from './webhook-configuration.ts'

const test = suite('a webhook whose server does not have its path')

test('is reached, and of another version than its configuration (kubernetes/kubernetes#95983)', async () => {
  const sandbox = clusterOfThings()
  namespace(sandbox, 'guard-system')
  deployment(sandbox, 'guard-system', 'guard', {})
  service(sandbox, 'guard')
  configuration(sandbox, 'guard', [webhook('guard.example.com')])
  thing(sandbox, 'acme')
  const message =
    'Internal error occurred: failed calling webhook "guard.example.com": the server could not find the requested resource'
  sandbox.onRequest = ({ method }) =>
    method === 'PATCH' ? statusResponse(500, { reason: 'InternalError', message }) : undefined
  const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'WebhookUnavailable')!
  assert.not.match(cause.summary, 'cannot be reached')
  const [match, takeOut] = cause.remedies
  assert.match(match!.commands[0]!, 'kubectl get validatingwebhookconfiguration guard')
  assert.match(takeOut!.commands[0]!, '"op":"remove"')
})

test.run()
