import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { discover, preferredTypes } from '../../src/cluster/discovery/discovery.ts'
import { scan } from '../../src/cluster/scan/scan.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { codesOf, preflown } from './preflown.ts'
import { GROUP, service } from './webhook-configuration.ts'

const test = suite('a conversion webhook that is dead')

const CODE = 'ConversionWebhookUnavailable'
const NAME = `parts.${GROUP}`

/** A CRD that serves v1 and v1beta1, stores in `storage`, and converts by a webhook; one object is stored in `stored`. */
function cluster({ stored = 'v1beta1', deleted = false, preferred = 'v1', storage = 'v1' } = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  const names = { plural: 'parts', singular: 'part', kind: 'Part', listKind: 'PartList' }
  const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const version = (name: string) => ({
    name,
    served: true,
    storage: name === storage,
    schema: { openAPIV3Schema: open },
  })
  const order = preferred === 'v1' ? ['v1', 'v1beta1'] : ['v2', 'v1beta1', 'v1']
  const condition = (type: string) => ({ type, status: 'True', reason: 'Ok', message: '' })
  sandbox.put({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: NAME,
      ...(deleted && {
        deletionTimestamp: '2026-01-15T11:00:00Z',
        finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
      }),
    },
    spec: {
      group: GROUP,
      names,
      scope: 'Namespaced',
      versions: order.map(version),
      conversion: {
        strategy: 'Webhook',
        webhook: {
          conversionReviewVersions: ['v1'],
          clientConfig: { service: { namespace: 'guard-system', name: 'converter', path: '/convert', port: 443 } },
        },
      },
    },
    status: {
      acceptedNames: names,
      storedVersions: ['v1beta1', 'v1'],
      conditions: [condition('NamesAccepted'), condition('Established')],
    },
  })
  namespace(sandbox, 'guard-system')
  namespace(sandbox, 'workshop')
  sandbox.put({
    apiVersion: `${GROUP}/${stored}`,
    kind: 'Part',
    metadata: {
      name: 'bolt',
      namespace: 'workshop',
      deletionTimestamp: '2026-01-15T11:00:00Z',
      deletionGracePeriodSeconds: 0,
      finalizers: [`${GROUP}/hold`],
    },
  })
  return sandbox
}

test('holds every terminating namespace whose content cannot be listed', async () => {
  const sandbox = cluster()
  namespace(sandbox, 'ending', { deleted: 600 })
  await sandbox.settle()
  const answer = await explained(sandbox)
  const cause = answer.causes.find(({ code }) => code === CODE)!
  assert.is(answer.object('Namespace', 'ending').verdict, 'stuck')
  assert.is(cause.subject.name, NAME)
  assert.is(cause.subject.kind, 'CustomResourceDefinition')
  assert.ok('uid' in cause.subject)
  assert.ok(cause.evidence.some(({ fact }) => fact.includes('no Service converter')))
  const commands = cause.remedies.flatMap(remedy => remedy.commands)
  assert.equal(commands, [
    'kubectl get services,endpointslices,pods -n guard-system',
    `kubectl patch customresourcedefinition ${NAME} --type=merge -p '{"spec":{"conversion":{"strategy":"None","webhook":null}}}'`,
  ])
  assert.is(cause.remedies.at(-1)!.risk, 'high')
})

test('is followed to what makes the Pods behind its Service', async () => {
  const sandbox = cluster({ deleted: true })
  service(sandbox, 'converter', { address: false })
  deployment(sandbox, 'guard-system', 'converter', { replicas: 0 })
  const cause = (await explained(sandbox)).causes.find(({ code }) => code === CODE)!
  assert.match(cause.summary, 'deployment guard-system/converter is scaled to zero')
  assert.equal(
    cause.remedies.map(({ commands }) => commands),
    [['kubectl scale deployment/converter -n guard-system --replicas=1']],
  )
})

test('holds the CRD itself when that terminates', async () => {
  const sandbox = cluster({ deleted: true })
  const answer = await explained(sandbox)
  assert.ok(answer.codesOf('CustomResourceDefinition', NAME).includes(CODE))
})

test('holds an object that can be listed as it is stored, and not be changed', async () => {
  // The version that clients read first is the one that it is stored in; writing converts it to v1.
  const sandbox = cluster({ stored: 'v2', preferred: 'v2' })
  const answer = await explained(sandbox)
  assert.ok(answer.codesOf('Part', 'bolt').includes(CODE))
  assert.is(answer.object('Part', 'bolt').verdict, 'stuck')
})

