import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import type { CrdOptions } from '../rig/crd.ts'
import { api, crd, namespace, target, unique } from '../rig/rig.ts'
import { ALLOW } from './family.ts'
import { again, deleted, folder, isDone, rescued, told } from './rescued.ts'

const test = suite('rescue of what others name by uid in fields of their own')

/** Rules of a CRD's schema are CEL, which the sandbox leaves out. */
const onRealServers = target().name === 'control-plane' ? test : test.skip

/** A claim, and a bucket that has its uid in `spec.claimRef.uid`. */
async function pair(claims: CrdOptions, buckets: CrdOptions): Promise<Readonly<Record<'claim' | 'bucket', Thing>>> {
  const [claimType, bucketType] = [await crd(claims), await crd({ ...buckets, scope: 'Cluster' })]
  const place = await namespace()
  const metadata = { finalizers: [`${claimType.group}/finalizer`] }
  const claim = await api.create(claimType.draft('photos', place, { metadata, spec: { bucketName: 'photos-1' } }))
  const { name, uid } = claim.metadata
  const claimRef = { name, namespace: place, uid }
  const bucket = await api.create(bucketType.draft(unique('obc'), undefined, { spec: { claimRef, endpoint: 's3' } }))
  return { claim, bucket }
}

const words = ({ apiVersion, kind, metadata }: Thing): readonly string[] => {
  const type = `${kind.toLowerCase()}s.${apiVersion.split('/')[0]}/${metadata.name}`
  return [type, '-n', metadata.namespace!, ALLOW]
}

/** The bucket names the new claim by its uid, and nothing else of it changed. */
async function isMended(claim: Thing, bucket: Thing): Promise<void> {
  const now = await again(claim)
  const { claimRef, ...rest } = bucket.spec
  const found = (await api.get(bucket))!
  assert.is(found.metadata.uid, bucket.metadata.uid)
  assert.equal(found.spec, { ...rest, claimRef: { ...claimRef, uid: now.metadata.uid } })
}

/** A file of a user's catalogue that names the field of these buckets. */
function ownCatalogue({ claim, bucket }: Awaited<ReturnType<typeof pair>>): string {
  const typeOf = ({ apiVersion, kind }: Thing): string => `${kind.toLowerCase()}s.${apiVersion.split('/')[0]}`
  const file = join(folder(), 'own.yaml')
  const row = `{on: ${typeOf(bucket)}, field: spec.claimRef.uid, resource: ${typeOf(claim)}, source: wiki}`
  writeFileSync(file, `apiVersion: kubectl-finalize/v1\nkind: Catalogue\nproject: Acme\nuidFields:\n- ${row}\n`)
  return file
}

test('a field that the catalogue has, of buckets that Rook and NooBaa make: it has the new uid', async () => {
  const group = 'objectbucket.io'
  const { claim, bucket } = await pair({ group, kind: 'ObjectBucketClaim' }, { group, kind: 'ObjectBucket' })
  await deleted(claim)
  const planned = await rescued([...words(claim), '--dry-run=server', '--backup-dir', folder()])
  assert.is(told(planned).at(-1), `Adopt ${bucket.metadata.name} planned`)
  assert.match(planned.stderr, `the new uid into spec.claimRef.uid of objectbucket/${bucket.metadata.name}`)
  assert.equal(await api.get(bucket), bucket)
  const answer = await rescued([...words(claim), '--backup-dir', folder()])
  isDone(answer)
  assert.is(told(answer).at(-1), `Adopt ${bucket.metadata.name} done`)
  await isMended(claim, bucket)
})

test('a field that a catalogue of the user names: it has the new uid; without that it has the old one', async () => {
  const both = await pair({ kind: 'Claim' }, { kind: 'Bucket' })
  const { claim, bucket } = both
  await deleted(claim)
  const plain = await rescued([...words(claim), '--dry-run=server', '--backup-dir', folder()])
  assert.is(told(plain).at(-1), 'Create photos planned')
  isDone(await rescued([...words(claim), '--catalogue', ownCatalogue(both), '--backup-dir', folder()]))
  await isMended(claim, bucket)
})

onRealServers('a field that may not change: found by the dry run, and nothing is touched', async () => {
  const uid = { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'bound for good' }] }
  const any = { 'x-kubernetes-preserve-unknown-fields': true }
  const claimRef = { type: 'object', ...any, properties: { uid } }
  const spec = { type: 'object', ...any, properties: { claimRef } }
  const schema = { type: 'object', properties: { spec } }
  const both = await pair({ kind: 'Claim' }, { kind: 'Bucket', schema })
  const { claim, bucket } = both
  const held = await deleted(claim)
  const answer = await rescued([...words(claim), '--catalogue', ownCatalogue(both), '--backup-dir', folder()])
  assert.equal([answer.code, ...told(answer)], [3, `Create ${bucket.metadata.name} refused WouldBeRejected`])
  assert.match(answer.steps[0]!.message!, 'bound for good')
  assert.equal([await api.get(claim), await api.get(bucket)], [held, bucket])
})

test.run()
