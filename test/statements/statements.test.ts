import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { conditionsOf } from '../../src/statements/conditions.ts'
import { readReport } from '../../src/statements/events.ts'
import { toldMissing } from '../../src/statements/named-missing.ts'
import { statusFieldsOf } from '../../src/statements/status-fields.ts'
import { passesOver, says } from '../../src/statements/wording.ts'

const test = suite('what an object says of itself')

function meanings(status: unknown): readonly string[] {
  const object = { apiVersion: 'example.com/v1', kind: 'Lake', metadata: { name: 'a', uid: 'u' }, status }
  const whole = object as unknown as KubeObject
  return [...conditionsOf(whole), ...statusFieldsOf(whole)].map(({ means, about }) => `${means} ${about}`)
}

/** The meaning of one condition: type, status, reason, message. */
function condition(type: string, status?: unknown, reason?: string, message?: string): readonly string[] {
  return meanings({ conditions: [{ type, ...(status !== undefined && { status }), reason, message }] })
}

test('errors of a command that failed, and of those in a list that say they failed, are read', () => {
  const stderr = 'Error: Get "https://api.example.com:6443": i/o timeout'
  assert.equal(meanings({ deploy: { exitCode: 1, stderr } }), ['failing work'])
  assert.equal(meanings({ deploy: { exitCode: 0, stderr } }), [])
  const parts = [{ runs: [{ success: false, error: 'no such process: failed' }] }, { state: 'Running', error: 'late' }]
  assert.equal(meanings({ parts: [{ state: 'Error', runs: parts[0]!.runs }, parts[1]] }), ['told work'])
  assert.equal(meanings({ phase: 'Destroying', parts: [{ state: 'Error', ...parts[0] }] }), [
    'deleting state',
    'failing work',
  ])
  assert.equal(meanings({ phase: 'Destroying', history: [{ state: 'Error', ...parts[0] }] }), ['deleting state'])
})

test('the phase of a clean-up is read in any part of a status', () => {
  assert.equal(meanings({ planStatus: { cleanup: { status: 'FATAL_ERROR' } } }), ['failing state'])
  assert.equal(meanings({ planStatus: { deploy: { status: 'FATAL_ERROR' } } }), [])
})

