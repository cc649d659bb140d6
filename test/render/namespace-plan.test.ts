import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { NamespaceEnd } from '../../src/change/namespace-end.ts'
import { reachByFile } from '../../src/commands/aim.ts'
import { formatCure, formatNamespaceEnd } from '../../src/render/namespace-plan.ts'
import { createPaint } from '../../src/render/paint.ts'

const test = suite('the plan for a namespace')

const style = { width: undefined, paint: createPaint(false), mostObjects: 20 }
const ref = { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name: 'shop', uid: 'u' }
const settings = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'shop', name: 'a', uid: 'v' }
const CONFIG_MAPS = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  singular: 'configmap',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: [],
}

test('calls it empty only when every type was listed', () => {
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', uid: 'u' } }
  const strands = (unreadable: NamespaceEnd['content']['unreadable']) => {
    const end = {
      ref,
      object,
      content: { objects: [], unreadable },
      causes: [],
      own: [],
      probe: undefined,
      refusals: [],
      passed: [],
      reach: reachByFile('/etc/prod', 'prod'),
    }
    return formatNamespaceEnd(end, style).match(/strands {2}(.*)/)![1]
  }
  assert.is(strands([]), 'nothing: it is empty')
  assert.is(strands([{ resource: 'secrets', reason: 'Forbidden', message: 'no' }]), 'nothing that could be read')
})

test('by force names what is stranded, what could not be read, and the request', () => {
  const end: NamespaceEnd = {
    ref,
    object: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'shop', uid: 'u', resourceVersion: '7' },
      spec: { finalizers: ['kubernetes', 'example.com/spec'] },
    },
    content: {
      objects: [{ ref: settings, type: CONFIG_MAPS, meta: { name: 'a', uid: 'v' }, finalizers: ['example.com/hold'] }],
      unreadable: [{ resource: '*.dead.example.com', reason: 'StaleDiscovery', message: 'no' }],
    },
    causes: [],
    own: [],
    probe: undefined,
    refusals: [],
    passed: [{ guard: 'NamespaceNotEmpty', why: '1 object remains in it' }],
    reach: reachByFile('/etc/prod', 'prod'),
  }
  assert.equal(formatNamespaceEnd(end, style).split('\n'), [
    'namespace/shop',
    '  removes  kubernetes in spec.finalizers, by which the namespace controller holds it',
    '  stays    example.com/spec in spec, and with that the namespace',
    '  despite  NamespaceNotEmpty: 1 object remains in it',
    '  strands  1 object, which then can be read and deleted, and not changed, until the namespace is there again:',
    '           configmaps/a (example.com/hold)',
    '           to cure that:',
    '           kubectl finalize namespace shop --kubeconfig /etc/prod --context prod',
    '  unread   *.dead.example.com',
    '  put      /api/v1/namespaces/shop/finalize: the whole object of resourceVersion 7, without that entry',
    '',
  ])
})

test('that was ended by force says what cannot be tried yet, and what is deleted with it', () => {
  const plan = { deleted: ['secrets/b'], stays: ['pods/c (foregroundDeletion)'], removals: 1 }
  assert.equal(formatCure(ref, plan, style).split('\n'), [
    'namespace/shop does not exist, and objects are left in it',
    '  create   the namespace, without which nothing in it can be changed',
    '  remove   finalizers of 1 object, as shown here; the dry run of these cannot be made before that: it is made then, and what it refuses is not done',
    '  wait     for whoever removes them from: pods/c (foregroundDeletion)',
    '  delete   the namespace, in the ordinary way; with it go objects that nobody deleted yet, each kept in a file before:',
    '           secrets/b',
    '',
  ])
})

test.run()
