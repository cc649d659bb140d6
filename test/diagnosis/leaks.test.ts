import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { leaksOf } from '../../src/diagnosis/leaks.ts'

const test = suite('leaks')

function object(rest: object) {
  return { apiVersion: 'v1', kind: 'X', metadata: { name: 'x', uid: 'u' }, ...rest }
}

test('a load balancer’s address, a volume’s handle and a cloud’s ids are named with their place, status first', () => {
  const service = object({ status: { loadBalancer: { ingress: [{ hostname: 'a1.elb.example.com' }] } } })
  assert.equal(leaksOf(service), ['a1.elb.example.com (status.loadBalancer.ingress[0].hostname)'])
  const volume = object({ spec: { csi: { driver: 'ebs', volumeHandle: 'vol-1' } } })
  assert.equal(leaksOf(volume), ['vol-1 (spec.csi.volumeHandle)'])
  const bucket = object({ spec: { id: 'b' }, status: { bucketURL: 's3://b', arn: 'arn:aws:s3:::b' } })
  assert.equal(leaksOf(bucket), ['s3://b (status.bucketURL)', 'arn:aws:s3:::b (status.arn)', 'b (spec.id)'])
})

test('a role that a spec gives is not left behind (awslabs/aws-orbit-workbench#791)', () => {
  const arn = (name: string) => `arn:aws:iam::1:${name}`
  const spec = { roleArn: arn('role/a'), kmsKeyARN: arn('key/b'), arn: arn('own'), xArn: arn('x'), groupARN: arn('g') }
  const left = leaksOf(object({ spec, status: { roleArn: arn('role/made') } }))
  const own = [`${arn('own')} (spec.arn)`, `${arn('x')} (spec.xArn)`, `${arn('g')} (spec.groupARN)`]
  assert.equal(left, [`${arn('role/made')} (status.roleArn)`, ...own])
})

test('the record of a run is not left behind (hashicorp/hcp-terraform-operator#299)', () => {
  const status = { run: { id: 'run-b' }, configurationVersion: { id: 'cv-1' }, workspace: { id: 'ws-8' } }
  assert.equal(leaksOf(object({ status })), ['ws-8 (status.workspace.id)'])
})

test('the steps of a run, and parts that are listed by their ids, are not left behind (argoproj/argo-workflows#10192)', () => {
  const nodes = { 'artifacts-x7': { id: 'artifacts-x7' }, 'artifacts-x7-13': { id: 'artifacts-x7-13' } }
  const status = { nodes, steps: [{ id: 'build-1' }], volumes: { data: { id: 'vol-1' } } }
  assert.equal(leaksOf(object({ status })), ['vol-1 (status.volumes.data.id)'])
})

test('what names nothing outside is left out, and the data of a Secret is never looked at', () => {
  const secret = object({
    data: { url: 'c2VjcmV0' },
    stringData: { url: 'secret' },
    status: { phase: 'Ready', replicas: 3 },
  })
  assert.equal(leaksOf(secret), [])
  assert.equal(leaksOf(object({ spec: { host: '%', address: '*' } })), [])
})

test('addresses that a spec lets in, ids that it gives to work on, and those of a machine are not left behind', () => {
  const object = (rest: object) => ({ apiVersion: 'v1', kind: 'A', metadata: { name: 'a', uid: 'u' }, ...rest })
  const spec = {
    projectIpAccessList: [{ ipAddress: '0.0.0.0/1' }, { ipAddress: '2001:db8::/32' }],
    clusters: [{ id: '709351379920172263' }],
    externalID: 'vol.7',
  }
  assert.equal(leaksOf(object({ spec })), ['vol.7 (spec.externalID)'])
  const addresses = [{ type: 'InternalIP', address: '10.0.0.7' }]
  assert.equal(leaksOf(object({ status: { addresses, loadBalancer: { ip: '172.24.5.10' } } })), [
    '172.24.5.10 (status.loadBalancer.ip)',
  ])
})

