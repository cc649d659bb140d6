import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mountedKatalogs } from '../../../src/operations/replay/katalog-in-cluster.ts'

const test = suite('the ConfigMap that a runtime mounts')

function runtime(args: readonly string[], mount: object = { mountPath: '/etc/katalog' }) {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'x-runtime', namespace: 'ork', uid: 'u' },
    spec: {
      template: {
        spec: {
          volumes: [{ name: 'k', configMap: { name: 'own' } }, { name: 'tmp' }],
          containers: [{ args, volumeMounts: [{ name: 'k', ...mount }] }],
        },
      },
    },
  }
}

const found = (args: readonly string[], mount?: object) => mountedKatalogs(runtime(args, mount))[0]?.key

test('is told with the key that --file names', () => {
  const here = { namespace: 'ork', name: 'own' }
  assert.equal(mountedKatalogs(runtime(['--file', '/etc/katalog/a.yaml'])), [{ ...here, key: 'a.yaml' }])
  assert.is(found(['run', '--file=/etc/katalog/a.yaml']), 'a.yaml')
  assert.is(found(['--file', '/etc/k.yaml'], { mountPath: '/etc/k.yaml', subPath: 'b.yaml' }), 'b.yaml')
})

test('has no key where no argument names a file in it', () => {
  assert.is(found([]), undefined)
  assert.is(found(['--file', '/etc/katalogs/a.yaml']), undefined)
  assert.is(found(['--file']), undefined)
  const { spec: _, ...bare } = runtime([])
  assert.equal(mountedKatalogs(bare), [])
})

test.run()
