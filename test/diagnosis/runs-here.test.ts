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

const test = suite('a controller that the catalogue has in another cluster')

const GROUP = 'hypershift.openshift.io'
const RBAC = 'rbac.authorization.k8s.io'

/** What holds a NodePool, where a Deployment of this place and label, of which nothing is ready, may change NodePools. */
async function answerOf(home: string, label: string): Promise<string> {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'nodepools', kind: 'NodePool' })
  for (const each of ['clusters', home]) namespace(sandbox, each)
  deployment(sandbox, home, 'operator', { replicas: 0, serviceAccount: 'operator', labels: { name: label } })
  const rules = [{ apiGroups: [GROUP], resources: ['nodepools'], verbs: ['get', 'list', 'watch', 'update', 'patch'] }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: 'operator' }, rules })
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: 'operator' }
  const subjects = [{ kind: 'ServiceAccount', name: 'operator', namespace: home }]
  sandbox.put({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'operator' },
    roleRef,
    subjects,
  })
  customResource(sandbox, {
    ...{
      apiVersion: `${GROUP}/v1`,
      kind: 'NodePool',
      namespace: 'clusters',
      name: 'demo',
      manager: 'hypershift-operator',
    },
    ...{ finalizers: [`${GROUP}/finalizer`], deleted: HOUR },
  })
  return (await explained(sandbox)).codes.join()
}

test('is here, where a workload with the right has its namespace and labels (openshift/hypershift#1216)', async () => {
  assert.is(await answerOf('hypershift', 'operator'), 'ControllerUnhealthy operator')
})

test('is elsewhere, where one only has the right, or only the namespace', async () => {
  assert.is(await answerOf('elsewhere', 'operator'), 'ControllerUnknown demo')
  assert.is(await answerOf('hypershift', 'agent'), 'ControllerUnknown demo')
})

test.run()
