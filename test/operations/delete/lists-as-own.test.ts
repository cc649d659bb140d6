import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectRef } from '../../../src/api/object-ref.ts'
import { listsAsOwn } from '../../../src/operations/delete/lists-as-own.ts'

const test = suite('the inventory of a GitOps tool')

const ref: ObjectRef = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  resource: 'deployments.apps',
  namespace: 'shop',
  name: 'web',
  uid: 'web-uid',
}
const metadata = { name: 'sync', namespace: 'gitops', uid: 'sync-uid' }

function kustomization(...ids: readonly string[]) {
  const entries = ids.map(id => ({ id, v: 'v1' }))
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata,
    status: { inventory: { entries } },
  }
}

function application(...resources: readonly object[]) {
  return { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata, status: { resources } }
}

const web = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'web' }

test('has the object by group, kind, namespace and name', () => {
  assert.is(listsAsOwn(kustomization('shop_web_apps_Deployment'), ref), true)
  assert.is(listsAsOwn(application(web), ref), true)
})

test('does not have it where another is listed, whatever mark the object has', () => {
  assert.is(listsAsOwn(kustomization('shop_web__Service', 'other_web_apps_Deployment'), ref), false)
  assert.is(listsAsOwn(application({ ...web, namespace: 'other' }, { ...web, hook: true }), ref), false)
})

test('proves nothing where there is none', () => {
  assert.is(listsAsOwn(kustomization(), ref), undefined)
  assert.is(listsAsOwn({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata }, ref), undefined)
})

test.run()
