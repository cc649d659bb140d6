import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectRef } from '../../../src/api/object-ref.ts'
import type { Cause } from '../../../src/diagnosis/explanation.ts'
import type { Sentence } from '../../../src/messages/sentence.ts'
import { announcementsOf } from '../../../src/operations/watch/announcements.ts'
import { eventWriter } from '../../../src/operations/watch/write-events.ts'
import { NO_AIM } from '../../../src/plan/aim.ts'
import { causeNote } from '../../../src/render/event-note.ts'
import { inWords } from '../../../src/render/words/in-words.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { journalOfTest } from '../../execute/journals.ts'

const test = suite('the Events of a watch')

const refOf = (resource: string, kind: string, name: string, namespace?: string): ObjectRef => ({
  apiVersion: 'v1',
  kind,
  resource,
  name,
  uid: `uid-${name}`,
  ...(namespace !== undefined && { namespace }),
})
const configMap = (name: string, namespace: string) => refOf('configmaps', 'ConfigMap', name, namespace)

const cause = (blocks: readonly ObjectRef[], rest: Partial<Cause> = {}): Cause => ({
  id: 'c',
  code: 'ControllerMissing',
  verdict: 'stuck',
  subject: { kind: 'Deployment', name: 'd' },
  summary: 'nothing runs',
  evidence: [],
  blocks,
  remedies: [],
  ...rest,
})

const told = (causes: readonly Cause[], isAlive = () => true) =>
  announcementsOf(causes, isAlive).map(({ namespace, regarding: { kind, name } }) => `${namespace}: ${kind}/${name}`)

test('are about the Namespace in default, and about an object only where its namespace is alive', () => {
  const blocks = [configMap('b', 'shop'), configMap('a', 'shop'), configMap('x', 'bank')]
  assert.equal(told([cause(blocks)]), [
    'default: Namespace/shop',
    'shop: ConfigMap/a',
    'default: Namespace/bank',
    'bank: ConfigMap/x',
  ])
  assert.equal(
    told([cause(blocks)], () => false),
    ['default: Namespace/shop', 'default: Namespace/bank'],
  )
})

test('name an object of their own namespace where the cause is one of the objects that it holds', () => {
  const [a, x] = [configMap('a', 'shop'), configMap('x', 'bank')]
  const notes = announcementsOf([cause([a, x], { subject: a })], () => true)
  assert.equal(
    notes.map(({ namespace, note: [{ subject }] }) => `${namespace}: ${subject.name}`),
    ['default: a', 'shop: a', 'default: x', 'bank: x'],
  )
})

test('are about a cluster-scoped object itself; one that goes on its own has none', () => {
  const volumes = Array.from({ length: 12 }, (_, index) => refOf('persistentvolumes', 'PersistentVolume', `v${index}`))
  assert.is(told([cause(volumes)]).length, 10)
  assert.equal(
    told([cause([refOf('namespaces', 'Namespace', 'shop'), configMap('a', 'shop')])], () => false),
    ['default: Namespace/shop'],
  )
  assert.equal(told([cause(volumes, { verdict: 'progressing' })]), [])
})

test('have names by what they say and a note that the server takes, whatever the summary', () => {
  const long = cause([configMap('a', 'shop')], { summary: 'ü'.repeat(5000) })
  const [first] = announcementsOf([long], () => false)
  const note = causeNote(...first!.note)
  assert.ok(Buffer.byteLength(note) <= 1024)
  assert.match(note, /\(kubectl finalize explain -n shop\)$/)
  assert.is(announcementsOf([long], () => false)[0]!.name, first!.name)
  assert.is.not(announcementsOf([{ ...long, verdict: 'unknown' }], () => false)[0]!.name, first!.name)
})

function setup() {
  let time = Date.parse('2026-01-01T00:00:00Z')
  const clock = {
    now: () => new Date(time),
    advance(seconds: number) {
      time += seconds * 1000
    },
  }
  const sandbox = createSandbox({ clock })
  const warnings: string[] = []
  const tools = () => ({
    transport: sandbox.transport(),
    clock: { now: () => clock.now(), elapsed: () => clock.now().getTime() / 1000, sleep: async () => {} },
    backups: { keep: () => Promise.reject(new Error()), keepList: () => Promise.reject(new Error()) },
    journal: journalOfTest(),
    reach: NO_AIM,
    signal: new AbortController().signal,
    dryRun: false,
    waitSeconds: 0,
  })
  const warn = (sentence: Sentence) => void warnings.push(inWords(sentence))
  const writer = (mayWrite = () => true) => eventWriter({ tools, mayWrite, warn, noteOf: causeNote })
  const events = async (namespace = 'default') => {
    const path = `/apis/events.k8s.io/v1/namespaces/${namespace}/events`
    const answer = await sandbox.handle({ method: 'GET', path })
    let text = ''
    for await (const chunk of answer.body) text += new TextDecoder().decode(chunk)
    return (JSON.parse(text) as { items: { series?: { count: number }; metadata: object; reason: string }[] }).items
  }
  return { clock, sandbox, warnings, writer, events }
}

const held = [cause([refOf('namespaces', 'Namespace', 'shop')])]

test('are written once, by another process too, and then as a series every 15 minutes', async () => {
  const { clock, writer, events, warnings } = setup()
  const [first, second] = [writer(), writer()]
  await first(held, () => true)
  clock.advance(60)
  await second(held, () => true)
  await first(held, () => true)
  assert.equal(
    (await events()).map(({ series }) => series?.count),
    [undefined],
  )
  clock.advance(15 * 60)
  await second(held, () => true)
  await first(held, () => true)
  const [event] = await events()
  assert.is(event!.series?.count, 2)
  assert.is(event!.reason, 'ControllerMissing')
  assert.not.ok('finalizers' in event!.metadata)
  assert.equal(warnings, [])
})

test('are one for a cause and namespace in 15 minutes, whichever of its objects come and go', async () => {
  const { clock, sandbox, writer, events, warnings } = setup()
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
  const write = writer()
  const written = async () => [(await events()).length, (await events('shop')).length]
  for (let minute = 0; minute < 14; minute++) {
    const all = [0, 1].map(next => configMap(`held-${minute + next}`, 'shop'))
    // For a moment nothing holds anything.
    await write(minute % 5 === 4 ? [] : [cause(all)], () => true)
    clock.advance(60)
  }
  assert.equal(await written(), [1, 1])
  clock.advance(60)
  await write([cause([configMap('held-20', 'shop')])], () => true)
  assert.equal(await written(), [1, 2])
  const nodes = (from: number) => [0, 1, 2].map(next => refOf('nodes', 'Node', `node-${from + next}`))
  for (let minute = 0; minute < 5; minute++) {
    await write([cause(nodes(minute), { id: 'nodes' })], () => true)
    clock.advance(60)
  }
  assert.equal(await written(), [4, 2], 'one for each of the nodes')
  assert.equal(warnings, [])
})

test('are written by nothing that may not write, and one that is refused is told once', async () => {
  const { clock, sandbox, writer, events, warnings } = setup()
  await writer(() => false)(held, () => true)
  assert.equal(await events(), [])
  sandbox.authorize = (_user, verb) => verb !== 'create'
  const write = writer()
  for (let minute = 0; minute < 3; minute++) {
    await write(held, () => true)
    clock.advance(61)
  }
  assert.is(warnings.length, 1)
  assert.match(warnings[0]!, /^warning: Events cannot be written in default: /)
})

test.run()
