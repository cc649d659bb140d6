import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause, Explanation } from '../../../src/render/words/explanation.ts'
import { removed } from '../remove/removed.ts'
import type { Thing } from '../rig/api.ts'
import { heldWatch } from '../rig/held-watch.ts'
import { api, crd, namespace, run, target, unique } from '../rig/rig.ts'
import { type Aim, FORGERIES, type Forgery, forge, withdraw } from './forgeries.ts'
import { installOperator, leaveTraces, ownManager, stuckObject, writtenBefore } from './operator.ts'
import { ROLES, type Tenant, tenant } from './tenants.ts'

/** Only the real control plane has Kubernetes' own roles, and escalation is refused by it alone. */
const test = suite('what users of a namespace write about a finalizer')
const withRoles = target().name === 'control-plane' ? test : test.skip

type OwnType = Awaited<ReturnType<typeof crd>>

/** Of a group whose words no other test has: traces that one leaves are not kin to another's. */
function ownType(kind: string): Promise<OwnType> {
  return crd({ kind, group: `${unique('lk').replace(/\W/g, '')}.example.com` })
}

/** An object that waits for its operator, and how that stands. */
interface World {
  readonly what: string
  readonly type: OwnType
  readonly manager: string
  readonly object: Thing
}

/** Its operator runs outside of the cluster, as a user who may do everything: nothing but its watch shows it, and nothing that it is gone. */
async function outside(): Promise<World> {
  const type = await ownType('Lake')
  const manager = ownManager(type)
  const metadata = { name: unique('outside') }
  const rbac = 'rbac.authorization.k8s.io'
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]
  await api.create({ apiVersion: `${rbac}/v1`, kind: 'ClusterRole', metadata, rules })
  await api.create({
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: metadata.name },
    subjects: [{ apiGroup: rbac, kind: 'User', name: manager }],
  })
  const object = await stuckObject(type, await namespace(), 'w', { manager, operator: 'unseen' })
  await writtenBefore(object, 2 * 3600)
  await heldWatch(type)
  return { what: 'an operator outside', type, manager, object }
}

async function running(): Promise<World> {
  const type = await ownType('Lake')
  const manager = ownManager(type)
  await installOperator({ type, namespace: await namespace(), name: manager, state: 'running' })
  const object = await stuckObject(type, await namespace(), 'w', { manager, operator: 'unseen' })
  return { what: 'an operator that runs', type, manager, object }
}

async function uninstalled(): Promise<World> {
  const type = await ownType('Lake')
  const manager = ownManager(type)
  const object = await stuckObject(type, await namespace(), 'w', { manager, operator: 'unseen' })
  await leaveTraces(type, { manager })
  await writtenBefore(object, 2 * 3600)
  return { what: 'an operator that was uninstalled', type, manager, object }
}

interface Told {
  readonly code: string
  readonly verdict: string
  readonly facts: readonly string[]
  /** Commands that change something, but for this plugin's own guarded ones. */
  readonly acts: readonly string[]
}

async function explainedNow({ object, type }: World): Promise<Told> {
  const { namespace: place, name } = object.metadata
  const { stdout } = await run(['explain', `${type.resource}/${name}`, '-n', place, '-o', 'json'])
  const answer = JSON.parse(stdout) as Explanation
  const causes = answer.causes.filter(({ finalizer }) => finalizer !== undefined)
  assert.is(causes.length, 1, stdout)
  const [{ code, verdict, evidence, remedies }] = causes as [Cause]
  const acts = remedies.flatMap(({ commands }) => commands).filter(command => ACTS.test(command))
  return { code, verdict, facts: evidence.map(({ fact }) => fact), acts }
}

const ACTS = /kubectl (-\S+ )*(create|scale|rollout restart|delete|patch|annotate|label|apply|edit|taint)/

/** What a forgery may not do, in each world. */
function isNoWorse(before: Told, after: Told, how: string): void {
  for (const act of after.acts) assert.ok(before.acts.includes(act), `${how}: prints ${act}`)
  if (before.code === 'ControllerMissing') {
    const isTold = before.facts.some(fact => fact.includes('no longer exists') && after.facts.includes(fact))
    const isOpen = after.verdict === 'unknown' && isTold
    assert.ok(after.code === 'ControllerMissing' || isOpen, `${how}: ${JSON.stringify(after)}`)
    return
  }
  assert.is.not(after.code, 'ControllerMissing', `${how}: ${JSON.stringify(after)}`)
}

async function isNotRemoved({ object, type }: World, how: string): Promise<void> {
  const { namespace: place, name } = object.metadata
  const answer = await removed([`${type.resource}/${name}`, '-n', place])
  assert.is(answer.code, 3, `${how}: ${JSON.stringify(answer.steps)}`)
  assert.is((await api.get(object))?.metadata.uid, object.metadata.uid, how)
}

async function tryEach(world: World, place: string, forgeries: readonly Forgery[]): Promise<number> {
  const aim: Aim = { object: world.object, resource: world.type.resource, manager: world.manager, namespace: place }
  const tenants: Tenant[] = []
  for (const role of ROLES) tenants.push(await tenant(role, place))
  const before = await explainedNow(world)
  let tried = 0
  for (const forgery of forgeries) {
    let isWritten = false
    for (const each of tenants) isWritten ||= await forge(forgery, aim, each)
    if (!isWritten) continue
    const how = `${world.what}, ${forgery.what}`
    isNoWorse(before, await explainedNow(world), how)
    if (before.code !== 'ControllerMissing') await isNotRemoved(world, how)
    await withdraw(forgery, aim)
    tried += 1
  }
  return tried
}

for (const build of [outside, running, uninstalled]) {
  withRoles(
    `allows no removal, hides no cause and starts nothing: ${build.name}, in the namespace of the object`,
    async () => {
      const world = await build()
      assert.ok((await tryEach(world, world.object.metadata.namespace, FORGERIES)) > 15)
    },
  )
}

withRoles('nor does it in the namespace of a stranger', async () => {
  const elsewhere = FORGERIES.filter(({ beside }) => beside === undefined)
  assert.ok((await tryEach(await outside(), await namespace(), elsewhere)) > 10)
})

withRoles('the name of a field manager, or an annotation of the CRD, starts no workload of a stranger', async () => {
  const place = await namespace()
  const home = await namespace()
  const victim = unique('victim')
  const labels = { app: victim }
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: 'main', image: 'registry.example.com/any:v1' }] },
  }
  await api.create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: victim, namespace: home },
    spec: { replicas: 0, selector: { matchLabels: labels }, template },
  })
  const byManager = await ownType('Lake')
  const finalizer = `${victim}.example.com/x`
  const one = await stuckObject(byManager, place, 'w', { finalizer, manager: victim, operator: 'unseen' })
  const said = [{ name: finalizer, controller: { namespace: home, name: victim }, cleans: 'everything' }]
  const annotations = { 'kubectl-finalize/finalizers': JSON.stringify(said) }
  const byAnnotation = await crd({ kind: 'Pond', annotations })
  const two = await stuckObject(byAnnotation, place, 'w', { finalizer, operator: 'unseen' })
  for (const [type, object] of [
    [byManager, one],
    [byAnnotation, two],
  ] as const) {
    const told = await explainedNow({ what: 'a stranger', type, manager: victim, object })
    assert.equal(told.acts, [], JSON.stringify(told))
    assert.ok(
      told.facts.some(fact => fact.includes(victim)),
      JSON.stringify(told),
    )
    assert.is(told.verdict, 'unknown')
  }
})

test.run()
