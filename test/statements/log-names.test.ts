import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isOfAnother, naming, perhapsNaming } from '../../src/statements/log/names.ts'
import { namingOnlyOne, type Sought } from '../../src/statements/log/names-in-words.ts'
import { readLog } from '../../src/statements/log/read-log.ts'

const test = suite('the object that a line of a log names')

const bucket: Sought = {
  kind: 'Bucket',
  plural: 'buckets',
  group: 'storage.example.com',
  namespace: 'shop',
  name: 'a',
  uid: '7f0c2a52-0000-4000-8000-000000000001',
  ends: [],
  others: new Set(['secret', 'secrets', 'queue', 'queues']),
}
const zone: Sought = { ...bucket, kind: 'Zone', plural: 'zones', namespace: undefined, name: 'eu-1' }

function named(text: string, sought = bucket): boolean {
  const [line] = readLog([{ text }])
  return naming(sought)(line!)
}

test('is found in the fields that loggers use', () => {
  for (const text of [
    '{"msg":"x","Bucket":{"name":"a","namespace":"shop"}}',
    '{"msg":"x","controller":"bucket","object":{"name":"a","namespace":"shop"}}',
    '{"msg":"x","name":"a","namespace":"shop"}',
    '{"msg":"x","reconciler kind":"Bucket","name":"a","namespace":"shop"}',
    '{"msg":"x","kind":"Config","gvk":"storage.example.com/v1, Kind=Bucket","name":"a","namespace":"shop"}',
    '{"msg":"x","request":"shop/a"}',
    '{"msg":"x","object":"/apis/storage.example.com/v1alpha2/namespaces/shop/buckets/a"}',
    '{"msg":"x","Request.Namespace":"shop","Request.Name":"a"}',
    '{"msg":"x","resource_name":"a","resource_namespace":"shop","resource_kind":"Bucket"}',
    'E0612 10:00:00.0 1 c.go:1] "x" bucket="shop/a"',
    'E0612 10:00:00.0 1 c.go:1] "x" bucket={"name":"a","namespace":"shop"}',
    'E0612 10:00:00.0 1 c.go:1] "msg"="x" "key"="shop/a"',
    'I0612 10:00:00.0 1 c.go:1] manager/bucket-controller/shop/a "msg"="waiting" "count"=1',
    '{"msg":"x","knative.dev/kind":"storage.example.com.Bucket","knative.dev/key":"shop/a"}',
    'level=error msg=x bucket=a namespace=shop',
    '{"msg":"x","bucket":"a.shop"}',
    '2026-06-12T10:00:00Z  WARN reconciling: c: failed object.ref=Bucket.v1.storage.example.com/a.shop object.reason=x',
    'level=error msg=x reconcile=shop/a',
    'level=warning msg=x resource="storage.example.com/Bucket/shop/a"',
    '{"msg":"x","error":"gone","objectUID":"7f0c2a52-0000-4000-8000-000000000001"}',
    '2026-06-12T10:00:00Z\tERROR\tx\t{"Bucket": {"name": "a", "namespace": "shop"}}',
  ])
    assert.ok(named(text), text)
})

test('is found in words', () => {
  assert.not.ok(named('level=info msg="reconcile: storage.example.com/Queue/shop/a: not ready"'))
  for (const text of [
    'level=info msg="reconcile: storage.example.com/Bucket/shop/a: not ready"',
    'E0612 10:00:00.0 1 c.go:1] error syncing "shop/a": denied',
    '[2026-06-12 10:00:00,1] kopf.objects [ERROR   ] [shop/a] Handler failed',
    "2026-06-12 10:00:00,1 ERROR [a.b.C] (Executor-bucketreconciler-6) x{ id: ResourceID{name='a', namespace='shop'}}: no",
    '2026-06-12 10:00:00 WARN  AbstractOperator:532 - Reconciliation #1(timer) Bucket(shop/a): Failed',
    '{"msg":"x","error":"buckets.storage.example.com \\"a\\" is forbidden: in the namespace \\"shop\\""}',
    'E0612 10:00:00.0 1 c.go:1] PATCH https://10.0.0.1/apis/storage.example.com/v1/namespaces/shop/buckets/a 403',
  ])
    assert.ok(named(text), text)
})

