import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { marksOf, storedRelease } from '../../operations/preflight/stored-release.ts'
import { ownCluster, ownClusterAvailable } from '../explain/own-cluster.ts'
import { createCrd } from '../rig/crd.ts'
import { run } from '../rig/rig.ts'
import { deleted as deletedInOrder } from './deleted.ts'

const test = suite('what Helm, Argo CD, Flux and files list, and the orders in it')
const withCluster = ownClusterAvailable() ? test : test.skip

const FLUX = 'kustomize.toolkit.fluxcd.io'

const object = (kind: string, name: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'shop', ...metadata },
})
const configMap = (name: string, metadata: object = {}) => object('ConfigMap', name, metadata)

withCluster('are deleted wave after wave, and what is not meant stays', async () => {
  await using cluster = await ownCluster()
  const { api, env } = cluster
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-sources-'))
  removeAtEnd(folder)
  const answerTo = async (words: readonly string[]) => {
    const { code, stdout, stderr } = await run([...words, '-n', 'shop', '-o', 'json'], { env, timeoutSeconds: 120 })
    assert.ok(stdout.startsWith('{'), stderr)
    return { code, stderr, answer: JSON.parse(stdout) }
  }
  const ordered = async (words: readonly string[]): Promise<readonly string[]> => {
    const { code, answer, stderr } = await answerTo(['preflight', ...words])
    assert.equal([code, answer.verdict], [0, 'clean'], stderr + JSON.stringify(answer.unchecked))
    const order = answer.order as { wave: number; refs: { kind: string; name: string }[] }[]
    return order.flatMap(({ wave, refs }) => refs.map(({ kind, name }) => `${wave} ${kind}/${name}`))
  }
  const deleted = async (words: readonly string[]): Promise<readonly string[]> => {
    const all = [...words, '-n', 'shop', '--yes', '--backup-dir', folder]
    const { code, stderr, steps } = await deletedInOrder(all, {}, cluster)
    assert.is(code, 0, stderr + JSON.stringify(steps))
    return steps.map(({ group, ref, result }) => {
      assert.is(result, 'done')
      return `${group} ${ref.kind}/${ref.name}`
    })
  }
  const left = async () => {
    const all = await Promise.all(
      ['ConfigMap', 'ServiceAccount'].map(kind => api.list({ apiVersion: 'v1', kind, namespace: 'shop' })),
    )
    return all
      .flat()
      .map(({ metadata }) => metadata.name)
      .filter(name => name !== 'default' && name !== 'kube-root-ca.crt')
      .toSorted()
  }
  await api.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })

  const own = marksOf('web', 'shop')
  const keep = { ...own, annotations: { ...own.annotations, 'helm.sh/resource-policy': 'keep' } }
  const release = [object('ServiceAccount', 'runner', own), configMap('settings', own), configMap('kept', keep)]
  for (const each of [...release, configMap('of-others')]) await api.create(each)
  const manifest = [...release, configMap('of-others'), configMap('gone')]
    .map(each => `---\n${JSON.stringify(each)}\n`)
    .join('')
  const stored = await api.create(storedRelease({ name: 'web', namespace: 'shop', manifest }))
  const ofRelease = ['1 ConfigMap/settings', '1 ServiceAccount/runner']
  assert.equal(await ordered(['--helm', 'web']), ofRelease)
  assert.equal(await deleted(['--helm', 'web']), ofRelease)
  assert.equal(await left(), ['kept', 'of-others'])
  assert.ok(await api.get(stored))

  const applications = await createCrd(api, { kind: 'Application', group: 'argoproj.io', versions: ['v1alpha1'] })
  const names = ['low', 'high', 'plain']
  for (const name of names) {
    const wave = { low: '-1', high: '5' }[name]
    const annotations = {
      'argocd.argoproj.io/tracking-id': `app:/ConfigMap:shop/${name}`,
      ...(wave && { 'argocd.argoproj.io/sync-wave': wave }),
    }
    await api.create(configMap(name, { annotations }))
  }
  const destination = { server: 'https://kubernetes.default.svc' }
  const application = await api.create(applications.draft('app', 'shop', { spec: { destination } }))
  const resources = [...names, 'of-others'].map(name => ({ version: 'v1', kind: 'ConfigMap', namespace: 'shop', name }))
  await api.patch(application, { status: { resources } }, { subresource: '/status' })
  const ofApplication = ['1 ConfigMap/high', '2 ConfigMap/plain', '3 ConfigMap/low', '4 Application/app']
  assert.equal(await ordered(['--argocd', 'app']), ofApplication)
  assert.equal(await deleted(['--argocd', 'shop/app']), ofApplication)

  const kustomizations = await createCrd(api, { kind: 'Kustomization', group: FLUX })
  await api.create(configMap('of-flux', { labels: { [`${FLUX}/name`]: 'apps', [`${FLUX}/namespace`]: 'shop' } }))
  const infra = await api.create(kustomizations.draft('infra', 'shop', { spec: { prune: true } }))
  const apps = await api.create(kustomizations.draft('apps', 'shop', { spec: { dependsOn: [{ name: 'infra' }] } }))
  const entries = ['of-flux', 'of-others'].map(name => ({ id: `shop_${name}__ConfigMap`, v: 'v1' }))
  await api.patch(apps, { status: { inventory: { entries } } }, { subresource: '/status' })
  assert.equal(await ordered([`${kustomizations.resource}/infra`, `${kustomizations.resource}/apps`]), [
    '1 Kustomization/apps',
    '2 Kustomization/infra',
  ])
  assert.equal(await deleted(['--flux', 'ks/apps']), ['1 ConfigMap/of-flux', '2 Kustomization/apps'])
  assert.ok(await api.get(infra))

  const rules = {
    app: { 'kapp.k14s.io/change-rule': 'delete before deleting db' },
    db: { 'kapp.k14s.io/change-group': 'db' },
  }
  for (const [name, annotations] of Object.entries(rules)) {
    const draft = configMap(name, { annotations })
    await api.create(draft)
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(draft))
  }
  assert.equal(await deleted(['-f', folder]), ['1 ConfigMap/app', '2 ConfigMap/db'])
  assert.equal(await left(), ['kept', 'of-others'])
})

test.run()