test('a condition is read by the polarity of its type', () => {
  const cases: readonly [Parameters<typeof condition>, readonly string[]][] = [
    [['Ready', 'False', 'DeleteFailed', 'x'], ['failing state']],
    [['Ready', 'False', 'Denied', 'BucketNotEmpty'], ['failing state']],
    [['Ready', 'True', 'DeleteFailed', ''], []],
    [['Ready', 'False', 'Provisioning', 'creating a machine'], ['unwell state']],
    [['Ready', 'Unknown', 'E', 'connection refused'], ['failing state']],
    [['Ready', 'Unknown', '', ''], ['unwell state']],
    [['ACK.Recoverable', 'True', '', 'DependencyViolation: vpc'], ['failing work']],
    [['ACK.Terminal', 'True', '', 'key is pending deletion for 30 days'], ['failing work']],
    [['ACK.Terminal', 'False'], []],
    [['Stalled', 'True', 'X', 'y'], ['failing work']],
    [['Degraded', 'True', 'X', 'y'], ['failing state']],
    [['Degraded', 'False', 'DeleteFailed', ''], []],
    [['Failing', 'True', '', ''], ['failing work']],
    [['ReconcileError', 'True', '', ''], ['failing work']],
    [['CertificateRevocationFailed', 'True', '', ''], ['failing work']],
    [['DeletionIsBlocked', 'True', 'ObjectHasDependents', ''], ['failing work']],
    [['DeletionIsBlocked', 'False', 'ObjectHasNoDependents', ''], []],
    [['DeletionBlocked', 'True', '', ''], ['failing work']],
    [['Synced', 'False', 'ReconcileError', 'cannot get credentials'], ['failing work']],
    [['Synced', 'False', 'ReconcilePaused', 'Reconciliation is paused'], ['unwell work']],
    [['Succeeded', 'False', 'Failed', 'exit 1'], ['failing outcome']],
    [['Failed', 'True', '', ''], ['failing outcome']],
    [['OrphanedResourceWarning', undefined, undefined, 'error'], []],
    [['DeletionError', undefined, undefined, 'cluster not found'], ['failing work']],
    [['Progressing', 'False', 'AsExpected', 'nothing to do'], ['told state']],
    [['Obstructed', 'True', 'PeerOffline', 'peer is silent'], ['told state']],
    [['Obstructed', 'True', 'Peer', 'the call failed'], ['failing state']],
    [['RouteWithdrawn', 'False', 'PeerOffline', 'BGP peer 10.0.0.9 does not answer'], ['told state']],
    [['FlagRemoved', 'False', '', ''], ['told state']],
    [['Fatal', 'True', '', ''], ['told state']],
    [['Progressing', 'False', 'Timeout', 'deadline exceeded'], ['failing state']],
    [['Upgrading', 'True', 'UpgradeFailed', ''], ['failing state']],
    [['NodesHealthy', 'False', '', '1 of 3'], ['unwell state']],
    [['Ready', false, 'DeleteFailed'], ['failing state']],
    [['Stalled', true, 'X'], ['failing work']],
    [['Ready', 'Unknown', 'Progressing', "Running 'install' action with timeout of 30m0s"], ['unwell state']],
    [['Active', 'False', 'Terminating', "Can't admit new fish; lake is terminating"], ['deleting state']],
    [['Active', 'False', 'Terminating', "Can't admit new fish; pond is terminating"], ['failing state']],
    [['Ready', 'False', 'DeletionFailed', 'lake is being deleted: 3 volumes left'], ['failing state']],
    [['Synced', 'False', 'DeleteFailed', "can't delete: lake is being deleted"], ['failing work']],
  ]
  for (const [given, expected] of cases) assert.equal(condition(...given), expected, JSON.stringify(given))
})

test('what is not well because it is being deleted is deleting, and what it waits for is waiting', () => {
  const cases: readonly [Parameters<typeof condition>, readonly string[]][] = [
    [['Degraded', 'True', 'DeletionInProgress', 'Deletion in progress, waiting for 3 pods to go'], ['deleting state']],
    [['Ready', 'False', 'Deleting', ''], ['deleting state']],
    [['Ready', 'False', 'Terminating', 'uninstalling components'], ['deleting state']],
    [['Available', 'False', 'Uninstalling', ''], ['deleting state']],
    [['Ready', 'False', '', 'is being cleaned up'], ['deleting state']],
    [['Ready', 'False', 'Deleting', 'AccessDenied: s3:DeleteBucket'], ['failing state']],
    [['Ready', 'False', 'DeletionFailed', ''], ['failing state']],
    [['Ready', 'False', 'Deleting', 'deletion is paused'], ['waiting state']],
    [['Deleting', 'True', 'DrainingNode', 'Pod a/b: cannot evict, it would violate the budget'], ['waiting deletion']],
    [['Deleting', 'True', 'WaitingForVolumeDetach', 'pv-1'], ['waiting deletion']],
    [['Deleting', 'True', 'Deleting', 'Deleting 2 Machines'], ['deleting deletion']],
    [['Deleting', 'True', 'InternalError', 'see logs'], ['failing deletion']],
    [['Deleting', 'False', 'NotDeleting', ''], []],
  ]
  for (const [given, expected] of cases) assert.equal(condition(...given), expected, JSON.stringify(given))
})

