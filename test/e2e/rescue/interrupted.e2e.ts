import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mapConcurrently } from '../../../src/cluster/map-concurrently.ts'
import { type Fault, faultyServer, type Seen } from '../rig/faulty-server.ts'
import { api, crd, namespace, run, target } from '../rig/rig.ts'
import { ALLOW, TOUCHED } from './family.ts'
import { heldNamespace, keptIn } from './kept.ts'
import { again, folder, isDone, rescued, told } from './rescued.ts'
import { beside, custom, type Scene, storage } from './scenes.ts'

const test = suite('rescue, interrupted after each step and run again')

/** What binds a claim, and what starts and stops the Pods of a Deployment, is a part of kube-controller-manager. */
const onRealServers = target().name === 'control-plane' ? test : test.skip

/** Programs that run at once. */
const AT_ONCE = 4

/** `touched`: paths of what another client wrote. */
const faults: Readonly<Record<string, (touched: string[]) => Fault>> = {
  'killed before the server has it':
    () =>
    ({ signal }) =>
      signal('SIGKILL'),
  'killed when the server has done it':
    () =>
    async ({ forward, signal }) => {
      await forward()
      signal('SIGKILL')
    },
  'SIGINT when the server has done it':
    () =>
    async ({ forward, signal, answer }) => {
      const { status, headers, body } = await forward()
      signal('SIGINT')
      answer(status, body, headers as Readonly<Record<string, string>>)
    },
  'the connection is lost for good':
    () =>
    async ({ forward, goDown }) => {
      await forward()
      goDown()
    },
  'another client writes what was just written':
    touched =>
    async ({ seen, forward, answer }) => {
      const { status, headers, body } = await forward()
      const { method, path } = seen
      const own = method === 'POST' ? `${path}/${JSON.parse(seen.body).metadata.name}` : path.replace(/\/status$/, '')
      const MERGE = { 'content-type': 'application/merge-patch+json' }
      const note = { metadata: { annotations: { [TOUCHED]: 'yes' } } }
      if ((await api.raw('PATCH', own, note, MERGE)).status === 200) touched.push(own)
      answer(status, body, headers as Readonly<Record<string, string>>)
    },
}

/** What is written to an object that is let go afterwards has to come back with it. */
async function keepsWhatOthersWrote(touched: readonly string[]): Promise<void> {
  for (const path of touched) {
    const { metadata } = await api.send('GET', path)
    assert.is(metadata.annotations?.[TOUCHED], 'yes', `${path} lost what another client wrote`)
  }
}

/** A CRD with an instance that a finalizer holds. */
async function definition(): Promise<Scene> {
  const type = await crd({ kind: 'Widget' })
  const metadata = { finalizers: [`${type.group}/cleanup`] }
  const draft = type.draft('a', await namespace(), { metadata, spec: { size: 3 } })
  const instance = await api.patch(await api.create(draft), { status: { ready: true } }, { subresource: '/status' })
  await api.delete(type.definition)
  await api.waitFor(instance, now => now.metadata.deletionTimestamp)
  return {
    words: [`crd/${type.definition.metadata.name}`, ALLOW],
    end: async () => undefined,
    async isWhole() {
      assert.equal((await again(type.definition)).spec, type.definition.spec)
      const now = await again(instance)
      assert.equal([now.spec, now.status], [instance.spec, instance.status])
    },
  }
}

/** A namespace that was kept in files, and is gone. */
async function kept(): Promise<Scene> {
  const held = await heldNamespace()
  const directory = folder()
  isDone(await rescued([`namespace/${held.place}`, '--backup-dir', directory]))
  await held.end()
  const words = [`namespace/${held.place}`, '--from-backup', keptIn(directory)]
  return { words, end: async () => undefined, isWhole: held.isWhole }
}

/** Runs it with a fault at its write of this number; without one to its end. Gives the writes that the server saw. */
async function faultAt(
  words: readonly string[],
  at: number,
  fault: Fault | undefined,
  directory: string,
): Promise<readonly Seen[]> {
  let writes = 0
  await using server = await faultyServer(({ isWrite }) => (isWrite && writes++ === at ? fault : undefined))
  const { env, onStart } = server
  const all = ['rescue', ...words, '--yes', '--timeout', '20s', '--backup-dir', directory]
  const { code, stderr } = await run(all, { env, onStart, timeoutSeconds: 100 })
  if (fault === undefined) assert.is(code, 0, stderr)
  return server.requests.filter(({ isWrite }) => isWrite)
}

const scenes = {
  'a volume and its claim': storage,
  'a custom resource with dependents': custom,
  'a CRD and its instance': definition,
  'a namespace out of files': kept,
}

/**
 * Each write has one of the faults, ever another; all of them where KUBECTL_FINALIZE_FAULTS is `all`, which takes longer than a
 * file may: with a number the next but so many, so that five runs with 0 to 4 try all.
 */
function plansOf(count: number): readonly (readonly [at: number, name: string])[] {
  const names = Object.keys(faults)
  const all = Array.from({ length: count }, (_, at) => names.map(name => [at, name] as const))
  const { KUBECTL_FINALIZE_FAULTS: asked = '0' } = process.env
  if (asked === 'all') return all.flat()
  return all.map((same, at) => same[(at + Number(asked)) % names.length]!)
}

