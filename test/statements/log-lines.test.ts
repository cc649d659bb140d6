import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { LogLine } from '../../src/statements/log/line.ts'
import { readLog } from '../../src/statements/log/read-log.ts'

const test = suite('lines of a log')

function read(...texts: readonly string[]): readonly LogLine[] {
  return readLog(texts.map(text => ({ text })))
}

function one(text: string): LogLine {
  const lines = read(text)
  assert.is(lines.length, 1)
  return lines[0]!
}

test('in JSON of zap, logrus, slog, zerolog, pino and hclog give the same parts', () => {
  const all = [
    '{"level":"error","ts":1602138980.31,"logger":"buckets","msg":"cannot delete","error":"denied","name":"a"}',
    '{"level":"error","msg":"cannot delete","error":"denied","time":"2020-10-08T06:36:20.31Z","name":"a"}',
    '{"time":"2020-10-08T06:36:20.31Z","level":"ERROR","msg":"cannot delete","err":"denied","name":"a"}',
    '{"level":"error","message":"cannot delete","error":"denied","time":"2020-10-08T06:36:20.31Z","name":"a"}',
    '{"level":50,"time":1602138980310,"msg":"cannot delete","err":"denied","name":"a"}',
    '{"@level":"error","@message":"cannot delete","@timestamp":"2020-10-08T06:36:20.31Z","error":"denied","name":"a"}',
  ]
  for (const text of all) {
    const { level, message, error, fields, at } = one(text)
    assert.equal(
      { level, message, error, at, name: fields.get('name') },
      {
        level: 'error',
        message: 'cannot delete',
        error: 'denied',
        at: Date.parse('2020-10-08T06:36:20.31Z'),
        name: 'a',
      },
    )
  }
})

test('of klog have a value of several lines whole, and the pairs behind it', () => {
  const [line, next, ...none] = read(
    'E1129 06:00:00.123456       1 controller.go:324] "Reconciler error" err=<',
    '\tfailed to delete ports: got 409 instead',
    '\t{"NeutronError": {"type": "PortInUseAsTrunkParent"}}',
    ' > controller="openstackcluster" OpenStackCluster="shop/a" output=<',
    '\tone',
    ' >',
    'I1129 06:00:01.123456       1 controller.go:1] "Next"',
  )
  assert.equal(
    [line!.message, line!.error, line!.fields.get('OpenStackCluster'), line!.fields.get('output')],
    [
      'Reconciler error',
      'failed to delete ports: got 409 instead {"NeutronError": {"type": "PortInUseAsTrunkParent"}}',
      'shop/a',
      'one',
    ],
  )
  assert.equal([next!.message, none.length], ['Next', 0])
  const [cut] = read('E1129 06:00:00.123456       1 controller.go:324] "Reconciler error" err=<', '\tdenied')
  assert.is(cut!.error, 'denied')
})

test('have what stands indented under an error, which a stack trace is not', () => {
  const [line] = read('level=error msg="2 errors occurred:"', '  * bucket a is not empty', '\t* denied', '')
  assert.is(line!.message, '2 errors occurred: * bucket a is not empty * denied')
  const [traced] = read(
    '2026-11-29T06:00:00Z\tERROR\tcannot delete\t{"error": "denied"}',
    'example.com/pkg.(*Reconciler).Reconcile',
    '\t/go/pkg/reconciler.go:12',
  )
  assert.equal([traced!.message, traced!.hasStack], ['cannot delete', true])
})

test('of Python have the last error of a chain, of Java the first with what it comes of', () => {
  const [line, next] = read(
    '[2026-11-29 06:00:00,1] kopf.objects         [ERROR   ] [shop/a] Throttling due to an unexpected error:',
    'Traceback (most recent call last):',
    '  File "/usr/kopf/errors.py", line 133, in check_response',
    'aiohttp.client_exceptions.ClientResponseError: 422',
    '',
    'The above exception was the direct cause of the following exception:',
    '',
    'Traceback (most recent call last):',
    '  File "/usr/kopf/effects.py", line 200, in throttled',
    'kopf.clients.errors.APIError: no new finalizers can be added',
    '[2026-11-29 06:00:01,1] kopf.objects         [INFO    ] [shop/b] Done',
  )
  assert.equal(
    [line!.error, next!.message],
    ['kopf.clients.errors.APIError: no new finalizers can be added', '[shop/b] Done'],
  )
  const [java] = read(
    '2026-11-29 06:00:00,1 ERROR [com.example.Buckets] (main) Cleanup failed',
    'java.lang.RuntimeException: cannot delete: java.io.IOException: denied',
    '\tat com.example.Buckets.delete(Buckets.java:216)',
    'Caused by: java.io.IOException: denied',
    'Caused by: java.net.ConnectException',
    '\t... 10 more',
  )
  const { message, error, logger } = java!
  assert.equal(
    [logger, message, error],
    [
      'com.example.Buckets',
      'Cleanup failed',
      'java.lang.RuntimeException: cannot delete: java.io.IOException: denied Caused by: java.net.ConnectException',
    ],
  )
})