test('holds an object that is found in the version that it is stored in alone, and could be changed there', async () => {
  for (const storage of ['v1', 'v1beta1']) {
    const answer = await explained(cluster({ storage }))
    assert.ok(answer.codesOf('Part', 'bolt').includes(CODE), storage)
    assert.is(answer.object('Part', 'bolt').ref.apiVersion, `${GROUP}/v1beta1`)
    assert.is(answer.causes.filter(({ code }) => code === CODE).length, 1)
  }
})

test('its type is not watched from where another version was read: the watch would be one that cannot be converted', async () => {
  const transport = cluster().transport()
  const { types } = await discover(transport)
  const read = await scan(transport, { types: preferredTypes(types), served: types, pageSize: 500 })
  assert.ok(read.findings.some(({ meta }) => meta.name === 'bolt'))
  assert.is(read.resourceVersions.has(NAME), false)
  assert.ok(read.resourceVersions.has('namespaces'))
})

test('is not advised away when its Service is only empty', async () => {
  const sandbox = cluster({ deleted: true })
  service(sandbox, 'converter', { address: false })
  const cause = (await explained(sandbox)).causes.find(({ code }) => code === CODE)!
  assert.ok(cause.remedies.every(({ commands }) => commands.every(command => !command.includes('patch'))))
})

test('is not one that answers, nor one that has nothing to convert', async () => {
  const healthy = cluster({ deleted: true })
  service(healthy, 'converter')
  assert.not.ok((await explained(healthy)).codesOf('CustomResourceDefinition', NAME).includes(CODE))
  const written = cluster({ stored: 'v2', preferred: 'v2' })
  service(written, 'converter')
  assert.not.ok((await explained(written)).codesOf('Part', 'bolt').includes(CODE))
  const idle = cluster({ stored: 'v1', deleted: true })
  assert.not.ok((await explained(idle)).codesOf('CustomResourceDefinition', NAME).includes(CODE))
})

test('is not blamed for a namespace that ends for itself', async () => {
  const sandbox = cluster()
  namespace(sandbox, 'fresh', { deleted: 1 })
  assert.not.ok((await explained(sandbox)).codesOf('Namespace', 'fresh').includes(CODE))
})

test('is one cause for all CRDs that it converts, each of which is named', async () => {
  const sandbox = cluster()
  const other = { plural: 'tools', singular: 'tool', kind: 'Tool', listKind: 'ToolList' }
  const { metadata, spec, ...known } = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', NAME)!
  const conditions = (known.status as { conditions: readonly object[] }).conditions
  sandbox.put({
    ...known,
    metadata: { name: `tools.${GROUP}` },
    spec: { ...(spec as object), names: other },
    status: { acceptedNames: other, storedVersions: ['v1beta1', 'v1'], conditions },
  })
  assert.ok(metadata.uid)
  sandbox.put({ apiVersion: `${GROUP}/v1beta1`, kind: 'Tool', metadata: { name: 'saw', namespace: 'workshop' } })
  namespace(sandbox, 'ending', { deleted: 600 })
  await sandbox.settle()
  const { causes } = await explained(sandbox)
  const holding = causes.filter(({ code, blocks }) => code === CODE && blocks.some(({ name }) => name === 'ending'))
  assert.is(holding.length, 1)
  const [{ summary, evidence, remedies }] = holding as [(typeof holding)[number]]
  assert.match(summary, `of CustomResourceDefinitions ${NAME}, tools.${GROUP} does not answer`)
  assert.equal(evidence.filter(({ fact }) => /service "converter" not found$/.test(fact)).length, 2)
  assert.match(remedies.at(-1)!.commands[0]!, `kubectl patch customresourcedefinition ${NAME} tools.${GROUP} --type`)
})

test('is named before the deletion of a namespace, whether anything in it has to be converted or not', async () => {
  const sandbox = cluster()
  namespace(sandbox, 'bare')
  const foreseen = await preflown(sandbox, ['namespace/bare'])
  assert.is(foreseen.verdict, 'unknown')
  assert.equal(codesOf(foreseen), [`${CODE} ${NAME} unknown`])
  service(sandbox, 'converter')
  assert.not.ok(codesOf(await preflown(sandbox, ['namespace/bare'])).some(code => code.startsWith(CODE)))
})

test.run()
