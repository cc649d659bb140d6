import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { type OwnCluster, ownCluster, ownClusterAvailable } from '../explain/own-cluster.ts'
import { openStage } from '../explain/stage.ts'
import type { Thing } from '../rig/api.ts'
import { kubectl, kubectlAvailable, run } from '../rig/rig.ts'
import { orphaned } from './orphaned.ts'

const test = suite('watch --advice')
const withCluster = ownClusterAvailable() && kubectlAvailable() ? test : test.skip

const ADMISSION = 'admissionregistration.k8s.io/v1'
const NAME = 'kubectl-finalize-advice'
const named = (apiVersion: string, kind: string, name = NAME): Thing => ({ apiVersion, kind, metadata: { name } })
const POLICY = named(ADMISSION, 'ValidatingAdmissionPolicy')
const BINDING = named(ADMISSION, 'ValidatingAdmissionPolicyBinding')
const DEFINITION = named('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'deletionadvices.kubectl-finalize.io')
const PATH = '/apis/kubectl-finalize.io/v1/deletionadvices'

/** Runs a watch that gives advice, until it is told to end. */
function advising({ env }: OwnCluster, words: readonly string[] = []) {
  let kill: (signal: NodeJS.Signals) => void = () => {}
  const running = run(['watch', '--advice', ...words], {
    env,
    timeoutSeconds: 300,
    onStart: signals => {
      kill = signals
    },
  })
  const end = async (signal: NodeJS.Signals) => {
    kill(signal)
    return running
  }
  return { end, died: running.then(({ stderr }) => Promise.reject(new Error(`it ended: ${stderr}`))) }
}

const textsIn = async ({ api }: OwnCluster): Promise<Readonly<Record<string, string>>> => {
  const { status, body } = await api.raw('GET', `${PATH}/${NAME}`)
  return status === 200 ? (JSON.parse(body).spec.texts ?? {}) : {}
}

/** What kubectl prints beside its answer. */
async function warned({ env }: OwnCluster, ...words: readonly string[]): Promise<string> {
  const { code, stderr } = await kubectl(['delete', ...words], { env })
  assert.is(code, 0, stderr)
  return stderr
}

const untilWarned = (cluster: OwnCluster, ...words: readonly string[]): Promise<string> =>
  until(async () => (await warned(cluster, ...words)) || undefined, { what: 'a warning', deadlineSeconds: 30 })

async function nothingIsLeft({ api }: OwnCluster): Promise<void> {
  for (const thing of [BINDING, POLICY, DEFINITION])
    await until(async () => ((await api.get(thing)) === undefined ? true : undefined), {
      what: `${thing.kind} to be gone`,
      deadlineSeconds: 10,
    })
}

withCluster('kubectl delete warns of what would get stuck and of nothing else, until the watch ends', async () => {
  await using cluster = await ownCluster()
  const stage = await openStage(cluster)
  const { type, place, held } = await orphaned(stage)
  const clean = await stage.namespace()
  const { end, died } = advising(cluster)
  died.catch(() => {})
  const uid = (await cluster.api.get(stage.whole(place)))!.metadata.uid
  const isWhole = async () => {
    const texts = await textsIn(cluster)
    return [uid, held.metadata.uid, type.definition.metadata.uid].every(each => each in texts) ? texts : undefined
  }
  const texts = await Promise.race([until(isWhole, { what: 'all texts', deadlineSeconds: 120 }), died])
  assert.is(Object.keys(texts).length, 3)
  const dry = '--dry-run=server'
  const said = await untilWarned(cluster, 'namespace', place, dry)
  assert.match(said, /^Warning: Validation failed for ValidatingAdmissionPolicy 'kubectl-finalize-advice'/)
  assert.match(
    said,
    new RegExp(
      `kubectl finalize: as of \\d{4}-[-0-9T:]+Z, deleting namespace/${place} would get stuck: ControllerMissing`,
    ),
  )
  assert.match(said, new RegExp(`\\(kubectl finalize preflight namespaces/${place}\\)`))
  assert.match(await warned(cluster, 'crd', type.resource, dry), /would get stuck: ControllerMissing/)
  assert.match(await warned(cluster, type.resource, 'held', '-n', place, dry), /deleting lake\/held in namespace/)
  const collection = `/apis/${type.apiVersion}/namespaces/${place}/${type.plural}?dryRun=All`
  assert.match(await warned(cluster, '--raw', collection), /deleting lake\/held in namespace/)
  assert.is(await warned(cluster, 'namespace', clean, dry), '')
  for (const user of ['namespace-controller', 'generic-garbage-collector'])
    assert.is(
      await warned(
        cluster,
        'namespace',
        place,
        dry,
        `--as=system:serviceaccount:kube-system:${user}`,
        '--as-group=system:masters',
      ),
      '',
    )
  assert.match(await warned(cluster, 'namespace', place, '--wait=false'), /would get stuck/)
  await cluster.api.waitFor(held, ({ metadata }) => metadata.deletionTimestamp)
  assert.is(await warned(cluster, 'namespace', place, '--wait=false'), '', 'it is being deleted by then')
  await stage.finish(held)
  const { code, stderr, stdout } = await end('SIGTERM')
  assert.is(code, 130, stderr)
  assert.not.match(stderr, /warning/)
  assert.equal(stdout, '')
  await nothingIsLeft(cluster)
})

withCluster('what a watch that was killed has left is taken over by the next, and gone at its end', async () => {
  await using cluster = await ownCluster()
  const { api } = cluster
  const first = advising(cluster)
  first.died.catch(() => {})
  await until(async () => await api.get(BINDING), { what: 'a binding', deadlineSeconds: 60 })
  await first.end('SIGKILL')
  await api.send(
    'PATCH',
    `${PATH}/${NAME}`,
    { spec: { texts: { old: 'kubectl finalize: as of before' } } },
    { 'content-type': 'application/merge-patch+json' },
  )
  await api.patch(BINDING, { spec: { validationActions: ['Deny'] } })
  const second = advising(cluster)
  second.died.catch(() => {})
  const isOld = async () => ((await textsIn(cluster)).old === undefined ? true : undefined)
  await Promise.race([until(isOld, { what: 'the old text to be gone', deadlineSeconds: 60 }), second.died])
  const warns = async () => ((await api.get(BINDING))?.spec.validationActions.join() === 'Warn' ? true : undefined)
  await until(warns, { what: 'a binding that warns', deadlineSeconds: 30 })
  for (const thing of [BINDING, POLICY, DEFINITION]) assert.not.ok((await api.get(thing))!.metadata.finalizers)
  const refused = await api.raw(
    'PATCH',
    `${PATH}/${NAME}`,
    { spec: {} },
    {
      'content-type': 'application/merge-patch+json',
      'impersonate-user': 'tenant',
      'impersonate-group': 'system:authenticated',
    },
  )
  assert.is(refused.status, 403)
  assert.is((await second.end('SIGINT')).code, 130)
  await nothingIsLeft(cluster)
})

test.run()