test('is no namesake of another namespace or kind, no longer name and no name alone', () => {
  for (const text of [
    '{"msg":"x","Bucket":{"name":"a","namespace":"other"}}',
    '{"msg":"x","Secret":{"name":"a","namespace":"shop"}}',
    '{"msg":"x","name":"a","namespace":"other"}',
    '{"msg":"x","kind":"Secret","name":"a","namespace":"shop"}',
    '{"msg":"x","kind":"Config","gvk":"/v1, Kind=Secret","name":"a","namespace":"shop"}',
    '2026-06-12T10:00:00Z  WARN reconciling: c: failed object.ref=Bucket.v1.storage.example.com/a.other',
    '{"msg":"x","name":"a"}',
    '{"msg":"x","request":"shop/ab"}',
    '{"msg":"x","bucket":"a"}',
    '{"msg":"x","bucket":"a.other"}',
    '{"msg":"x","bucket":"a.shop","namespace":"other"}',
    '{"msg":"x","queue":"a.shop"}',
    'level=warning msg=x resource="storage.example.com/Queue/shop/a"',
    'E0612 10:00:00.0 1 c.go:1] error syncing "workshop/a": denied',
    'E0612 10:00:00.0 1 c.go:1] error syncing "shop/a-1": denied',
    'E0612 10:00:00.0 1 c.go:1] error reading /x/shop/a/b',
    'E0612 10:00:00.0 1 c.go:1] cannot read secret "shop/a"',
    'E0612 10:00:00.0 1 c.go:1] bucket "a" failed in namespace "workshop"',
    "2026-06-12 10:00:00,1 ERROR [a.b.C] (main) x{ id: ResourceID{name='a', namespace='other'}}: no",
  ])
    assert.not.ok(named(text), text)
})

test('is not what a line about another object says in words, which may be of who made that', () => {
  for (const text of [
    '{"level":"error","msg":"Reconciler error","Bucket":{"name":"b","namespace":"evil"},"error":"label is bucket shop/a"}',
    '{"level":"error","msg":"Reconciler error","request":"evil/b","error":"shop/a: 7f0c2a52-0000-4000-8000-000000000001"}',
    'E0612 10:00:00.0 1 c.go:1] "failed" bucket="evil/b" err="shop/a is paused"',
  ])
    assert.not.ok(named(text), text)
})

test('without a namespace is named by its name alone, where no namespace stands beside it', () => {
  for (const text of [
    '{"msg":"x","Zone":{"name":"eu-1"}}',
    '{"msg":"x","controllerKind":"Zone","name":"eu-1","namespace":""}',
    '{"msg":"x","request":"/eu-1"}',
    'E0612 10:00:00.0 1 c.go:1] "x" zone="eu-1"',
    'E0612 10:00:00.0 1 c.go:1] failed to delete zone "eu-1"',
  ])
    assert.ok(named(text, zone), text)
  for (const text of [
    '{"msg":"x","Bucket":{"name":"eu-1"}}',
    '{"msg":"x","name":"eu-1","namespace":"shop"}',
    'E0612 10:00:00.0 1 c.go:1] failed to delete region eu-1',
    'E0612 10:00:00.0 1 c.go:1] failed to delete zone "eu-12"',
  ])
    assert.not.ok(named(text, zone), text)
})

test('is found after the last word of its kind, where no other kind ends in that', () => {
  const volume = { ...zone, kind: 'PersistentVolume', plural: 'persistentvolumes', name: 'pvc-1' }
  const text = 'E0612 10:00:00.0 1 c.go:1] Exceeded failedDeleteThreshold threshold: 15, for volume "pvc-1", no retries'
  assert.ok(named(text, { ...volume, ends: ['Volume'] }))
  assert.not.ok(named(text, volume))
})

test('is perhaps named by a plain word in quotes, or beside its kind', () => {
  const pool = { ...bucket, kind: 'BlockPool', plural: 'blockpools', name: 'data' }
  const perhaps = (text: string) => perhapsNaming(pool)(readLog([{ text }])[0]!)
  assert.ok(perhaps('E0612 10:00:00.0 1 c.go:1] failed to delete pool "data": it has images'))
  assert.ok(perhaps('E0612 10:00:00.0 1 c.go:1] block-pool-controller: failed to delete data'))
  assert.not.ok(perhaps('E0612 10:00:00.0 1 c.go:1] failed to read data'))
  for (const other of ['namespace', 'queue', 'secrets'])
    assert.not.ok(perhaps(`E0612 10:00:00.0 1 c.go:1] ${other} "data" not found`))
})

test('is of no other controller where that has the whole kind for its name (openshift/hypershift#1692)', () => {
  const sought = { ...bucket, kind: 'QueueController', plural: 'queuecontrollers' }
  const isOther = (logger: string) =>
    isOfAnother(readLog([{ text: `{"msg":"shop/a","logger":"${logger}"}` }])[0]!, sought)
  assert.equal(['operator.queue_controller', 'operator.queue'].map(isOther), [false, true])
})

