import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { naming } from '../../src/statements/log/names.ts'
import type { Sought } from '../../src/statements/log/names-in-words.ts'
import { namesAnother, namesSome } from '../../src/statements/log/other-names.ts'
import { readLog } from '../../src/statements/log/read-log.ts'

const test = suite('the loggers that controllers use')

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

interface Form {
  /** Who writes lines so. */
  readonly source: string
  readonly level: string | undefined
  readonly line: string
}

/** An error about Bucket shop/a as each logger writes it, and the level where that is another. */
// biome-ignore format: a table is read by its columns
const FORMS: readonly Form[] = [
  { source: 'uber-go/zap: JSON', level: 'error', line: '{"level":"error","ts":1602138980.3,"msg":"cannot delete","error":"denied","Bucket":{"name":"a","namespace":"shop"}}' },
  { source: 'uber-go/zap:zapcore/level.go, V(2)', level: 'debug', line: '{"level":"Level(-2)","ts":1602138980.3,"msg":"could not delete: denied","Bucket":{"name":"a","namespace":"shop"}}' },
  { source: 'uber-go/zap:zapcore/level.go, CapitalString', level: 'debug', line: '2026-06-12T10:00:00Z\tLEVEL(-2)\tbuckets\tdenied\t{"bucket": "shop/a"}' },
  { source: 'uber-go/zap: levels as numbers', level: 'debug', line: '{"level":-2,"ts":1602138980.3,"msg":"denied","key":"shop/a"}' },
  { source: 'go-logr/logr:funcr/funcr.go, V(0)', level: 'info', line: '{"logger":"buckets","level":0,"msg":"denied","key":"shop/a"}' },
  { source: 'sirupsen/logrus:text_formatter.go', level: 'error', line: 'time="2026-06-12T10:00:00Z" level=error msg="cannot delete" error=denied bucket=shop/a' },
  { source: 'sirupsen/logrus:text_formatter.go, on a terminal', level: 'error', line: 'ERRO[0012] cannot delete                                 bucket=shop/a error=denied' },
  { source: 'rs/zerolog:console.go', level: 'error', line: '2026-06-12T10:00:00Z ERR cannot delete error="denied" bucket=shop/a' },
  { source: 'log/slog: TextHandler', level: 'error', line: 'time=2026-06-12T10:00:00Z level=ERROR msg="cannot delete" err=denied key=shop/a' },
  { source: 'log/slog: Level.String', level: 'debug', line: '{"time":"2026-06-12T10:00:00Z","level":"DEBUG-4","msg":"denied","key":"shop/a"}' },
  { source: 'kubernetes/klog: ErrorS', level: 'error', line: 'E0612 10:00:00.0 1 c.go:1] "cannot delete" err="denied" bucket="shop/a"' },
  { source: 'nolar/kopf: text', level: 'error', line: '[2026-06-12 10:00:00,1] kopf.objects         [ERROR   ] [shop/a] denied' },
  { source: 'nolar/kopf: JSON', level: 'error', line: '{"message":"denied","object":{"apiVersion":"storage.example.com/v1","kind":"Bucket","name":"a","namespace":"shop"},"severity":"error"}' },
  { source: "operator-framework/java-operator-sdk, by Quarkus' JSON", level: 'error', line: '{"loggerName":"io.x.Y","level":"ERROR","message":"cannot delete","mdc":{"resource.name":"a","resource.namespace":"shop"},"exception":{"refId":1,"message":"denied"}}' },
  { source: 'operator-framework/java-operator-sdk, by Quarkus', level: 'error', line: "2026-06-12 10:00:00,1 ERROR [a.b.C] (ReconcilerExecutor-bucketreconciler-6) denied{ id: ResourceID{name='a', namespace='shop'}}" },
  { source: 'apache/flink-kubernetes-operator: log4j', level: 'error', line: '2026-06-12 10:00:00,123 o.a.f.k.o.c.FlinkController    [ERROR][shop/a] denied' },
  { source: 'operator-framework/ansible-operator-plugins', level: 'error', line: '{"level":"error","logger":"logging_event_handler","msg":"","name":"a","namespace":"shop","gvk":"storage.example.com/v1, Kind=Bucket","error":"denied"}' },
  { source: 'tokio-rs/tracing: text, kube-rs/kube', level: 'error', line: '2026-06-12T10:00:00.000000Z ERROR reconciling object{object.ref=Bucket.v1.storage.example.com/a.shop object.reason=x}: controller: denied' },
  { source: 'tokio-rs/tracing: JSON, kube-rs/kube', level: 'error', line: '{"timestamp":"2026-06-12T10:00:00Z","level":"ERROR","fields":{"message":"cannot delete","error":"denied"},"target":"x::y","span":{"object.ref":"Bucket.v1.storage.example.com/a.shop","name":"reconciling object"}}' },
  { source: 'elastic/cloud-on-k8s: Elastic Common Schema', level: 'error', line: '{"log.level":"error","log.logger":"bucket-controller","message":"cannot delete","error":"denied","namespace":"shop","bucket_name":"a"}' },
  { source: 'dotnet/runtime: JsonConsoleFormatter', level: 'error', line: '{"EventId":0,"LogLevel":"Error","Category":"Operator","Message":"cannot delete shop/a","Exception":"System.Exception: denied"}' },
  { source: 'open-telemetry/opentelemetry-specification: logs data model', level: 'error', line: '{"severityText":"ERROR","body":"cannot delete shop/a: denied"}' },
  { source: 'pinojs/pino-std-serializers', level: 'error', line: '{"level":50,"time":1602138980310,"msg":"cannot delete","err":{"type":"Error","message":"denied"},"bucket":"shop/a"}' },
  { source: "Python's logging", level: 'error', line: 'ERROR:root:cannot delete shop/a: denied' },
  { source: 'argoproj/argo-cd:util/log, GetAppLog', level: 'error', line: 'level=error msg=denied app-namespace=shop app-qualified-name=shop/a application=a' },
  { source: 'an object called by its kind in one value', level: 'error', line: '{"level":"error","msg":"denied","item":"Bucket shop/a"}' },
  { source: 'the same, by its type', level: 'error', line: '{"level":"error","msg":"denied","resource":"storage.example.com/v1, Kind=Bucket, shop/a"}' },
  { source: 'keys called after the kind', level: 'error', line: '{"level":"error","msg":"denied","bucketName":"a","bucketNamespace":"shop","namespace":"system"}' },
  { source: 'NamespacedKey', level: 'error', line: '{"level":"error","msg":"denied","NamespacedKey":"shop/a"}' },
]

