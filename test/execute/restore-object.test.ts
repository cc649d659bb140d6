import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { restoreObject } from '../../src/execute/restore-object.ts'
import type { Step } from '../../src/plan/outcome.ts'
import { inWords } from '../../src/render/words/in-words.ts'
import { serveRequest } from '../../src/sandbox/serve-request.ts'
import { plainText } from '../sandbox/fault-answers.ts'
import { CONFIG_MAPS, HOLD } from './removals.ts'
import { type Case, setup } from './stuck-in-sandbox.ts'

const test = suite('an object that is created from its backup, with another client in between')

const metadata = { name: 'lost', namespace: 'shop', uid: 'old', finalizers: [HOLD] }
const object: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata }
const ref = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'shop', name: 'lost', uid: 'old' }

/** The server creates it; `meanwhile` happens before the program hears of that, by the server or by a gateway. */
async function restored(meanwhile: (it: Case) => unknown, isHeard: boolean): Promise<Step> {
  let isFirst = true
  const it = setup([], of => async request => {
    if (request.method !== 'POST' || !isFirst) return undefined
    isFirst = false
    const answer = await serveRequest(of.sandbox.server, request)
    meanwhile(of)
    return isHeard ? answer : plainText(502, 'bad gateway')
  })
  return restoreObject({ ref, type: CONFIG_MAPS, object }, it.tools)
}

/** Another object of the name, by another client. */
function replaced({ sandbox }: Case): void {
  const other = { name: 'lost', namespace: 'shop', uid: 'other' }
  sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: other }, { manager: 'kubectl' })
}

test('is not the one that came in its place, and the creation whose answer was lost is told', async () => {
  const { result, message } = await restored(replaced, false)
  assert.is(result, 'refused')
  assert.match(inWords(message!), 'already exists')
  assert.match(inWords(message!), 'a creation was sent before, and its outcome is unknown')
})

test('is told to be deleted again at once', async () => {
  const deleted = ({ sandbox }: Case): void => {
    const now = sandbox.get('v1', 'ConfigMap', 'lost', 'shop')!
    sandbox.put({ ...now, metadata: { ...now.metadata, deletionTimestamp: '2026-01-15T12:00:00Z' } })
  }
  const { result, message } = await restored(deleted, true)
  assert.is(result, 'done')
  assert.match(inWords(message!), 'another client is deleting it again')
})

test('that is a claim of a volume says what the volume has to be without', async () => {
  const it = setup([])
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { ...metadata, finalizers: [] } }
  const named = { ...claim, spec: { volumeName: 'v', accessModes: ['ReadWriteOnce'] } } as unknown as KubeObject
  const type = { ...CONFIG_MAPS, kind: 'PersistentVolumeClaim', plural: 'persistentvolumeclaims' }
  const { message } = await restoreObject({ ref: { ...ref, ...type, name: 'lost' }, type, object: named }, it.tools)
  assert.match(inWords(message!), 'while spec.claimRef.uid of persistentvolume/v is that of the claim before it')
})

test.run()
