import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { reachByFile } from '../../src/plan/aim.ts'
import type { NamespaceEnd } from '../../src/plan/namespace-end.ts'
import { advised } from '../../src/plan/reach.ts'
import { formatCure, formatNamespaceCauses, formatNamespaceEnd } from '../../src/render/namespace-plan.ts'
import { createPaint } from '../../src/render/paint.ts'

const test = suite('the plan for a namespace')

const reach = reachByFile('/etc/prod', 'prod')
const cleanUp = advised('to clean up afterwards', reach, 'kubectl', 'finalize', 'namespace', 'shop')
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

test('names the subject of each cause: causes of one code may say the same', () => {
  const causes = ['a', 'b'].map(name => ({
    id: name,
    code: 'ControllerUnknown' as const,
    verdict: 'unknown' as const,
    subject: { ...settings, name },
    summary: 'Nobody knows.',
    evidence: [],
    blocks: [settings],
    remedies: [],
  }))
  const explained = { ref, verdict: 'waiting' as const, finalizers: [], owners: [], waitingFor: [], causes: [] }
  const [, ...lines] = formatNamespaceCauses(explained, causes).trimEnd().split('\n')
  assert.equal(
    lines.map(line => line.split(/ {2,}/)[1]),
    ['configmap/a in namespace shop', 'configmap/b in namespace shop'],
  )
})

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
      reach,
      cleanUp,
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
      metadata: { name: 'shop', uid: 'u', resourceVersion: '7', finalizers: ['foregroundDeletion'] },
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
    reach,
    cleanUp,
  }
  assert.equal(formatNamespaceEnd(end, style).split('\n'), [
    'namespace/shop',
    '  removes  kubernetes in spec.finalizers, the entry of the namespace controller',
    '  stays    foregroundDeletion, which still holds the namespace',
    '  despite  NamespaceNotEmpty: 1 object remains in it',
    '  strands  1 object, which can still be read and deleted, but not updated until the namespace exists again:',
    '           configmaps/a (example.com/hold)',
    '           to clean up afterwards:',
    '           kubectl finalize namespace shop --kubeconfig /etc/prod --context prod',
    '  unread   *.dead.example.com',
    '  put      /api/v1/namespaces/shop/finalize: the whole object of resourceVersion 7, without that entry',
    '',
  ])
})

test('that was ended by force says what cannot be tried yet, and what is deleted with it', () => {
  const plan = { deleted: ['secrets/b'], stays: ['pods/c (foregroundDeletion)'], removals: 1 }
  assert.equal(formatCure(ref, plan, style).split('\n'), [
    'namespace/shop does not exist, but objects in it still do',
    '  create   the namespace again: nothing in it can be updated without it',
    '  remove   finalizers of 1 object, as shown below; their dry run needs the namespace, so it is made after that, and what it rejects is skipped',
    '  wait     for the controllers of: pods/c (foregroundDeletion)',
    '  delete   the namespace; this also deletes objects that are not being deleted yet, each backed up first:',
    '           secrets/b',
    '',
  ])
})

test.run()
