import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { ownRemedies } from '../../diagnosis/own-remedies.ts'
import { isRefused } from '../remove/removed.ts'
import type { Thing } from '../rig/api.ts'
import { begunTogether } from '../rig/begun-together.ts'
import { api, crd, kubectlAvailable, namespace, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { installOperator } from './operator.ts'

const test = suite('explain of an object whose living parent keeps it')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

const RBAC = 'rbac.authorization.k8s.io'
const KINDS = [
  { apiVersion: 'v1', kind: 'ServiceAccount', resource: 'serviceaccounts' },
  { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps' },
]

/** The operator looks after what it made, too. */
async function mayChange(resource: string, name: string, place: string): Promise<void> {
  const metadata = { name: `${place}-${name}-children` }
  const rules = [{ apiGroups: [''], resources: [resource], verbs: ['get', 'list', 'watch', 'update', 'patch'] }]
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata, rules })
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: metadata.name }
  const subjects = [{ kind: 'ServiceAccount', name, namespace: place }]
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata, roleRef, subjects })
}

/** A parent that lives, of an operator that runs (fake: a Pod that is ready), and a child that was deleted. */
async function family({ apiVersion, kind, resource }: (typeof KINDS)[0], marked: boolean) {
  const place = await namespace()
  const type = await crd({ kind: 'Agent' })
  const manager = unique('agent-operator')
  const home = await namespace()
  await installOperator({ type, namespace: home, name: manager, state: 'running' })
  await mayChange(resource, manager, home)
  const finalizer = `apps.${type.group}/finalizer`
  const own = marked ? { finalizers: [finalizer] } : {}
  const parents = `/apis/${type.apiVersion}/namespaces/${place}/${type.plural}?fieldManager=${manager}`
  const parent = await api.send('POST', parents, type.draft('main', place, { metadata: own, spec: { size: 1 } }))
  const owner = { apiVersion: type.apiVersion, kind: 'Agent', name: 'main', uid: parent.metadata.uid, controller: true }
  const metadata = { name: 'child', namespace: place, finalizers: [finalizer], ownerReferences: [owner] }
  const children = `/api/v1/namespaces/${place}/${resource}?fieldManager=${manager}`
  const child = await api.send('POST', children, { apiVersion, kind, metadata })
  await api.delete(child)
  return { place, type, parent, child, finalizer, resource }
}

/** Of each kind a family, and one whose parent is deleted as well; what explain says of the child at once. */
const families = begunTogether(['ServiceAccount', 'ConfigMap', 'ending'], async what => {
  const index = what === 'ConfigMap' ? 1 : 0
  const made = await family(KINDS[index]!, index === 0)
  if (what === 'ending') await api.delete(made.parent)
  return { ...made, early: await explained(['-n', made.place]) }
})

/** The answer once a cause says so. */
function told(place: string, words: string) {
  const seen = async () => {
    const answer = await explained(['-n', place])
    return answer.causes.some(({ summary }) => summary.includes(words)) ? answer : undefined
  }
  return until(seen, { what: `"${words}" to be told`, deadlineSeconds: 90 })
}

/** What the operator does once its parent is deleted: it frees the children, then the parent itself (fake). */
async function release(parent: Thing, child: Thing): Promise<void> {
  const now = await api.get(parent)
  assert.ok(now === undefined || now.metadata.deletionTimestamp !== undefined)
  for (const thing of [child, parent]) {
    if ((await api.get(thing)) !== undefined) await api.patch(thing, { metadata: { finalizers: null } })
    await api.waitGone(thing)
  }
}

for (const [index, kind] of KINDS.entries()) {
  withKubectl(
    `${kind.kind}: the parent is named, the removal is refused, and either command ends the wait`,
    async () => {
      const { place, parent, child, finalizer, resource, early } = await families(kind.kind)
      // In the first half minute it is too early to tell.
      assert.not.ok(early.causes.some(({ summary }) => summary.includes('Agent main')))
      const answer = await told(place, 'Agent main')
      const [cause, ...others] = answer.causesOf(kind.kind, 'child')
      assert.equal(
        [others.length, cause!.code, cause!.verdict, cause!.subject.name],
        [0, 'CleanupInProgress', 'unknown', 'child'],
      )
      assert.ok(cause!.summary.includes('Agent main'))
      assert.equal(
        cause!.blocks.map(({ uid }) => uid),
        [child.metadata.uid],
      )
      assert.equal(
        ownRemedies(cause!).map(remedy => remedy.kind),
        ['repair', 'remove'],
      )
      await isRefused(child, 'ControllerAlive', [`${resource}/child`, '-n', place, '--finalizer', finalizer])
      const [deletion, removal] = ownRemedies(cause!)
      if (index === 0) {
        await carryOut(deletion!.commands[0]!)
        await release(parent, child)
      } else {
        await carryOut(`${removal!.commands[0]} --yes`)
        await api.waitGone(child)
        assert.is((await api.get(parent))!.metadata.deletionTimestamp, undefined)
      }
    },
  )
}

withKubectl('a parent that is being deleted itself, or of another program, is not blamed', async () => {
  const { place, parent, child } = await families('ending')
  const answer = await told(place, 'is not known')
  assert.not(answer.causesOf('ServiceAccount', 'child').some(({ summary }) => summary.includes('before Agent')))
  await release(parent, child)
})

test.run()