test('have records as fields with the path of each name', () => {
  const { fields } = one('{"msg":"x","Bucket":{"name":"a","namespace":"shop"},"tags":["b"],"n":3}')
  assert.equal(
    [...fields],
    [
      ['Bucket.name', 'a'],
      ['Bucket.namespace', 'shop'],
      ['tags', '["b"]'],
      ['n', '3'],
    ],
  )
})

test('of klog have a message as it is, a quoted one with pairs, or that of klogr', () => {
  const plain = one('E0612 10:00:00.123456       1 controller.go:114] error syncing "shop/a": denied')
  assert.equal([plain.level, plain.message], ['error', 'error syncing "shop/a": denied'])
  const quoted = one(
    'I1006 12:04:54.376685      11 store.go:436] "Ignoring ingress because of error" ingress="s12/wrong" error="no object \\"x\\""',
  )
  assert.equal(
    [quoted.level, quoted.message, quoted.error, quoted.fields.get('ingress')],
    ['info', 'Ignoring ingress because of error', 'no object "x"', 's12/wrong'],
  )
  const said = '"KlusterletCleanupController" controller failed to sync "detached", err: secrets "kubeconfig" not found'
  const library = one(`E1117 20:51:47.390000       1 base_controller.go:270] ${said}`)
  assert.equal([library.level, library.message], ['error', said])
  assert.is(one('I1117 20:51:47.390000       1 a.go:2] "Reconciled"').message, 'Reconciled')
  const klogr = one(
    'I1117 14:10:13.788408       1 rootsync_controller.go:376] controllers/RootSync "msg"="Deleting managed objects" "sync"="config/root-sync"',
  )
  assert.equal(
    [klogr.logger, klogr.message, klogr.fields.get('sync')],
    ['controllers/RootSync', 'Deleting managed objects', 'config/root-sync'],
  )
})

test('of capnslog have a letter for the level', () => {
  const line = one('2026-11-29 09:14:44.328094 E | ceph-block-pool-controller: failed to delete pool "a"')
  assert.equal(
    [line.level, line.message, line.at],
    ['error', 'ceph-block-pool-controller: failed to delete pool "a"', Date.parse('2026-11-29T09:14:44Z')],
  )
  assert.is(one('2026-11-29 09:14:44.328094 I am here | or not').level, undefined)
})

test('of the console of zap have a logger, a caller, a message and a record behind it', () => {
  const line = one(
    '1.7105266916204755e+09\t\u001b[31mERROR\u001b[0m\tcontroller.dataset\tReconciler error\t{"reconciler kind": "Dataset", "name": "a", "namespace": "b", "error": "denied"}',
  )
  assert.equal(
    [line.level, line.logger, line.message, line.error],
    ['error', 'controller.dataset', 'Reconciler error', 'denied'],
  )
  assert.is(line.fields.get('namespace'), 'b')
  const titled = one(
    '2026-06-12T10:00:00Z\tINFO\tDelete Module\t{"module": "b/a", "msg": "got destroy run status: done"}',
  )
  assert.is(titled.message, 'Delete Module: got destroy run status: done')
  const bare = one('2026-06-12T10:00:00.000Z\tINFO\tsetup/main.go:12\tstarting manager')
  assert.equal([bare.logger, bare.message, bare.at], ['', 'starting manager', Date.parse('2026-06-12T10:00:00Z')])
})

test('of pairs alone are logfmt, with quoted values and records in them', () => {
  const line = one(
    'time="2026-06-12T10:00:00Z" level=error msg="cannot delete" error="a: \\"b\\"" backup=velero/a o={"name":"x"}',
  )
  assert.equal(
    [line.level, line.message, line.error, line.fields.get('backup'), line.fields.get('o.name')],
    ['error', 'cannot delete', 'a: "b"', 'velero/a', 'x'],
  )
})

