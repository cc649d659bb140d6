import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, kubectlAvailable, namespace, target, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { stuckObject } from './operator.ts'

const test = suite('explain of an operator whose Pods the server refuses')
// Only the real kube-controller-manager tries to make Pods of a Deployment.
const onControlPlane = kubectlAvailable() && target().name !== 'sandbox' ? test : test.skip

const RBAC = 'rbac.authorization.k8s.io'

/** An operator as a Deployment, with a controller's own role for the type, whose Pods cannot be created. */
async function refusedOperator(type: Awaited<ReturnType<typeof crd>>, home: string): Promise<Thing> {
  const name = unique('operator')
  const metadata = { name, namespace: home }
  await api.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  const rules = [
    { apiGroups: [type.group], resources: [type.plural], verbs: ['get', 'list', 'watch', 'update', 'patch'] },
    { apiGroups: [type.group], resources: [`${type.plural}/finalizers`], verbs: ['update'] },
  ]
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, rules })
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name }
  const subjects = [{ kind: 'ServiceAccount', name, namespace: home }]
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name }, roleRef, subjects })
  const labels = { app: name }
  const resources = { requests: { memory: '64Mi' }, limits: { memory: '64Mi' } }
  const containers = [{ name: 'manager', image: `registry.example.com/${name}:v1`, resources }]
  const deployment = await api.create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { serviceAccountName: name, containers } },
    },
  })
  const isRefused = ({ status }: Thing) =>
    (status?.conditions ?? []).some((each: { type: string }) => each.type === 'ReplicaFailure')
  return api.waitFor(deployment, isRefused)
}

/** The server refuses by what it has in its caches, which a busy machine fills later: a Pod would be let through until then. */
async function untilRefused(home: string, words: string): Promise<void> {
  const containers = [{ name: 'any', image: 'any', resources: { limits: { memory: '64Mi' } } }]
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'any' }, spec: { containers } }
  const refused = async () => {
    const { body } = await api.raw('POST', `/api/v1/namespaces/${home}/pods?dryRun=All`, pod)
    return body.includes(JSON.stringify(words).slice(1, -1)) ? true : undefined
  }
  await until(refused, { what: `a Pod in ${home} to be refused (${words})`, deadlineSeconds: 120 })
}

const CASES = [
  {
    what: 'a ResourceQuota',
    obstacle: (home: string) =>
      api.create({
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'small', namespace: home },
        spec: { hard: { pods: '0' } },
      }),
    words: 'exceeded quota: small',
    command: 'kubectl describe resourcequotas small -n ',
  },
  {
    what: 'a LimitRange',
    obstacle: (home: string) =>
      api.create({
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: 'tight', namespace: home },
        spec: { limits: [{ type: 'Container', max: { memory: '16Mi' } }] },
      }),
    words: 'maximum memory usage per Container is 16Mi',
    command: 'kubectl describe limitranges tight -n ',
  },
  {
    what: 'the Pod Security level of its namespace',
    obstacle: (home: string) =>
      api.patch(
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: home } },
        { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } },
      ),
    words: 'violates PodSecurity "restricted',
    command: 'kubectl describe namespace ',
  },
] as const

for (const { what, obstacle, words, command } of CASES) {
  onControlPlane(
    `refused by ${what}: ControllerUnhealthy in the server's words, and what refuses is to be looked at`,
    async () => {
      const [home, place] = [await namespace(), await namespace()]
      const type = await crd()
      await obstacle(home)
      await untilRefused(home, words)
      const deployment = await refusedOperator(type, home)
      const thing = await stuckObject(type, place, 'main', { operator: 'unseen' })
      const [cause, ...others] = (await explained(['-n', place])).causesOf('Widget', 'main')
      assert.equal(
        [others.length, cause!.code, cause!.subject.name],
        [0, 'ControllerUnhealthy', deployment.metadata.name],
      )
      assert.ok(
        cause!.evidence.some(({ fact }) => fact.includes(words)),
        JSON.stringify(cause!.evidence),
      )
      const repair = cause!.remedies[0]!
      assert.ok(repair.commands[0]!.startsWith(command), repair.commands[0])
      for (const each of repair.commands) await carryOut(each)
      await api.patch(thing, { metadata: { finalizers: null } })
      await api.waitGone(thing)
    },
  )
}

test.run()