test('the repository or the subscriber that a spec gives the address of is not left behind; what the status has or is known as an id is', () => {
  const url = 'https://git.example.com/team/app'
  const application = object({ spec: { source: { repoURL: url }, mirror: { url: 'git@git.example.com:team/app' } } })
  assert.equal(leaksOf(application), [])
  assert.equal(leaksOf(object({ spec: { subscriber: { uri: 'http://web.shop.svc' } } })), [])
  const address = { subscriberUri: 'http://web.shop.svc.cluster.local', otherUri: 'http://web.shop.svc.example.com' }
  assert.equal(leaksOf(object({ status: address })), ['http://web.shop.svc.example.com (status.otherUri)'])
  const queue = object({ spec: { url }, status: { queueURL: url } })
  assert.equal(leaksOf(queue), [`${url} (status.queueURL)`])
  assert.equal(leaksOf(application, ['spec.source.repoURL']), [`${url} (spec.source.repoURL)`])
  const bucket = object({ spec: { bucketURL: 's3://b', host: 'db.example.com' } })
  assert.equal(leaksOf(bucket), ['s3://b (spec.bucketURL)'])
})

test('labels by which an object chooses nodes or Pods name nothing outside', () => {
  const labels = { 'kubernetes.io/hostname': 'worker-1', 'acme.example.com/bucket': 'b' }
  const spec = {
    selector: labels,
    nodeSelector: labels,
    podSelector: { matchLabels: labels },
    template: { metadata: { labels } },
    loadBalancer: { hostname: 'a1.elb.example.com' },
  }
  assert.equal(leaksOf(object({ spec })), ['a1.elb.example.com (spec.loadBalancer.hostname)'])
})

test('sources, what was there before, machines, private addresses and what the cluster itself serves are not left behind', () => {
  const network = { id: '9b1d', name: 'public' }
  assert.equal(leaksOf(object({ status: { externalNetwork: network, network } })), ['9b1d (status.network.id)'])
  assert.equal(leaksOf(object({ spec: { source: { volumeHandle: 'vol-1' } } })), [])
  assert.equal(leaksOf(object({ spec: { hostName: 'node-1' }, status: { ip: '10.42.3.7' } })), [])
  assert.equal(leaksOf(object({ spec: { hostname: 'a.example.com' }, status: { ip: '203.0.113.7' } })), [
    '203.0.113.7 (status.ip)',
    'a.example.com (spec.hostname)',
  ])
  assert.equal(leaksOf(object({ spec: { dbConnectionURL: 'etcd://etcd:2379' } })), [])
  const model = { predictor: { model: { storageUri: 'gs://models/iris' } }, backup: { s3: { bucket: 'b' } } }
  assert.equal(leaksOf(object({ spec: model })), [])
  const served = { status: { url: 'http://x-ml.example.com', other: { url: 'https://x.ml.example.com/v1' } } }
  const metadata = { name: 'x', namespace: 'ml', uid: 'u' }
  assert.equal(leaksOf({ ...object(served), metadata }), [])
  assert.equal(leaksOf({ ...object(served), metadata: { ...metadata, name: 'y' } }).length, 2)
})

test('the digest of an image names no place, and is not left behind (acorn-io/runtime#1795)', () => {
  const left = leaksOf(object({ status: { appImage: { id: 'sha256:68805a78e472' }, image: { id: 'ami-0c55b159' } } }))
  assert.equal(left, ['ami-0c55b159 (status.image.id)'])
})

test('odd and deep shapes end', () => {
  const deep: Record<string, unknown> = {}
  deep.self = deep
  assert.equal(leaksOf(object({ status: deep, spec: [null, 1, 'x'] })), [])
})

test('what a spec says to load is not left behind (SeldonIO/seldon-core#5043)', () => {
  const spec = { storageUri: 'gs://seldon-models/mlserver/iris', bucketURL: 's3://b' }
  assert.equal(leaksOf(object({ spec })), ['s3://b (spec.bucketURL)'])
  assert.equal(leaksOf(object({ status: { artifactURL: 's3://made' } })), ['s3://made (status.artifactURL)'])
})

test('the place of a server that a spec gives is not left behind (pravega/pravega-operator#582, nutanix-cloud-native/cluster-api-provider-nutanix#301)', () => {
  const spec = { zookeeperUri: 'zookeeper-client:2181', prismCentral: { address: 'pc.example.com' } }
  assert.equal(leaksOf(object({ spec })), [])
  assert.equal(leaksOf(object({ status: { loadBalancer: { address: 'lb.example.com' } } })), [
    'lb.example.com (status.loadBalancer.address)',
  ])
})

test.run()