test('give the level, the object and what is wrong', () => {
  for (const { line, level, source } of FORMS) {
    const read = readLog([{ text: line }])[0]!
    assert.equal([read.level, naming(bucket)(read)], [level, true], source)
    assert.ok(`${read.message} ${read.error}`.includes('denied'), source)
  }
})

test('of .NET has what it says below the level', () => {
  const [line, ...none] = readLog([{ text: 'fail: Operator[0]' }, { text: '      cannot delete shop/a: denied' }])
  assert.equal([line!.level, naming(bucket)(line!), none.length], ['error', true, 0])
})

test('name no other object by a module of Rust or a span', () => {
  const span = '"target":"x::y","span":{"name":"reconciling object"}'
  assert.not.ok(namesSome(readLog([{ text: `{"level":"ERROR","fields":{"message":"x"},${span}}` }])[0]!))
})

test('name no namesake of another kind in a record, nor one called after a kind beside another object', () => {
  for (const text of [
    '{"msg":"x","object":{"kind":"Queue","name":"a","namespace":"shop"}}',
    '{"msg":"x","name":"claim","namespace":"shop","bucketName":"a"}',
    '{"msg":"x","item":"Queue shop/a"}',
    '{"msg":"x","item":"Bucket workshop/a"}',
  ])
    assert.not.ok(naming(bucket)(readLog([{ text }])[0]!), text)
})

test('name another object in words: one of its kind, or of another namespace, and not what it may need itself', () => {
  const isOther = (text: string) => namesAnother(readLog([{ text: `E0612 10:00:00.0 1 c.go:1] ${text}` }])[0]!, bucket)
  for (const text of [
    'syncing Bucket shop/b: denied',
    'queue "other/b" is stuck',
    'Bucket.storage.example.com other/a',
  ])
    assert.ok(isOther(text), text)
  for (const text of [
    'bucket shop/a: denied',
    'secret shop/b not found',
    'reading /buckets/b/c',
    'cloud other/b is down',
  ])
    assert.not.ok(isOther(text), text)
})

test.run()
