import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse as parseYaml } from 'yaml'
import { parse } from '../../src/commandline/parse.ts'
import { commands, entryCommand } from '../../src/commands/index.ts'
import { policies } from '../../src/diagnosis/policy.ts'
import { answer } from '../built-by-go.ts'
import { type Alert, alertsOf } from './alerts.ts'
import { firedOf } from './fired.ts'
import { metricNames } from './metrics.ts'
import { DEPLOY, deployProgram } from './program.ts'
import { BEGIN, type Moment, SCRAPE_SECONDS, scraped, seriesAt } from './recorded.ts'

const program = await deployProgram()
const test = suite('deploy: the alerts')
const withGo = program === undefined ? test.skip : test

const HOUR = 3600
const monitor = readFileSync(`${DEPLOY}/kustomize/components/prometheus/service-monitor.yaml`, 'utf8')
const { spec } = parseYaml(monitor) as { spec: { endpoints: { honorLabels: boolean }[] } }

interface Fired {
  /** Seconds of the record. */
  readonly from: number
  readonly to: number
  readonly labels: Readonly<Record<string, string>>
}

/** From when until when an alert fires, over two hours. */
async function firing(alert: Alert, at: (seconds: number) => Moment | undefined): Promise<Fired | undefined> {
  const length = 2 * HOUR
  const seconds = Array.from({ length: length / SCRAPE_SECONDS + 1 }, (_, index) => index * SCRAPE_SECONDS)
  const series = scraped(length, at, spec.endpoints[0]!.honorLabels)
  const fired = await firedOf(
    program!,
    alert,
    series,
    seconds.map(each => BEGIN + each),
  )
  if (fired.length === 0) return undefined
  return { from: fired[0]!.at - BEGIN, to: fired.at(-1)!.at - BEGIN, labels: fired[0]!.labels }
}

const named = (name: string): Alert => alertsOf().find(({ alert }) => alert === name)!
const fires = (name: string, at: (seconds: number) => Moment | undefined) => firing(named(name), at)

const calm = (): Moment => ({})
const until = (end: number, moment: Moment) => (seconds: number) => (seconds < end ? moment : {})
const stuck: Moment = { held: { cause: 'ControllerMissing', verdict: 'stuck' } }
const unknown: Moment = { held: { cause: 'ControllerUnknown', verdict: 'unknown' } }
const progressing: Moment = { held: { cause: 'CleanupInProgress', verdict: 'progressing' } }

withGo('none fires while all is well, nor for what goes on its own', async () => {
  for (const { alert } of alertsOf()) {
    for (const at of [calm, () => progressing]) assert.is(await fires(alert, at), undefined, alert)
  }
})

withGo('DeletionStuck fires once for both replicas, after 15 minutes, until the object is gone', async () => {
  const fired = await fires('DeletionStuck', until(HOUR, stuck))
  assert.ok(fired!.from >= 900 && fired!.from <= 1200, String(fired!.from))
  assert.is(fired!.to, HOUR - SCRAPE_SECONDS)
  assert.equal(fired!.labels, { namespace: 'shop', cause: 'ControllerMissing', finalizer: 'example.com/a' })
  assert.is(await fires('DeletionStuck', until(800, stuck)), undefined)
  assert.is(await fires('DeletionStuck', () => unknown), undefined)
})

withGo('a restart of the watcher does not make DeletionStuck wait for 15 minutes again', async () => {
  const restarted = (seconds: number): Moment | undefined =>
    seconds > HOUR && seconds < HOUR + 120 ? undefined : stuck
  const before = (seconds: number) => (seconds <= HOUR ? undefined : restarted(seconds))
  const fired = await fires('DeletionStuck', before)
  assert.ok(fired!.from <= HOUR + 360, String(fired!.from))
})

withGo('DeletionSlow fires after an hour of what is unknown, and for nothing else', async () => {
  const fired = await fires('DeletionSlow', () => unknown)
  assert.ok(fired!.from >= HOUR && fired!.from <= HOUR + 300, String(fired!.from))
  assert.is(await fires('DeletionSlow', until(HOUR - 60, unknown)), undefined)
  assert.is(await fires('DeletionSlow', () => stuck), undefined)
})