test('fields of the status that tell an error, a text or a phase', () => {
  const cases: readonly [unknown, readonly string[]][] = [
    [{ error: { message: 'snapshot is in use', time: '2026-01-01T00:00:00Z' } }, ['failing work']],
    [{ lastError: 'no route to host' }, ['failing work']],
    [{ lastErrors: [{ description: 'quota exceeded', codes: ['X'] }] }, ['failing work']],
    [{ failureMessage: 'x', failureReason: 'y' }, ['failing work', 'failing work']],
    [{ errorMessage: '', lastError: 'None', errors: [], errorCount: 3 }, []],
    [{ state: 'pending', reason: 'Error cleaning up: Found no Zones for domain' }, ['failing work']],
    [{ reason: 'Waiting for propagation' }, ['waiting work']],
    [{ message: 'Reconciliation is paused' }, ['waiting work']],
    [{ phase: 'Running', message: 'all good' }, []],
    [{ phase: 'Deleting' }, ['deleting state']],
    [{ phase: 'Terminating', message: 'AccessDenied' }, ['failing state', 'failing work']],
    [{ phase: 'DeletionIsBlocked' }, ['failing state']],
    [{ phase: 'Failed', finishedAt: '2026-01-01T00:00:00Z', message: 'error' }, ['failing outcome', 'failing outcome']],
    [{ phase: 'Error', message: 'cannot delete the volume' }, ['failing state', 'failing work']],
    [{ lastOperation: { type: 'Delete', state: 'Error', description: 'x' } }, ['failing state']],
    [
      { lastOperation: { type: 'Delete', state: 'Processing', description: 'Deleting workers' } },
      ['deleting state', 'deleting work'],
    ],
    [{ lastOperation: { type: 'Delete', state: 'Succeeded', description: 'Successfully deleted' } }, ['told state']],
    [{ lastOperation: { type: 'Create', state: 'Succeeded', description: 'Successfully created' } }, []],
    [{ lastFailure: { code: 'E42', text: 'peer is silent', time: '2026-01-01T00:00:00Z' } }, ['told work']],
    [{ lastFailure: { code: 'E42', text: 'quota exceeded' } }, ['failing work']],
    [{ health: { problem: 'peer is silent', errorCount: 3 } }, ['told work']],
    [{ health: { state: 'Degraded', reason: 'peer is silent' } }, ['told state']],
    [{ health: { state: 'Healthy', reason: 'x' }, healthStatus: { code: 'x' } }, []],
    [{ deletion: { lastFailureReason: 'access denied' } }, ['failing work']],
    [{ health: { problem: 'none', problems: [] }, failureDomain: 'a' }, []],
    [{ conditions: { Ready: { status: 'False', reason: 'Denied' }, Odd: 'x' } }, ['failing state']],
    ['text', []],
    [undefined, []],
  ]
  for (const [status, expected] of cases) assert.equal(meanings(status), expected, JSON.stringify(status))
})

test('conditions of a second version of the API are read too, and odd ones break nothing', () => {
  const v1beta2 = { conditions: [{ type: 'Deleting', status: 'True', reason: 'DrainingNode', message: '' }] }
  assert.equal(meanings({ v1beta2, conditions: [null, 'x', {}, { type: 3 }, { type: 'Ready', status: 'False' }] }), [
    'unwell state',
    'waiting deletion',
  ])
  for (const type of ['', '\n', 'constructor'])
    assert.equal(meanings({ conditions: [{ type, status: 'False' }] }), ['told state'], JSON.stringify(type))
})

