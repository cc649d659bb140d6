import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createCatalogue } from '../../src/diagnosis/catalogue/catalogue.ts'
import type { CatalogueEntry } from '../../src/diagnosis/catalogue/entry.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { deleted } from './stuck-objects.ts'

const test = suite('what an object was only there for, and is gone')

const GROUP = 'acme.example'
const FINALIZER = `${GROUP}/keep`
const OWNER = { apiVersion: `${GROUP}/v1`, kind: 'Shop', name: 'shop', uid: 'shop-uid', controller: true }

function type(sandbox: Sandbox, kind: string, scope: string): void {
  const plural = `${kind.toLowerCase()}s`
  const versions = [{ name: 'v1', served: true, storage: true }]
  sandbox.put({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: { group: GROUP, scope, names: { kind, plural }, versions },
  })
}

/** What is said of the removal from a Claim of a Shop. */
async function removalOf(
  onlyFor: string,
  shop?: { readonly uid: string },
  going?: number,
  states: object = {},
): Promise<string> {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop', going === undefined ? {} : { deleted: going })
  type(sandbox, 'Shop', 'Namespaced')
  type(sandbox, 'Claim', 'Namespaced')
  const place = { namespace: 'shop' }
  if (shop !== undefined)
    sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Shop', metadata: { name: 'shop', uid: shop.uid, ...place } })
  const metadata = { name: 'claim', ...place, ...deleted(sandbox, HOUR, FINALIZER), ownerReferences: [OWNER] }
  const { controller: _, uid: __, ...shopRef } = OWNER
  const spec = { shopRef, url: 'https://a' }
  sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Claim', metadata, spec, status: { arn: 'arn:1', ...states } })
  const told = {
    project: 'Acme',
    cleans: 'All.',
    goneWhen: '',
    ifRemoved: 'The Shop gets stuck.',
    risk: 'low' as const,
  }
  const controller = { name: 'acme', namespaces: [], selectorHint: '' }
  const known = { finalizer: FINALIZER, kinds: [`${GROUP}/Claim`], controller, checkFirst: '', source: 'a/b:c' }
  const entry: CatalogueEntry = { ...known, ...told, verified: 'behaviour', onlyFor }
  const { causes } = await explained(sandbox, { catalogue: createCatalogue([entry]) })
  const last = causes.flatMap(({ remedies }) => remedies).findLast(({ kind }) => kind === 'remove')!
  return `${last.summary} ${last.leaks.join()}`
}

test('a loss that only its owner could have is not said once the owner is gone (cozystack/cozystack#3062)', async () => {
  assert.match(await removalOf('owner'), 'it was only kept for Shop shop, which no longer exists')
  assert.match(await removalOf('owner'), 'what that had outside of the cluster may be left behind')
  assert.not.match(await removalOf('owner'), /arn|stuck|is deleted with it/)
  assert.match(await removalOf('owner', undefined, HOUR), 'left behind. What is in namespace shop is deleted with it.')
})

test('it is said of an owner that is there, and of another one of its name', async () => {
  assert.match(await removalOf('owner', { uid: OWNER.uid }), 'the Shop gets stuck. arn:1')
  assert.match(await removalOf('owner', { uid: 'other' }), 'the Shop gets stuck. arn:1')
})

test('the same by a field that names it (knative/eventing#2668)', async () => {
  assert.match(await removalOf('spec.shopRef'), 'it was only kept for Shop shop')
  assert.match(await removalOf('spec.shopRef', { uid: 'any' }), 'gets stuck')
})

test('what the finalizer is called after, and the object names, is left behind: no address (eclipse-che/che-operator#31)', async () => {
  const leftBy = async (finalizer: string) => {
    const sandbox = createSandbox({ clock: manualClock() })
    namespace(sandbox, 'shop')
    type(sandbox, 'Shop', 'Namespaced')
    type(sandbox, 'Client', 'Cluster')
    sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Client', metadata: { name: 'client-h7ve' } })
    sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Client', metadata: { name: 'other' } })
    const metadata = { name: 'a', namespace: 'shop', ...deleted(sandbox, HOUR, finalizer) }
    const status = { shopURL: 'https://shop.example.com' }
    sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Shop', metadata, spec: { auth: { by: 'client-h7ve' } }, status })
    const { causes } = await explained(sandbox)
    return causes.flatMap(({ remedies }) => remedies).findLast(({ kind }) => kind === 'remove')!.leaks
  }
  assert.equal(await leftBy(`clients.finalizers.${GROUP}`), ['Client client-h7ve (spec)'])
  assert.equal(await leftBy(`finalizers.${GROUP}`), ['https://shop.example.com (status.shopURL)'])
})

test('what a policy keeps and nothing uses any more is let go at a low risk, and its user is no need (kubernetes-csi/external-snapshotter#248)', async () => {
  const answerTo = async (policy: string, isThere: boolean) => {
    const sandbox = createSandbox({ clock: manualClock() })
    namespace(sandbox, 'shop')
    type(sandbox, 'Shop', 'Namespaced')
    type(sandbox, 'Copy', 'Cluster')
    const shopRef = { apiVersion: `${GROUP}/v1`, kind: 'Shop', name: 'shop', namespace: 'shop' }
    const { apiVersion, kind, ...place } = shopRef
    if (isThere) sandbox.put({ apiVersion, kind, metadata: place })
    const metadata = { name: 'copy', ...deleted(sandbox, HOUR, FINALIZER) }
    sandbox.put({ apiVersion, kind: 'Copy', metadata, spec: { shopRef, policy } })
    const entry: CatalogueEntry = {
      ...{ finalizer: FINALIZER, kinds: [`${GROUP}/Copy`], checkFirst: '', source: 'a/b:c', verified: 'behaviour' },
      ...{ project: 'Acme', cleans: 'All.', goneWhen: '', ifRemoved: 'It costs.', risk: 'high' },
      controller: { name: 'acme', namespaces: [], selectorHint: '' },
      onlyFor: 'spec.shopRef',
      keptBy: { field: 'spec.policy', value: 'Retain', ifRemoved: 'It stays as asked.', source: 'a/b:c' },
    }
    const { causes } = await explained(sandbox, { catalogue: createCatalogue([entry]) })
    const last = causes.flatMap(({ remedies }) => remedies).findLast(({ kind: each }) => each === 'remove')!
    return `${causes.map(({ code }) => code)} ${last.risk} ${last.summary}`
  }
  assert.match(await answerTo('Retain', false), /^(?!ReferenceMissing).* low .*it stays as asked/)
  assert.match(await answerTo('Retain', true), / high .*it costs/)
  assert.match(await answerTo('Delete', false), / high .*it costs/)
})

test('a status that says that what it stands for has ended is told before the loss; not one that may be of another thing, or stopped', async () => {
  const told = (states: object) => removalOf('owner', OWNER, undefined, states)
  const ended = /instanceState is terminated: if that is so, nothing of it is left behind; else the Shop gets stuck/
  assert.match(await told({ instanceState: 'terminated' }), ended)
  assert.match(await told({ atProvider: { instanceState: 'terminated' } }), ended)
  for (const states of [{ lastState: 'terminated' }, { state: 'TERMINATED' }, { state: 'terminating' }])
    assert.match(await told(states), 'then, if its cleanup is not done, the Shop gets stuck')
})

test.run()
