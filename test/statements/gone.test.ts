import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { goneAs, saysItIsGone } from '../../src/statements/gone.ts'

const test = suite('what is said to be gone')

const called = (name: string) => ({ name, kind: 'Bucket', names: [name] })

test('it is by its name, in any case', () => {
  assert.ok(saysItIsGone({ fact: 'bucket Photos not found', source: '' }, called('photos')))
  assert.not(saysItIsGone({ fact: 'bucket videos not found', source: '' }, called('photos')))
})

test('it is where a request for the URL that ends in its kind and its id is answered by 404', () => {
  const said = (url: string) =>
    saysItIsGone(
      { fact: `cannot run refresh: GET API call to https://api.example.com/${url}`, source: '' },
      { ...called('PNZ3S1H'), kind: 'EscalationPolicy' },
    )
  assert.ok(said('escalation_policies/PNZ3S1H failed 404 Not Found. Code: 2100'))
  assert.not(said('escalation_policies/PNZ3S1H failed 403 Forbidden'))
  assert.not(said('escalation_policies/PNZ3S1H/targets failed 404 Not Found'))
  assert.not(said('escalation_policies/PNZ3S1HX failed 404 Not Found'))
  assert.ok(said('policies/PNZ3S1H: 404'))
  // What it logs in with may be called as the object is.
  assert.not(said('v1/secret/data/PNZ3S1H failed 404 Not Found'))
  assert.not(said('api/v1/namespaces/PNZ3S1H: 404'))
})

test('an error that calls it by its kind alone, or cannot tell it from a lack of access, is likely about it', () => {
  const said = (fact: string, kind = 'Queue', name = 'orders') =>
    goneAs({ fact, source: '' }, { name, kind, names: [name] })
  const aws = 'NonExistentQueue: The specified queue does not exist or you do not have access to it.'
  assert.is(said(aws), 'likely')
  assert.is(said('queue orders not found or you do not have access to it'), 'likely')
  assert.is(said('queue orders not found'), 'gone')
  assert.is(said('code: 404 reason: Topic not exist', 'PulsarTopic'), 'likely')
  assert.is(said('the queue policy does not exist'), undefined)
  assert.is(said('SecurityGroupNotFound: security group not found', 'TargetGroup'), 'perhaps')
  assert.is(said('TargetGroupNotFound: 400', 'TargetGroup'), 'likely')
  assert.is(said('queue dead-letters does not exist'), 'perhaps')
  assert.is(said('the queue does not exist: access denied'), undefined)
  assert.is(said('the queue does not exist in region eu-1'), undefined)
})

test('an error within others that names it tells that something is gone, whatever the others speak of (rancher/rancher#34650)', () => {
  const said = (inner: string) =>
    goneAs(
      { fact: `failed deleting server [a/pool1-x7k2f] in infrastructure provider: DeleteError: ${inner}`, source: '' },
      { name: 'pool1-x7k2f', kind: 'VmwarevsphereMachine', names: ['pool1-x7k2f'] },
    )
  assert.is(said('vm "/dc1/vm/pool1-x7k2f" not found'), 'perhaps')
  assert.is(said('vm "/dc1/vm/pool2-aaaaa" not found'), undefined)
  assert.is(said('credentials of pool1-x7k2f not found'), undefined)
})

test('that there is no such thing of its kind, as a database says of a grant (mariadb-operator/mariadb-operator#949)', () => {
  const said = (fact: string, kind: string, isNamed = false) =>
    goneAs({ fact, source: '' }, { name: 'web', kind, names: ['web'], isNamed })
  const ERROR = "Error 1141 (42000): There is no such grant defined for user 'shop' on host '%'"
  assert.is(said(ERROR, 'Grant'), 'likely')
  assert.is(said(ERROR, 'DatabaseGrant', true), 'gone')
  assert.is(said('no such user: web', 'User'), undefined)
  assert.is(said(ERROR, 'Host'), undefined)
  // An errno tells of what a program opened, whatever the object stands for.
  assert.is(said('kill: no such process', 'ServerProcess', true), 'perhaps')
  assert.is(said('write /dev/sdb: no such device', 'BlockDevice', true), 'perhaps')
  assert.is(said('no such grant option: access denied', 'Grant'), undefined)
})

test('the read of the thing itself, by its kind and id, that is answered by a code for not found (crossplane/upjet#67)', () => {
  const said = (fact: string, kind = 'RolePolicyAttachment') =>
    goneAs({ fact, source: '' }, { name: 'att1', kind, names: ['att1', 'role1-2022'] })
  const read = (id: string, error: string) => `refresh failed: reading IAM Role Policy Attachment (${id}): ${error}`
  assert.is(said(read('role1-2022', 'NoSuchEntity: The role with name role1 cannot be found.')), 'gone')
  assert.is(said(read('role1-2022', 'operation error IAM: Get, StatusCode: 404, NoSuchEntity: role1')), 'gone')
  assert.not(said(read('role2-2022', 'NoSuchEntity: The role with name role2 cannot be found.')))
  assert.not(said(read('role1-2022', 'AccessDenied: role1 is not authorized')))
  assert.not(said(read('role1-2022', 'NoSuchHost: iam')))
  assert.not(said(read('role1-2022', 'ProfileNotFound: ops')))
  // What it only uses, or its parent.
  assert.is(said(read('role1-2022', 'SubnetNotFound: subnet-1')), 'likely')
  assert.is(said(read('role1-2022', 'NetworkInterface.NotFound: eni-1')), 'likely')
  assert.is(said(read('role1-2022', 'AttachmentNotFoundException: 404')), 'gone')
  assert.not(said(read('role1-2022', 'NoSuchEntity: role1'), 'Instance'))
})