test('an event is dated by when it was last seen, in either form of the API', () => {
  const first = '2026-01-01T00:00:00Z'
  const last = '2026-01-02T00:00:00.000000Z'
  const metadata = { name: 'e', uid: 'e', creationTimestamp: first }
  const core = { metadata, involvedObject: { uid: 'u' }, reason: 'DeleteFailed', message: 'm', type: 'Warning' }
  const ways: readonly object[] = [
    { ...core, lastTimestamp: last, count: 29, source: { component: 'op' } },
    { ...core, eventTime: first, series: { count: 29, lastObservedTime: last }, reportingComponent: 'op' },
    {
      metadata,
      regarding: { uid: 'u' },
      reason: 'DeleteFailed',
      note: 'm',
      type: 'Warning',
      deprecatedFirstTimestamp: first,
      deprecatedLastTimestamp: last,
      deprecatedCount: 29,
      reportingController: 'op',
    },
  ]
  for (const way of ways) {
    const { uid, at, reporter, evidence } = readReport(way as KubeObject)
    assert.equal([uid, at, reporter], ['u', Date.parse(last), 'op'])
    assert.ok(evidence.fact.includes('(29 times): m'))
  }
})

test('a Normal event that says blocked, paused, skipped or waiting is no work, and one that says it failed is a failure', () => {
  const means = (reason: string, message: string) =>
    readReport({ metadata: {}, type: 'Normal', reason, message } as unknown as KubeObject).means
  assert.is(means('DisruptionBlocked', 'Cannot disrupt Node: pdb prevents pod evictions'), 'waiting')
  assert.is(means('ReconciliationPaused', 'Reconciliation is paused via the pause annotation'), 'waiting')
  assert.is(means('Skipped', 'skipping'), 'waiting')
  assert.is(means('Waiting', 'waiting on instance'), 'waiting')
  assert.is(means('DeleteFailed', 'x'), 'failing')
  assert.is(means('Emptying', '900 objects left'), 'working')
  assert.is(means('Deleted', 'load balancer, 0 errors'), 'working')
})

test('a Warning that says no more than that it is deleting is no error (longhorn/longhorn#6487)', () => {
  const means = (message: string) =>
    readReport({ metadata: {}, type: 'Warning', reason: 'Delete', message } as unknown as KubeObject).means
  assert.is(means('Deleting node web-1'), 'working')
  for (const message of ['Deleting node web-1: EOF', 'Deleting node web-1 failed', 'Deleting is blocked', 'node web-1'])
    assert.is(means(message), 'failing', message)
  assert.is(means('Syncing node web-1'), 'failing')
})

test('not found is passed over only where the work goes on without it; what is tried again, or does not go on, is an error', () => {
  const gone = [
    'services "web" not found, continuing with volume',
    'bucket does not exist, ignoring',
    'services "web" not found, continuing with volume, waiting for 2 pods',
    'vpc not found: nothing to delete',
  ]
  for (const text of gone) assert.equal([says('error', text), passesOver(text)], [false, true], text)
  const errors = [
    'secret "a" not found, continuing to retry',
    'secret "a" not found, continuing in 30s',
    'secret "a" not found, ignoring. Will try again',
    'secret "a" not found, going on to requeue',
    'secret "a" not found, continuing reconciliation',
    'secret "a" not found, continuing to wait',
    'secret "a" not found: nothing to do until it exists',
    'secret "a" not found and cannot be ignored',
    'secret "a" not found, not continuing with the volume',
    'secret "a" not found, create it before proceeding',
    'secret "a" not found. The volume is ignored',
    'secret "a" not found, continuing; failed to delete volume',
  ]
  for (const text of errors) assert.ok(says('error', text), text)
  for (const text of errors.slice(0, -1)) assert.not.ok(passesOver(text), text)
})

test('a name right behind the type of another product is of that type (kubernetes-sigs/cluster-api-provider-vsphere#622)', () => {
  const told = (text: string, kind?: string) => toldMissing('vm-4821', [{ fact: text, source: 'logs' }], kind)
  const gone = "failed to get properties: 'vim.VirtualMachine:vm-4821' has already been deleted"
  assert.is(told(gone, 'Machine'), undefined)
  assert.is(told(gone), undefined)
  assert.ok(told(gone, 'VirtualMachine'))
  assert.ok(told(`${gone}: machine vm-4821 not found`, 'Machine'))
  assert.ok(told('Machine:vm-4821 not found', 'Machine'))
})

test.run()