for (const [title, stage] of Object.entries(scenes)) {
  onRealServers(
    `${title}: whatever ends it at any of its writes, the next run finishes, and nothing is lost or doubled`,
    async () => {
      const whole = await stage()
      const writes = await faultAt(whole.words, -1, undefined, folder())
      await whole.isWhole()
      await whole.end()
      assert.ok(writes.length >= 5)
      const problems: string[] = []
      await mapConcurrently(AT_ONCE, plansOf(writes.length), async ([at, name]) => {
        const scene = await stage()
        const directory = folder()
        const touched: string[] = []
        try {
          await faultAt(scene.words, at, faults[name]!(touched), directory)
          const answer = await rescued([...scene.words, '--backup-dir', directory])
          // A run that a conflict did not lengthen has fewer writes, and a signal beside its last answer comes when all is done.
          const isOver = told(answer).some(step => step.endsWith('NotTerminating'))
          if (!isOver) isDone(answer)
          await scene.isWhole()
          await keepsWhatOthersWrote(touched)
        } catch (error) {
          const { method, path } = writes[at]!
          problems.push(`${name}, at write ${at} (${method} ${path}): ${(error as Error).stack}`)
        } finally {
          await scene.end()
        }
      })
      if (problems.length > 0) console.log(problems.join('\n'))
      assert.is(problems.length, 0, `${problems.length} trials do not hold, see above`)
    },
  )
}

onRealServers(
  'another client that writes meanwhile: it stops before anything is let go, and saves what was written the next time',
  async () => {
    const scene = await custom()
    const directory = folder()
    const labels = { ...scene.owner.metadata.labels, added: 'meanwhile' }
    const change = () => api.patch(scene.owner, { metadata: { labels } })
    const answer = await beside(scene, ({ body }) => body.includes('/metadata/finalizers'), change, directory)
    assert.equal(
      [answer.code, told(answer).at(-1)],
      [3, `RemoveFinalizer ${scene.owner.metadata.name} changed Changed`],
    )
    isDone(await rescued([...scene.words, '--backup-dir', directory]))
    assert.equal((await api.get(scene.owner))!.metadata.labels, labels)
    assert.is((await api.get(scene.deployment))!.spec.replicas, 2)
    await scene.end()
  },
)

onRealServers('a controller that is scaled up again meanwhile: it stops before anything is let go', async () => {
  const scene = await custom()
  const directory = folder()
  const back = () => api.patch(scene.deployment, { spec: { replicas: 1 } })
  const answer = await beside(scene, ({ body }) => body.includes('ownerReferences'), back, directory)
  const { name, uid } = scene.owner.metadata
  assert.equal([answer.code, told(answer).at(-1)], [3, `RemoveFinalizer ${name} refused ControllerAlive`])
  assert.is((await api.get(scene.owner))!.metadata.uid, uid)
  isDone(await rescued([...scene.words, '--backup-dir', directory]))
  await scene.isWhole()
  await scene.end()
})

onRealServers(
  'a controller that stood still and is scaled up meanwhile: it stops before anything is let go',
  async () => {
    const scene = await custom(0)
    const { name, uid } = scene.owner.metadata
    const directory = folder()
    const scale = (replicas: number) => api.patch(scene.deployment, { spec: { replicas } })
    const answer = await beside(
      scene,
      ({ body }) => body.includes('ownerReferences'),
      () => scale(1),
      directory,
    )
    assert.equal([answer.code, told(answer).at(-1)], [3, `RemoveFinalizer ${name} refused ControllerAlive`])
    assert.is((await api.get(scene.owner))!.metadata.uid, uid)
    // It is not for the next run to stop what was no part of the plan that was agreed to.
    const next = await rescued([...scene.words, '--backup-dir', directory])
    assert.equal([next.code, told(next)[0]], [3, `ScaleDown ${scene.deployment.metadata.name} refused ControllerAlive`])
    await scale(0)
    isDone(await rescued([...scene.words, '--backup-dir', directory]))
    await scene.isWhole()
    await scene.end()
  },
)

onRealServers(
  'killed at its last write: the next run finds all of it there, stops nothing again and leaves newer statuses alone',
  async () => {
    const scene = await custom()
    const directory = folder()
    const words = [...scene.words, '--backup-dir', directory]
    const isLast = ({ isWrite, body }: Seen) => isWrite && body.includes('"replicas":2')
    await using server = await faultyServer(seen =>
      isLast(seen) ? faults['killed when the server has done it']!([]) : undefined,
    )
    await run(['rescue', ...words, '--yes'], { env: server.env, onStart: server.onStart, timeoutSeconds: 100 })
    const status = { phase: 'Newer' }
    const newer = await api.patch(scene.owner, { status }, { subresource: '/status' })
    await using second = await faultyServer(() => undefined)
    const answer = await rescued(words, { env: second.env, onStart: second.onStart })
    isDone(answer)
    assert.equal(told(answer), [`ScaleUp ${scene.deployment.metadata.name} done`])
    assert.equal(second.requests.filter(({ isWrite }) => isWrite).length, 0)
    assert.equal((await api.get(scene.owner))!.status, newer.status)
    const live = await rescued(words)
    assert.equal([live.code, ...told(live)], [3, `Create ${scene.owner.metadata.name} refused NotTerminating`])
    await scene.end()
  },
)

onRealServers('who may not create it is told before anything is touched', async () => {
  const scene = await custom()
  const user = `half-${scene.owner.metadata.name}`
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: user } }
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch', 'patch'] }]
  await api.create({ ...role, rules })
  await api.create({
    ...role,
    kind: 'ClusterRoleBinding',
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: user },
    subjects: [{ kind: 'User', name: user }],
  })
  const answer = await rescued([...scene.words, ALLOW, '--as', user, '--backup-dir', folder()])
  assert.equal([answer.code, ...told(answer)], [3, `Create ${scene.owner.metadata.name} refused WouldBeRejected`])
  assert.match(answer.steps[0]!.message!, /cannot create resource/)
  assert.is((await api.get(scene.deployment))!.spec.replicas, 2)
  await scene.end()
})

test.run()
