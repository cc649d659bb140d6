import { readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { api, namespace, runProgram, target } from '../rig/rig.ts'
import { plugins, programsOf, type Row, startedByK9s } from './k9s-plugins.ts'

const test = suite('the plugins for k9s')

/** Runs a plugin as k9s does. */
function selected(name: string, row: Omit<Row, 'CONTEXT'>) {
  const context = (parse(readFileSync(target().kubeconfig, 'utf8')) as { 'current-context': string })['current-context']
  const { command, args } = startedByK9s(name, { ...row, CONTEXT: context })
  // A pager that only prints.
  const path = [programsOf({ less: 'cat' }), process.env.PATH].join(delimiter)
  return runProgram(command, args, { env: { PATH: path, KUBECONFIG: target().kubeconfig } })
}

test('explain the object of a row, with a namespace or without, and whether its type has a group or not', async () => {
  const place = await namespace()
  const held = await api.create({
    ...{ apiVersion: 'v1', kind: 'ConfigMap' },
    metadata: { name: 'held', namespace: place, finalizers: ['e2e.example.com/hold'] },
  })
  await api.delete(held)
  const core = { RESOURCE_NAME: 'configmaps', RESOURCE_GROUP: '', NAME: 'held', NAMESPACE: place }
  const explained = await selected('finalize-explain', core)
  assert.match(explained.stdout, /ControllerUnknown/, explained.stderr)
  for (const none of ['-', '']) {
    const row = { RESOURCE_NAME: 'namespaces', RESOURCE_GROUP: '', NAME: place, NAMESPACE: none }
    const { stdout } = await selected('finalize-preflight', row)
    assert.match(stdout, new RegExp(`^UNKNOWN {2}If namespace/${place} were deleted now`), stdout)
  }
  const role = {
    RESOURCE_NAME: 'clusterroles',
    RESOURCE_GROUP: 'rbac.authorization.k8s.io',
    NAME: 'cluster-admin',
    NAMESPACE: '-',
  }
  assert.match((await selected('finalize-explain', role)).stdout, /is not being deleted/)
  await api.patch(held, { metadata: { finalizers: null } })
})

test('each have keys of their own, for all rows, and none writes', () => {
  const all = Object.values(plugins)
  assert.is(new Set(all.map(({ shortCut }) => shortCut)).size, all.length)
  for (const { args, scopes } of all) {
    assert.equal(scopes, ['all'])
    assert.match(args.join(' '), /kubectl finalize (explain|preflight) /)
  }
})

test.run()
