import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { refOf } from '../../../src/api/object-ref.ts'
import type { ResourceType } from '../../../src/api/resource-type.ts'
import { metricsText } from '../../../src/commands/watch/metrics-text.ts'
import type { Cause, ExplainedObject } from '../../../src/diagnosis/explanation.ts'
import { type Measured, type Series, seriesOf } from '../../../src/operations/watch/series.ts'

const test = suite('the metrics of a watch')

const configMaps: ResourceType = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  singular: 'configmap',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: ['list', 'watch'],
}
const NOW = new Date('2026-01-01T01:00:00Z')

const finding = (name: string, namespace = 'shop') => ({
  type: configMaps,
  meta: { name, namespace, uid: name, deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['example.com/a'] },
})

const explained = (name: string, namespace = 'shop', causes: readonly string[] = ['c']): ExplainedObject => ({
  ref: refOf(configMaps, finding(name, namespace).meta),
  deletionTimestamp: '2026-01-01T00:00:00Z',
  verdict: 'stuck',
  finalizers: [],
  owners: [],
  waitingFor: [],
  causes,
})

const cause: Cause = {
  id: 'c',
  code: 'ControllerMissing',
  verdict: 'stuck',
  subject: { kind: 'Deployment', name: 'd' },
  finalizer: 'example.com/a',
  summary: 's',
  evidence: [],
  blocks: [],
  remedies: [],
}

function measured(names: readonly string[], rest: Partial<Measured> = {}): Measured {
  return {
    findings: new Map(names.map(name => [name, finding(name)])),
    lost: new Map(),
    diagnosed: { objects: names.map(name => explained(name)), causes: [cause] },
    unreadable: [],
    skipped: 0,
    isComplete: true,
    completeAt: NOW,
    ...rest,
  }
}

const text = ({ name, labels, value }: Series): string =>
  `${name.replace('kubectl_finalize_', '')}{${Object.values(labels).join(',')}} ${value}`
const texts = (of: Measured, elapsed = 0): readonly string[] => seriesOf(of, NOW, elapsed).map(text)

test('count what terminates, and what is held, by cause', () => {
  assert.equal(texts(measured(['x', 'y'])), [
    'terminating_objects{configmaps,shop} 2',
    'stuck_objects{ControllerMissing,stuck,example.com/a,shop} 2',
    'stuck_seconds_max{ControllerMissing,stuck,example.com/a,shop} 3600',
    'scan_complete{} 1',
    'unreadable_types{} 0',
    'skipped_types{} 0',
    'last_success_timestamp_seconds{} 1767229200',
  ])
})

test('have no series of what went since the diagnosis, and none with 0 where nothing terminates', () => {
  const went = { ...measured(['x']), diagnosed: measured(['x', 'y']).diagnosed }
  assert.ok(texts(went).includes('stuck_objects{ControllerMissing,stuck,example.com/a,shop} 1'))
  assert.equal(
    texts(measured([])).filter(line => /objects|max/.test(line)),
    [],
  )
})

test('keep what a broken watch knew for a minute, and then have none of it', () => {
  for (const lost of ['configmaps', '*']) {
    const of = measured(['x'], { lost: new Map([[lost, { since: 100 }]]), isComplete: false })
    assert.ok(texts(of, 160).includes('terminating_objects{configmaps,shop} 1'))
    assert.equal(
      texts(of, 161).filter(line => /objects|max/.test(line)),
      [],
    )
    assert.ok(texts(of, 161).includes('scan_complete{} 0'))
  }
})

test('say nothing of a last success that there was not', () => {
  assert.not.ok(texts(measured([], { completeAt: undefined })).some(line => line.startsWith('last_success')))
})

test('are at most 2,000, of any cluster; the rest is counted under other, for each verdict', async () => {
  const places = Array.from({ length: 3000 }, (_, index) => `ns-${index}`)
  const of: Measured = {
    ...measured([]),
    findings: new Map(places.map(place => [place, finding(place, place)])),
    diagnosed: { objects: places.map(place => explained(place, place)), causes: [cause] },
  }
  const series = seriesOf(of, NOW, 0)
  assert.ok(series.length <= 2000, `${series.length}`)
  const sum = (name: string) => series.filter(each => each.name === name).reduce((total, { value }) => total + value, 0)
  assert.is(sum('kubectl_finalize_terminating_objects'), 3000)
  assert.is(sum('kubectl_finalize_stuck_objects'), 3000)
  const other = series.find(({ labels }) => labels.cause === 'other')
  assert.equal(other?.labels, { cause: 'other', verdict: 'stuck', finalizer: 'other', namespace: 'other' })
  assert.ok((await metricsText(series)).length < 400_000)
})

test('are those of 10,000 objects with one cause in few series', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `o-${index}`)
  assert.ok(seriesOf(measured(names), NOW, 0).length < 10)
})

test('are written as Prometheus reads them, each metric with its help', async () => {
  const lines = (await metricsText(seriesOf(measured(['x']), NOW, 0))).split('\n')
  assert.ok(lines.includes('# TYPE kubectl_finalize_scan_complete gauge'))
  assert.ok(lines.includes('kubectl_finalize_scan_complete 1'))
  assert.ok(lines.includes('kubectl_finalize_terminating_objects{resource="configmaps",namespace="shop"} 1'))
})

test.run()
