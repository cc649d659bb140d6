import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namesOf, readKubeconfigs } from '../../../src/cluster/kubeconfig/several.ts'
import { faultOf } from '../fault.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { kubeconfigText } from './kubeconfig-text.ts'

const test = suite('several kubeconfigs')

test('of a directory each file counts by itself, once; what begins with a dot and folders do not', async () => {
  using folder = temporaryFolder()
  const first = folder.write('fleet/b.yaml', kubeconfigText('https://b:6443'))
  folder.write('fleet/a.yaml', 'contexts: [{name: z, context: {}}, {name: y, context: {}}]')
  folder.write('fleet/.lock', 'not one')
  mkdirSync(join(folder.path, 'fleet/cache'))
  const found = await readKubeconfigs([first, join(folder.path, 'fleet'), first].join(','))
  assert.equal(
    found.map(({ path, currentContext, contexts }) => [basename(path), currentContext, contexts]),
    [
      ['b.yaml', 'here', ['here']],
      ['a.yaml', undefined, ['y', 'z']],
    ],
  )
})

test('a file that is malformed or missing is a failure of its own', async () => {
  using folder = temporaryFolder()
  const good = folder.write('good', kubeconfigText('https://good:6443'))
  const bad = folder.write('bad', 'contexts: [')
  const found = await readKubeconfigs([bad, good, join(folder.path, 'missing')].join(','))
  assert.equal(
    found.map(({ failure }) => failure?.fault.kind),
    ['configuration', undefined, 'configuration'],
  )
  assert.match(found[0]!.failure!.message, /bad": yaml: line /)
  assert.match(found[2]!.failure!.message, /missing: no such file/)
})

test('a directory without a file is an error', async () => {
  using folder = temporaryFolder()
  const fault = await faultOf(readKubeconfigs(folder.path))
  assert.is(fault.kind, 'configuration')
  assert.match(fault.message, /no kubeconfig file/)
})

test('files are told apart by their names, or where two have the same by their paths', () => {
  assert.equal([...namesOf(['x/a.yaml', 'y/b.yaml']).values()], ['a.yaml', 'b.yaml'])
  assert.equal([...namesOf(['x/config', 'y/config']).values()], ['x/config', 'y/config'])
})

test.run()