test('is of no other controller where a framework logs of all objects, though a kind is called Object (nolar/kopf#1305)', () => {
  const sought = { ...bucket, others: new Set(['object', 'objects']) }
  const isOther = (logger: string) =>
    isOfAnother(
      readLog([{ text: `[2026-06-12 10:00:00,1] ${logger} [INFO    ] [shop/a] Handler succeeded.` }])[0]!,
      sought,
    )
  assert.equal(['kopf.objects', 'controllers.objects'].map(isOther), [false, true])
})

test('is of no other controller where that is the program itself, though called after another kind (giantswarm/cluster-operator#387)', () => {
  const [line] = readLog([{ text: '{"message":"x","controller":"queue-operator","object":"shop/a"}' }])
  const isOther = (program: string) => isOfAnother(line!, bucket, program)
  assert.equal(['queue-operator', 'lake-operator'].map(isOther), [false, true])
})

test('is named by what is refused to a program, whichever controller logs it, not by what is refused to people', () => {
  const isOther = (user: string) => {
    const error = `buckets.storage.example.com \\"a\\" is forbidden: User \\"${user}\\" cannot patch it in the namespace \\"shop\\"`
    return isOfAnother(readLog([{ text: `{"msg":"x","controllerKind":"Queue","error":"${error}"}` }])[0]!, bucket)
  }
  assert.equal(['system:serviceaccount:lakes:lake', 'alice'].map(isOther), [false, true])
})

test('is of no other controller that is for its kind, whatever that calls itself (cloudnative-pg/cloudnative-pg#6155)', () => {
  const isOther = (kind: string) => {
    const text = `{"msg":"x","logger":"queue-manager","controller":"lake-bucket","controllerGroup":"${bucket.group}",${kind}:"Bucket"}`
    return isOfAnother(readLog([{ text }])[0]!, bucket)
  }
  assert.equal(['"controllerKind"', '"kind"'].map(isOther), [false, true])
})

test('is of another controller where the line names another kind, group or controller', () => {
  const isOther = (text: string) => isOfAnother(readLog([{ text }])[0]!, bucket)
  for (const text of [
    '{"msg":"x","controllerKind":"Queue","name":"a","namespace":"shop"}',
    '{"msg":"x","controller":"queue","object":"shop/a"}',
    '{"msg":"x","controller":"queue","bucket":"a","Namespace":"shop","Queue":{"name":"q"}}',
    '{"msg":"x","controllerGroup":"queue.example.com","object":"shop/a"}',
    '{"msg":"x","logger":"controllers.Queue","object":"shop/a"}',
    '2026-06-12T10:00:00Z\tERROR\tcontroller.queue-controller\tx\t{"request": "shop/a"}',
  ])
    assert.ok(isOther(text), text)
  for (const text of [
    '{"msg":"x","controllerKind":"Bucket","controllerGroup":"storage.example.com"}',
    '{"msg":"x","controller":"bucket-controller"}',
    '{"msg":"x","controller":"provisioner","logger":"main"}',
    '{"msg":"x","kind":"Secret","controllerKind":"Bucket"}',
    '{"msg":"x","controller":"queue","bucket":"a","Namespace":"shop"}',
    'E0612 10:00:00.0 1 c.go:1] error syncing "shop/a"',
  ])
    assert.not.ok(isOther(text), text)
})

test('is the only one of its name: its kind directly before it, or its finalizer beside it (rancher/rancher#35345)', () => {
  const isOnly = (msg: string, finalizer = 'example.com/release-names') =>
    namingOnlyOne(bucket, finalizer)(readLog([{ text: JSON.stringify({ msg }) }])[0]!)
  assert.ok(isOnly('Failed to reconcile bucket "a": no'))
  assert.not.ok(isOnly('Failed to reconcile bucket "a" in namespace "b": no'))
  assert.not.ok(isOnly('Failed to reconcile bucket for "a": no'))
  assert.ok(isOnly("error syncing 'a': handler release-names: no"))
  assert.not.ok(isOnly("error syncing 'a': handler release-names: no", 'example.com/names'))
  assert.not.ok(isOnly("error syncing 'a': bucket-controller: no", 'example.com/bucket-controller'))
})

test('is not another one that a path of the API ends in', () => {
  assert.not.ok(named('{"msg":"x","object":"/apis/storage.example.com/v1/namespaces/other/buckets/a"}'))
  assert.not.ok(named('{"msg":"x","object":"/apis/other.example.com/v1/namespaces/shop/buckets/a"}'))
})

test.run()