test('of any other form have a level, a time and a logger where they stand before the message', () => {
  const kopf = one("[2026-06-12 10:00:00,123] kopf.objects         [ERROR   ] [shop/a] Handler 'delete' failed")
  assert.equal([kopf.level, kopf.logger, kopf.message], ['error', 'kopf.objects', "[shop/a] Handler 'delete' failed"])
  const java = one('2026-06-12 10:00:00 WARN  AbstractOperator:532 - Reconciliation #1(timer) Kafka(shop/a): Failed')
  assert.equal(
    [java.level, java.message],
    ['warn', 'AbstractOperator:532 - Reconciliation #1(timer) Kafka(shop/a): Failed'],
  )
  const tail = one('2026/06/12 10:00:00 cannot delete {"name":"a"}')
  assert.equal([tail.level, tail.message, tail.fields.get('name')], [undefined, 'cannot delete', 'a'])
})

test('that are a stack trace belong to the line before them', () => {
  const go = read(
    '2026-06-12T10:00:00Z\tERROR\tReconciler error\t{"name": "a"}',
    'sigs.k8s.io/controller-runtime/pkg/internal/controller.(*Controller).processNextWorkItem',
    '\t/go/pkg/mod/sigs.k8s.io/controller-runtime@v0.11.0/pkg/internal/controller/controller.go:266',
    '2026-06-12T10:00:01Z\tINFO\tnext',
  )
  assert.equal(
    go.map(({ message, hasStack }) => [message, hasStack]),
    [
      ['Reconciler error', true],
      ['next', false],
    ],
  )
  const panic = read(
    'panic: runtime error: index out of range',
    '',
    'goroutine 1 [running]:',
    'main.main()',
    '\t/app/main.go:7 +0x1d',
    'exit status 2',
  )
  assert.equal(
    panic.map(({ message, level, hasStack }) => [message, level, hasStack]),
    [['panic: runtime error: index out of range', 'error', true]],
  )
  const python = read(
    '2026-06-12 10:00:00 ERROR failed',
    'Traceback (most recent call last):',
    '  File "a.py", line 1, in b',
    'KeyError: c',
  )
  assert.equal(
    python.map(({ error, hasStack }) => [error, hasStack]),
    [['KeyError: c', true]],
  )
  const raised = read(
    "[2026-06-12 10:00:00,123] kopf.objects         [ERROR   ] [shop/a] Handler 'on_delete' failed with an exception. Will retry.",
    'Traceback (most recent call last):',
    '  File "a.py", line 1, in b',
    're.error: nothing to repeat at position 0',
    'kopf.reactor: next',
    '2026-06-12 10:00:00 ERROR failed',
    'Traceback (most recent call last):',
    '  File "a.py", line 1, in b',
    'kubernetes.client.exceptions.ApiException: (404)',
    'Reason: Not Found',
    'HTTP response headers: HTTPHeaderDict({})',
    'HTTP response body: secrets "a" not found',
  )
  assert.equal(
    raised.map(({ error, message }) => error || message),
    [
      're.error: nothing to repeat at position 0',
      'kopf.reactor: next',
      'kubernetes.client.exceptions.ApiException: (404) Reason: Not Found HTTP response body: secrets "a" not found',
    ],
  )
  const java = read(
    '2026-06-12 10:00:00 ERROR failed',
    'java.lang.IllegalStateException: gone',
    '\tat a.B.c(B.java:1)',
    'Caused by: java.io.IOException',
  )
  assert.equal(
    java.map(({ error, hasStack }) => [error, hasStack]),
    [['java.lang.IllegalStateException: gone Caused by: java.io.IOException', true]],
  )
})

test('have no stack trace in the middle of a message, and what was thrown stays', () => {
  const of = (msg: string) => one(JSON.stringify({ level: 'error', msg })).message
  assert.is(
    of('panic: nil pointer\ngoroutine 187 [running]:\nmain.main()\n\t/app/main.go:9 +0x5e'),
    'panic: nil pointer',
  )
  assert.is(of('not found\na/b.(*C).D\n\t/app/c.go:49\ncannot get Service'), 'not found\ncannot get Service')
  assert.is(of('Failed\n\tat io.x.Y.z(Y.java:1)\nCaused by: io.x.Failure: denied'), 'Failed\nio.x.Failure: denied')
  const python =
    'Handler failed\nTraceback (most recent call last):\n  File "a.py", line 1, in b\nValueError: no such id'
  assert.is(of(python), 'Handler failed\nValueError: no such id')
  for (const whole of ['terraform failed:\nexit status 1\nError: not empty', 'a\nsee docs.example.com\n\tfor more'])
    assert.is(of(whole), whole)
})

