import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('bindings that no API server takes, as a file may hold them')

test('without a role, or with one without a name, tell nothing', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const group = 'shop.example.com'
  definition(sandbox, { group, plural: 'widgets', kind: 'Widget' })
  namespace(sandbox, 'shop')
  const subjects = [{ kind: 'ServiceAccount', name: 'widget-operator', namespace: 'shop' }]
  for (const [index, roleRef] of [undefined, { kind: 'ClusterRole' }, { name: 'widget-operator' }].entries()) {
    const apiVersion = 'rbac.authorization.k8s.io/v1'
    const metadata = { name: `widget-operator-${index}` }
    sandbox.put({ apiVersion, kind: 'ClusterRoleBinding', metadata, subjects, ...(roleRef && { roleRef }) })
  }
  const object = {
    apiVersion: `${group}/v1`,
    kind: 'Widget',
    namespace: 'shop',
    name: 'one',
    manager: 'widget-operator',
  }
  customResource(sandbox, { ...object, finalizers: [`${group}/cleanup`], deleted: HOUR })
  const { causes } = await explained(sandbox)
  assert.ok(causes.length > 0)
  assert.not.match(JSON.stringify(causes), /undefined/)
})

test.run()
