import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { api, namespace, run, unique } from '../rig/rig.ts'

// It watches every type: while it runs, other files would be told that something listens to theirs.
const test = suite('watch --events --lease')

type Kill = (signal: NodeJS.Signals) => void

/** A watch that writes Events while it holds the Lease. */
function replica(place: string, lease: string) {
  let kill: Kill = () => {}
  const words = ['watch', '-n', place, '--after=1s', '--every=1s', '--events', '--lease', `${place}/${lease}`]
  const running = run(words, {
    onStart: signals => {
      kill = signals
    },
  })
  return { running, kill: (signal: NodeJS.Signals) => kill(signal) }
}

interface Said {
  readonly metadata: { readonly uid: string; readonly finalizers?: unknown }
  readonly regarding: { readonly kind: string; readonly name: string; readonly namespace?: string }
  readonly series?: object
  readonly note: string
}

const eventsAbout = async (place: string, name: string): Promise<readonly Said[]> => {
  const { items } = await api.send('GET', `/apis/events.k8s.io/v1/namespaces/${place}/events`)
  return (items as readonly Said[]).filter(({ regarding }) => regarding.name === name)
}

const holder = async (place: string, lease: string): Promise<string | undefined> =>
  (await api.get({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: lease, namespace: place } }))
    ?.spec?.holderIdentity

const configMap = (place: string, name: string, finalizer = 'example.com/told') => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: place, finalizers: [finalizer] },
})

test('of two processes one writes; when it is killed the other goes on, and repeats nothing', async () => {
  const place = await namespace()
  const lease = unique('lease')
  const one = replica(place, lease)
  const first = await until(() => holder(place, lease), { what: 'a holder', deadlineSeconds: 60 })
  const two = replica(place, lease)
  const object = await api.create(configMap(place, 'one'))
  await api.delete(object)
  const about = await until(async () => (await eventsAbout(place, 'one'))[0], { what: 'an Event', deadlineSeconds: 60 })
  assert.not.ok(about.metadata.finalizers)
  assert.match(about.note, /\(kubectl finalize explain -n /)
  const aboutPlace = await eventsAbout('default', place)
  assert.equal(
    aboutPlace.map(({ regarding }) => regarding.kind),
    ['Namespace'],
  )
  one.kill('SIGKILL')
  await one.running
  const started = performance.now()
  const second = await until(
    async () => {
      const now = await holder(place, lease)
      return now === first ? undefined : now
    },
    { what: 'another holder', deadlineSeconds: 30 },
  )
  assert.match(second, /^kubectl-finalize_/)
  assert.ok(performance.now() - started < 19_000, 'within the time of the Lease, and one look')
  // Of another cause: one that both see is said once in 15 minutes, whatever object it is about.
  const other = await api.create(configMap(place, 'other', 'example.com/other'))
  await api.patch(object, { metadata: { finalizers: null } })
  await api.delete(other)
  await until(async () => (await eventsAbout(place, 'other'))[0], {
    what: 'an Event of the second',
    deadlineSeconds: 60,
  })
  assert.is((await eventsAbout(place, 'one')).length, 1)
  assert.not.ok((await eventsAbout(place, 'one'))[0]!.series)
  two.kill('SIGTERM')
  const { code, seconds: _, stderr } = await two.running
  assert.is(code, 130)
  assert.match(stderr, /held by this process/)
  assert.is(await holder(place, lease), '', 'the Lease is given back')
})

test('an Event about what is in a terminating namespace stands in default', async () => {
  const place = await namespace()
  await api.create(configMap(place, 'inside'))
  await api.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } } as never)
  const words = ['watch', '-n', place, '--after=1s', '--every=1s', '--events']
  const { code, stderr } = await run(words, {
    onStart: kill =>
      void until(async () => (await eventsAbout('default', place))[0], { what: 'an Event', deadlineSeconds: 60 }).then(
        () => kill('SIGTERM'),
      ),
  })
  assert.is(code, 130)
  assert.not.match(stderr, /warning: Events/)
})

test.run()