test('have the time of who kept them, whatever they say themselves', () => {
  const at = Date.parse('2026-06-12T10:00:00Z')
  assert.is(readLog([{ at, text: '{"msg":"x","ts":"2030-01-01T00:00:00Z"}' }])[0]!.at, at)
})

test('that are hostile are read as far as a line goes, and in a moment', () => {
  const deep = `{"msg":"x",${'"a":{'.repeat(5000)}${'}'.repeat(5000)}}`
  const many = `{"msg":"x",${Array.from({ length: 1000 }, (_, i) => `"k${i}":"v"`).join()}}`
  assert.ok(one(many).fields.size <= 64)
  const texts = [
    deep,
    '"'.repeat(100_000),
    'a='.repeat(50_000),
    '\t'.repeat(100_000),
    '{"'.repeat(50_000),
    '\\"'.repeat(50_000),
    'E0612 10:00:00 '.repeat(9000),
    `panic: ${'('.repeat(100_000)}`,
    'x.'.repeat(60_000),
    '{"level":"error"}',
    '',
    '\u0000\u001b[31m',
  ]
  const before = process.cpuUsage()
  for (const text of texts) assert.ok(read('error: x', text).length <= 2)
  const { user } = process.cpuUsage(before)
  assert.ok(user < 2_000_000, String(user))
  assert.is(one(`error: ${'x'.repeat(1_000_000)}`).message.length < 20_000, true)
})

test('have their error in the annotation of a record of where it passed (giantswarm/aws-operator#2468)', () => {
  const stack = JSON.stringify({ kind: 'unknown', annotation: 'stores.example.com "b" not found' })
  const { message, error } = one(JSON.stringify({ level: 'error', message: 'failed to reconcile', stack }))
  assert.equal({ message, error }, { message: 'failed to reconcile', error: 'stores.example.com "b" not found' })
  assert.is(one('{"level":"error","message":"failed","stack":"main.go:1"}').error, '')
})

test('have their error in the frames of a stack (giantswarm/cluster-operator#387)', () => {
  const stack =
    '[{/go/src/a.io/certs/searcher.go:88: waiting secrets, selector = "id=a"} {/go/b.go:1: } {timeout error}]'
  const { error } = one(JSON.stringify({ level: 'error', message: 'stop reconciliation due to error', stack }))
  assert.is(error, 'waiting secrets, selector = "id=a": timeout error')
})

test('of Ansible say in the result of a task why it failed, directly after what names the object (ansible/awx-operator#1003)', () => {
  const lines = read(
    '{"level":"error","msg":"","name":"a","namespace":"b","error":"[playbook task failed]"}',
    '',
    '--------------------------- Ansible Task Status Event StdOut  -----------------',
    '',
    'fatal: [localhost]: FAILED! => {"changed": false, "msg": "no attribute \'dir\'", "invocation": {"name": "c"}}',
    '',
    '-------------------------------------------------------------------------------',
    '{"level":"error","msg":"Reconciler error","name":"a","namespace":"b","error":"event runner on failed"}',
  )
  assert.is(lines.length, 3)
  const { level, message, error, fields } = lines[1]!
  assert.equal([level, message, error], ['error', 'fatal: [localhost]: FAILED! =>', "no attribute 'dir'"])
  assert.is(fields.size, 0)
})

test('of Ansible keep the reason, and where in the playbook that is goes with it', () => {
  const lines = read(
    "ERROR! the role 'a' was not found in /opt/ansible/roles",
    '',
    "The error appears to be in '/opt/ansible/playbook.yml': line 3, column 5, but may",
    'be elsewhere in the file depending on the exact syntax problem.',
    '',
    'The offending line appears to be:',
    '',
    '    - a',
    '      ^ here',
    'failed: [localhost] (item=b) => {"item": "b", "msg": "forbidden"}',
    'fatal: [localhost]: FAILED! => {"module_stderr": "Traceback (most recent call last):\\n  File \\"x\\"\\nValueError: no", "msg": "MODULE FAILURE"}',
  )
  assert.equal(
    lines.map(({ level, message, error }) => [level, error || message]),
    [
      ['error', "the role 'a' was not found in /opt/ansible/roles"],
      ['error', 'forbidden'],
      ['error', 'MODULE FAILURE\nValueError: no'],
    ],
  )
})

test.run()
