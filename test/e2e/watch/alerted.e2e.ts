import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { alertsOf } from '../../deploy/alerts.ts'
import { firedOf } from '../../deploy/fired.ts'
import { deployProgram } from '../../deploy/program.ts'
import { type Scrape, type Scraped, storedOf } from '../../deploy/recorded.ts'
import { type OwnCluster, ownCluster, ownClusterAvailable } from '../explain/own-cluster.ts'
import { openStage } from '../explain/stage.ts'
import { ageDeletion } from '../rig/age.ts'
import type { Thing } from '../rig/api.ts'
import { apiServiceDraft } from '../rig/api-service.ts'
import { target } from '../rig/rig.ts'
import { orphaned } from './orphaned.ts'
import { type Get, watching } from './watching.ts'

const program = ownClusterAvailable() ? await deployProgram() : undefined
const test = suite('what gets stuck is a metric, an Event and an alert within a minute')
const withGo = program === undefined ? test.skip : test
const withEtcd = target().name === 'control-plane' ? withGo : test.skip

const MINUTE = 60

/** As Prometheus does it, but each second: what a watch serves, and what an alert makes of all of it. */
function prometheus(get: Get) {
  const scrapes: Scrape[] = []
  const now = (): number => Math.floor(Date.now() / 1000)
  return {
    async scrape(): Promise<string> {
      const { text } = await get('/metrics').catch(() => ({ text: '' }))
      scrapes.push({ time: now(), series: seriesIn(text) })
      return text
    },
    /** What the expression of an alert answers at the last scrape; `held`: for so long as the alert asks for. */
    async asked(name: string, held: boolean): Promise<readonly Readonly<Record<string, string>>[]> {
      const alert = alertsOf().find(each => each.alert === name)!
      const times = scrapes.map(({ time }) => time)
      const whole = held ? alert : { expr: alert.expr }
      const fired = await firedOf(program!, whole, storedOf(scrapes, ['a'], true), times)
      return fired.filter(({ at }) => at === times.at(-1)).map(({ labels }) => labels)
    },
  }
}

function seriesIn(text: string): readonly Scraped[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => ({
    name: name!,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, each]) => [key!, each!])),
    value: Number(value),
  }))
}

const eventsAbout = async ({ api }: OwnCluster, place: string, name: string): Promise<readonly Thing[]> => {
  const { items } = await api.send('GET', `/apis/events.k8s.io/v1/namespaces/${place}/events`)
  return (items as readonly Thing[]).filter(({ regarding }) => regarding.name === name)
}

/** Answers in how many seconds all three were there: the series, the Event, and what the alert asks for. */
async function noticed(
  cluster: OwnCluster,
  get: Get,
  { series, about, alert, held }: { series: RegExp; about: string; alert: string; held: boolean },
) {
  const { scrape, asked } = prometheus(get)
  const started = performance.now()
  await until(
    async () => {
      const text = await scrape()
      if (!series.test(text)) return undefined
      if ((await eventsAbout(cluster, 'default', about)).length === 0) return undefined
      return (await asked(alert, held)).length > 0 || undefined
    },
    { what: 'series, Event and alert', deadlineSeconds: MINUTE, everyMilliseconds: 1000 },
  )
  return { seconds: (performance.now() - started) / 1000, scrape, asked }
}

withGo('a namespace that an API without its Service blocks: the alert fires, until it is gone', async () => {
  await using cluster = await ownCluster()
  const { api } = cluster
  const stage = await openStage(cluster)
  const place = await stage.namespace()
  const dead = apiServiceDraft('dead.example.com', { namespace: 'default', name: 'nosuch', port: 443 })
  await api.create(dead)
  const alert = 'NamespaceDeletionBlockedClusterWide'
  await watching(
    ['--events'],
    async get => {
      await until(async () => (await get('/readyz')).status === 200 || undefined, {
        what: 'the watch',
        deadlineSeconds: 60,
      })
      await api.delete(stage.whole(place))
      const series = /^kubectl_finalize_stuck_objects\{cause="APIServiceUnavailable",verdict="stuck",[^}]*\} 1$/m
      const { seconds, scrape, asked } = await noticed(cluster, get, { series, about: place, alert, held: true })
      assert.ok(seconds < MINUTE)
      await api.delete(dead)
      const text = await until(
        async () => {
          const each = await scrape()
          return /^kubectl_finalize_scan_complete 1$/m.test(each) && !each.includes('APIServiceUnavailable')
            ? each
            : undefined
        },
        { what: 'it to be over', deadlineSeconds: 120, everyMilliseconds: 1000 },
      )
      assert.not.match(text, /kubectl_finalize_stuck_objects\{/, 'absent, not 0')
      assert.equal(await asked(alert, true), [])
    },
    { env: cluster.env },
  )
})

withEtcd('an object that has been stuck for a quarter of an hour: DeletionStuck has what it asks for', async () => {
  await using cluster = await ownCluster()
  const { api, etcd } = cluster
  const stage = await openStage(cluster)
  const { type, place, held } = await orphaned(stage)
  await watching(
    ['--events'],
    async get => {
      await until(async () => (await get('/readyz')).status === 200 || undefined, {
        what: 'the watch',
        deadlineSeconds: 60,
      })
      await api.delete(held)
      const deleted = await api.waitFor(held, ({ metadata }) => metadata.deletionTimestamp)
      await ageDeletion(etcd!, (await api.get(held)) ?? deleted, type.resource, 1000)
      const series = /^kubectl_finalize_stuck_seconds_max\{cause="ControllerMissing",verdict="stuck",[^}]*\} 1\d\d\d/m
      const { asked } = await noticed(cluster, get, { series, about: place, alert: 'DeletionStuck', held: false })
      const [labels] = await asked('DeletionStuck', false)
      assert.is(labels!.namespace, place)
      assert.is((await eventsAbout(cluster, place, held.metadata.name))[0]!.reason, 'ControllerMissing')
      await stage.finish(held)
    },
    { env: cluster.env },
  )
})

test.run()