withGo('NamespaceDeletionBlockedClusterWide fires at once for a dead APIService, and for nothing else', async () => {
  const dead: Moment = { held: { cause: 'APIServiceUnavailable', verdict: 'stuck' } }
  const fired = await fires('NamespaceDeletionBlockedClusterWide', until(HOUR, dead))
  assert.equal([fired!.from, fired!.to], [0, HOUR - SCRAPE_SECONDS])
  assert.is(await fires('NamespaceDeletionBlockedClusterWide', () => stuck), undefined)
})

withGo('WatcherBlind fires when something is unreadable, stale or absent, and not for a restart', async () => {
  const blind = await fires('WatcherBlind', until(HOUR, { isBlind: true, completeAt: -1 }))
  assert.ok(blind!.from <= 900 && blind!.to < HOUR, JSON.stringify(blind))
  const stale = await fires('WatcherBlind', seconds => (seconds < 600 ? {} : { completeAt: 600 }))
  assert.ok(stale!.from >= 1500 && stale!.from <= 2400, String(stale!.from))
  const absent = await fires('WatcherBlind', seconds => (seconds < HOUR ? {} : undefined))
  assert.ok(absent!.from >= HOUR + 600 && absent!.from <= HOUR + 1200, String(absent!.from))
  const restart = (seconds: number): Moment | undefined => (seconds > HOUR && seconds < HOUR + 300 ? undefined : {})
  assert.is(await fires('WatcherBlind', restart), undefined)
  assert.is(
    await fires('WatcherBlind', seconds => (seconds > 600 && seconds < 1000 ? { isBlind: true } : {})),
    undefined,
  )
})

withGo('an expression that Prometheus does not understand is an error', async () => {
  const wrong = { ...named('DeletionStuck'), expr: 'max of(kubectl_finalize_stuck_objects)' }
  assert.match(await firing(wrong, calm).then(String, String), /parse error/)
})

const dashboard = JSON.parse(readFileSync(`${DEPLOY}/kustomize/components/prometheus/dashboard.json`, 'utf8')) as {
  panels: { targets: { expr: string }[] }[]
}
const expressions = () => [
  ...alertsOf().map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

withGo('Prometheus understands every expression of the dashboard, and each shows something', async () => {
  const series = scraped(HOUR, () => stuck, true)
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const asked = JSON.stringify({ series, expressions: shown, times: [BEGIN + HOUR] })
  for (const [index, [found]] of JSON.parse(await answer(program!, ['query'], asked)).entries())
    assert.ok(found.length > 0, shown[index]!)
})

test('every metric, label and root cause of the expressions exists', () => {
  const labels = new Set(['context', ...seriesAt(0, stuck).flatMap(each => Object.keys(each.labels))])
  const used = expressions().flatMap(expr => expr.match(/kubectl_finalize_\w+/g) ?? [])
  assert.equal(
    used.filter(name => !metricNames().includes(name)),
    [],
  )
  for (const expr of expressions()) {
    const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names]) => names!.split(', '))
    const matched = [...expr.matchAll(/(\w+)="/g)].map(([, name]) => name!)
    for (const label of [...grouped, ...matched]) assert.ok(labels.has(label), `${label} in ${expr}`)
    for (const [, code] of expr.matchAll(/cause="(\w+)"/g)) assert.ok(code! in policies, code)
  }
})

test('every alert has a command that the program takes, and names labels that it has', () => {
  for (const { alert, expr, annotations } of alertsOf()) {
    const { command = '' } = annotations
    assert.match(command, /^kubectl finalize /, alert)
    parse(command.split(' ').slice(2), commands, entryCommand)
    const by = new Set(/by \(([^)]*)\)/.exec(expr)![1]!.split(', '))
    for (const [, label] of Object.values(annotations)
      .join(' ')
      .matchAll(/\$labels\.(\w+)/g))
      assert.ok(by.has(label!), `${alert}: ${label}`)
  }
})

test.run()
