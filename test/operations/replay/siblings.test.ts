import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { dependents } from '../../../src/operations/replay/prepare.ts'

const test = suite('DeployItems that depend on another')
const PREFIX = 'execution.landscaper.gardener.cloud'

function item(name: string, { of = 'exec', as = name, needs = '' } = {}) {
  return {
    apiVersion: 'landscaper.gardener.cloud/v1alpha1',
    kind: 'DeployItem',
    metadata: {
      name,
      uid: `uid-${name}`,
      labels: { [`${PREFIX}/managed-by`]: of, [`${PREFIX}/name`]: as },
      annotations: { [`${PREFIX}/dependsOn`]: needs },
    },
  }
}

test('are those of its Execution that name it, by the name it has there', () => {
  const one = item('exec-one-x1', { as: 'one' })
  const all = [
    one,
    item('two', { needs: 'zero, one' }),
    item('three', { needs: 'two' }),
    item('four', { needs: 'one', of: 'another' }),
    item('five', { needs: 'exec-one-x1' }),
    item('six', { needs: 'one-more' }),
  ]
  assert.equal(
    dependents(one, all).map(({ metadata }) => metadata.name),
    ['two', 'five'],
  )
})

test.run()
