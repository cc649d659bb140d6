import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { api, run } from '../rig/rig.ts'
import { configMap, file } from './apps.ts'
import { groupsFile, stuckResource } from './native.ts'
import { katalog } from './orkestra.ts'

const test = suite('replay refuses what is wrong before anything is deleted')

test('in the file: an error with its line', async () => {
  const { type, place, words, resource } = await stuckResource()
  const conf = await api.create(configMap('conf', place, { labels: { app: 'c1' } }))
  const labelled = await api.patch(resource, { metadata: { labels: { app: 'c1' } } })
  const one = [{ kind: 'ConfigMap', names: ['conf'] }]
  const ordered = {
    ordered: true,
    groups: [{ configMaps: [{ name: 'conf' }] }, { configMaps: [{ name: '{{ .spec.no }}' }] }],
  }
  const app = { apiTypes: { group: type.group, version: 'v1', kind: 'App', plural: 'apps' } }
  const bad: Record<string, [path: string, line: number | undefined, words: string]> = {
    'an unknown kind': [groupsFile(one, [{ kind: 'Gadget', names: ['x'] }]), 18, 'no matches for kind "Gadget"'],
    'a plural': [groupsFile(one, [{ kind: 'configmaps', names: ['x'] }]), 18, 'write the kind ConfigMap'],
    'namespaces of a cluster-scoped kind': [
      groupsFile(one, [{ kind: 'Node', names: ['x'], namespaces: [place] }]),
      18,
      'Node is cluster-scoped',
    ],
    'its own namespace': [groupsFile(one, [{ kind: 'Namespace', names: [place] }]), 18, 'its own namespace'],
    'the resource itself': [
      groupsFile(one, [{ apiVersion: type.apiVersion, kind: 'App', names: ['c1'] }]),
      18,
      'itself',
    ],
    'the resource itself, by a label': [
      groupsFile(one, [{ apiVersion: type.apiVersion, kind: 'App', labelSelector: 'app=c1' }]),
      16,
      'the deletion of the resource itself',
    ],
    'a missing field': [file(katalog(type.group, ordered, app)), 30, '.spec.no'],
    'another operator': [file(katalog('other.example.com', ordered)), 1, 'no entry for App'],
    'an empty file': [file(''), undefined, 'the file is empty'],
    'a duration': [file(katalog(type.group, { ordered: true, timeout: '1d12h' }, app)), 19, '1d12h'],
    'no such file': ['/nowhere/order.yaml', undefined, 'no such file'],
  }
  for (const [what, [path, line, text]] of Object.entries(bad)) {
    const ran = await run(['replay', ...words, '--yes', '-f', path])
    assert.is(ran.code, 1, `${what}: ${ran.stdout}${ran.stderr}`)
    assert.match(ran.stderr, text, what)
    if (line !== undefined) assert.match(ran.stderr, `${path}:${line}: `, `${what}: ${ran.stderr}`)
    assert.is(ran.stdout, '', what)
    assert.is(ran.stderr.trim().split('\n').length, 1, `${what}: ${ran.stderr}`)
  }
  for (const same of [conf, labelled]) {
    assert.is((await api.get(same))!.metadata.resourceVersion, same.metadata.resourceVersion)
  }
})

test('on the command line: a usage error', async () => {
  const { place, words } = await stuckResource()
  const path = groupsFile([{ kind: 'ConfigMap', names: ['conf'] }])
  const bad: readonly (readonly string[])[] = [
    [],
    ['pods'],
    ['pods/a', 'pods/b', '-n', place],
    [...words, '-f', ''],
    [...words, '-f', path, '-f', path],
    [...words, '--poll-interval', '0s'],
    [...words, '--timeout', 'soon'],
    [...words, '--target', 't1'],
    [...words, '--target', 't1=/kubeconfig', '-f', path],
    [...words, '--during-update', '-f', path],
    [...words, '--during-update'],
    [...words, '--override', 'Nobody'],
    [...words, '--override', 'NotTerminating'],
  ]
  for (const args of bad) {
    const ran = await run(['replay', ...args])
    assert.is(ran.code, 2, `${args.join(' ')}: ${ran.stderr}`)
  }
})

test('without consent: confirmation required', async () => {
  const { place, words } = await stuckResource()
  const conf = await api.create(configMap('conf', place))
  const ran = await run(['replay', ...words, '-f', groupsFile([{ kind: 'ConfigMap', names: ['conf'] }])])
  assert.is(ran.code, 3, ran.stderr)
  assert.match(ran.stdout, 'pass --yes')
  assert.is((await api.get(conf))!.metadata.resourceVersion, conf.metadata.resourceVersion)
})

test.run()