test('a logical volume by its group and name, and an id in a JSON of an error', () => {
  const said = (fact: string, kind: string, ...names: readonly string[]) =>
    goneAs({ fact, source: '' }, { name: names[0]!, kind, names })
  assert.is(said('Failed to find logical volume "lvmvg/pvc-6f3e"', 'LVMVolume', 'pvc-6f3e'), 'gone')
  assert.not(said('Failed to find logical volume "lvmvg/pvc-6f3e-snap"', 'LVMVolume', 'pvc-6f3e') === 'gone')
  const json = '{"code":"ErrorClusterNotFound","message":"cluster c0ffee123 not found"}'
  assert.is(said(json, 'VirtualCluster', 'vc', 'c0ffee123'), 'likely')
  assert.is(said(json, 'VirtualCluster', 'vc'), undefined)
})

test('with the kind before its own name it likely is, whatever else the error tells; an id may follow a type', () => {
  const said = (fact: string, kind: string, name: string, ...ids: readonly string[]) =>
    goneAs({ fact, source: '' }, { name, kind, names: [name, ...ids] })
  const temporal = 'can\'t delete "default" namespace: execution error: namespace default is not found: (type: X)'
  assert.is(said(temporal, 'TemporalNamespace', 'default'), 'likely')
  assert.is(said('execution error: namespace other is not found', 'TemporalNamespace', 'default'), undefined)
  assert.is(said('execution error: default is not found', 'TemporalNamespace', 'default'), undefined)
  assert.is(
    said('Status: 500: templateinstances.example.com "aca-9" not found', 'ServiceInstance', 'a', 'aca-9'),
    'gone',
  )
  assert.is(said('serviceinstances.example.com "aca-9" not found', 'ServiceInstance', 'a', 'aca-9'), 'perhaps')
  assert.is(said('Status: 500: secrets.example.com "aca-9" not found', 'ServiceInstance', 'a', 'aca-9'), undefined)
})

test('thousands of objects that the same error does not name take no time', () => {
  const { user } = process.cpuUsage()
  for (let index = 0; index < 20_000; index++)
    assert.not(saysItIsGone({ fact: 'the bucket is not empty', source: '' }, called(`object-${index}`)))
  assert.ok(process.cpuUsage().user - user < 2e6)
})

test('that it could not be found, with more behind its name, may be of a part, or of a look that failed', () => {
  const said = (fact: string) => goneAs({ fact, source: '' }, called('photos'))
  assert.is(said('unable to find bucket photos'), 'gone')
  for (const more of [' owner', ' backup plan', ' (3 objects left)', ' because the server is busy', ': rate limited'])
    assert.is(said(`could not find photos${more}`), 'perhaps', more)
  assert.is(said('bucket photos could not be found because the server is busy'), 'perhaps')
})

test('that something is not there may be a part of it, and is no means by which its controller works', () => {
  const said = (fact: string, kind: string, ...ids: readonly string[]) =>
    goneAs({ fact, source: '' }, { name: 'dev', kind, names: ['dev', ...ids] })
  // kubernetes-sigs/cluster-api-provider-cloudstack#344, cluster-api-provider-azure#563, cluster-api-provider-gcp#345
  const stack = 'CloudStack API error 431 (X: 4350): Unable to find affinity group by specified id: '
  assert.is(said(`${stack}4f1c-aa`, 'CloudStackAffinityGroup', '4f1c-aa'), 'gone')
  assert.is(said(`${stack}4f1c-bb`, 'CloudStackAffinityGroup', '4f1c-aa'), 'perhaps')
  assert.is(said(`Status=404 Message="Resource group 'dev-rg' could not be found."`, 'AzureCluster'), 'perhaps')
  const group = "removing cluster [a]: GroupsClient: StatusCode=404: Resource group 'dev-rg' could not be found."
  assert.is(said(group, 'AKSClusterConfig'), 'perhaps', 'rancher/rancher#36583: whatever else the error tells')
  const rule = "failed to delete forwarding rule: Error 404: The resource 'projects/p/global/rules/a' was not found"
  assert.is(said(rule, 'GCPCluster'), 'perhaps')
  for (const means of ['project shop', 'credentials', 'the API', 'file a', 'secret a'])
    assert.is(said(`${means} could not be found`, 'GCPCluster'), undefined, means)
  assert.is(said('bucket is not empty', 'GCPCluster'), undefined)
})

test.run()
