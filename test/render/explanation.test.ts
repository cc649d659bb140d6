import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectRef } from '../../src/api/object-ref.ts'
import { graphOfObjects } from '../../src/diagnosis/graph.ts'
import { formatCauses, formatExplanation } from '../../src/render/explanation.ts'
import { CLOSE_UP, type ExplanationStyle, OVERVIEW } from '../../src/render/explanation-style.ts'
import { createPaint } from '../../src/render/paint.ts'
import type { Cause, ExplainedObject, Explanation, WaitReason } from '../../src/render/words/explanation.ts'

const test = suite('explanation')

const HOUR = 3600
const DAY = 24 * HOUR

function ref(kind: string, name: string, namespace?: string): ObjectRef {
  const resource = `${kind.toLowerCase()}s`
  return { apiVersion: 'v1', kind, resource, ...(namespace && { namespace }), name, uid: `${kind}/${name}` }
}

function object(
  it: ObjectRef,
  age: number | undefined,
  finalizers: readonly string[],
  waits: readonly [WaitReason, ObjectRef][] = [],
  more: Partial<ExplainedObject> = {},
): ExplainedObject {
  return {
    ref: it,
    ...(age !== undefined && { deletionTimestamp: '2026-01-01T00:00:00Z', ageSeconds: age }),
    verdict: 'stuck',
    finalizers: finalizers.map(name => ({ name, field: it.kind === 'Namespace' ? 'spec' : 'metadata' })),
    owners: [],
    waitingFor: waits.map(([reason, target]) => ({ reason, ref: target })),
    causes: ['one'],
    ...more,
  }
}

const CAUSE: Cause = {
  id: 'one',
  code: 'ControllerMissing',
  verdict: 'stuck',
  subject: { kind: 'CustomResourceDefinition', name: 'buckets.example.com' },
  finalizer: 'example.com/bucket',
  summary: 'No running controller removes finalizer example.com/bucket: its operator was uninstalled some days ago.',
  evidence: [
    { fact: 'Helm release objectstore/operator is gone, its CRDs were kept in the cluster', source: 'secrets' },
    { fact: 'last written by manager "bucket-operator" 6d ago', source: 'managedFields' },
  ],
  blocks: [],
  remedies: [
    {
      kind: 'repair',
      summary: 'reinstall the operator; it then finishes these deletions',
      commands: [],
      risk: 'none',
      leaks: [],
    },
    {
      kind: 'remove',
      summary: 'remove the finalizer',
      commands: [
        'kubectl finalize remove --finalizer example.com/bucket -A --a-long-flag with-a-value --another value',
      ],
      risk: 'high',
      leaks: ['s3://invoices (status.bucketURL)', 'b', 'c', 'd', 'e'],
    },
  ],
}

function explanation(objects: readonly ExplainedObject[], causes: readonly Cause[] = [CAUSE]): Explanation {
  const blocked = causes.map(cause => ({
    ...cause,
    blocks: objects.filter(each => each.causes.includes(cause.id)).map(each => each.ref),
  }))
  return { takenAt: '2026-01-15T12:00:00Z', server: { version: 'v1.36.3' }, unreadable: [], objects, causes: blocked }
}

const READING = { objects: 100_412, types: 360, seconds: 1.43 }

function styleOf(columns: number | undefined, more: Partial<ExplanationStyle> = {}): ExplanationStyle {
  return {
    columns,
    paint: createPaint(false),
    limits: OVERVIEW,
    everything: 'kubectl finalize explain -o json',
    namespaceCommand: namespace => `kubectl finalize explain -n ${namespace}`,
    ...more,
  }
}

const text = (it: Explanation, columns?: number, more?: Partial<ExplanationStyle>): string =>
  formatExplanation(it, graphOfObjects(it.objects), READING, [], styleOf(columns, more))

/** A namespace with six buckets. */
function incident(): Explanation {
  const buckets = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => ref('Bucket', `invoices-${name}`, 'reports'))
  return explanation([
    object(
      ref('Namespace', 'reports'),
      6 * DAY,
      ['kubernetes'],
      buckets.map(bucket => ['NamespaceContent', bucket]),
    ),
    ...buckets.map((bucket, index) => object(bucket, 5 * DAY - index, ['example.com/bucket'])),
  ])
}

test('at 80 columns: causes, proof with its source at the right, the chain as a tree, remedies', () => {
  assert.snapshot(
    text(incident(), 80),
    `\
1 cause holds 7 objects in 1 namespace.  100,412 objects of 360 types read in
1.4 s; all of them readable.

1  STUCK  No running controller removes finalizer example.com/bucket: its
   operator was uninstalled some days ago.
   ControllerMissing, holds 7 objects, oldest 6d
     · Helm release objectstore/operator is gone, its CRDs were    secrets
       kept in the cluster
     · last written by manager "bucket-operator" 6d ago            managedFields
   namespace/reports  6d
   ├─ bucket/invoices-a  5d  example.com/bucket
   ├─ bucket/invoices-b  4d23h  example.com/bucket
   ├─ bucket/invoices-c  4d23h  example.com/bucket
   └─ … and 3 more:
        kubectl finalize explain -n reports
   1. repair: reinstall the operator; it then finishes these deletions (safe)
   2. remove: remove the finalizer (high risk)
      leaves behind: s3://invoices (status.bucketURL); b; c; and 2 more (all of
      them in -o json)
        kubectl finalize remove --finalizer example.com/bucket -A --a-long-flag with-a-value --another value
`,
  )
})

test('at 140 columns lines end before they are too long to read', () => {
  assert.snapshot(
    text(incident(), 140).split('\n').slice(0, 7).join('\n'),
    `\
1 cause holds 7 objects in 1 namespace.  100,412 objects of 360 types read in 1.4 s; all of them readable.

1  STUCK  No running controller removes finalizer example.com/bucket: its operator was uninstalled some days ago.
   ControllerMissing, holds 7 objects, oldest 6d
     · Helm release objectstore/operator is gone, its CRDs were kept in the cluster                        secrets
     · last written by manager "bucket-operator" 6d ago                                                    managedFields
   namespace/reports  6d`,
  )
})

test('a pipe has no width: no line is broken, sources follow their facts', () => {
  const lines = text(incident()).split('\n')
  assert.ok(lines.includes('     · last written by manager "bucket-operator" 6d ago  (managedFields)'))
  assert.is(
    lines[0],
    '1 cause holds 7 objects in 1 namespace.  100,412 objects of 360 types read in 1.4 s; all of them readable.',
  )
})

test('colour is only our own, and only when it is wanted', () => {
  const coloured = text(incident(), 80, { paint: createPaint(true) })
  assert.ok(coloured.includes('\x1b[1m1  \x1b[22m\x1b[1m\x1b[31mSTUCK\x1b[39m\x1b[22m  \x1b[1mNo running controller'))
  assert.ok(coloured.includes('   \x1b[1m1. repair: \x1b[22mreinstall'))
  assert.is(coloured.replaceAll(/\x1b\[\d+m/g, ''), text(incident(), 80))
  assert.not.match(text(incident(), 80), /\x1b/)
})

test('what a cluster wrote can neither move the cursor nor colour the terminal', () => {
  const evil = 'x\x1b[31m\x1b]0;title\x07\r\nsecond line\x1b[2J'
  const it = explanation(
    [object({ ...ref('Pod', evil, evil), uid: 'evil' }, HOUR, [evil])],
    [
      {
        ...CAUSE,
        subject: { kind: evil, namespace: evil, name: evil },
        summary: evil,
        evidence: [{ fact: evil, source: evil }],
        remedies: [{ kind: 'repair', summary: evil, commands: [`echo ${evil}`], risk: 'none', leaks: [evil] }],
      },
    ],
  )
  const known = [{ ref: ref('Pod', evil), finalizers: [{ name: evil }] }]
  for (const output of [
    formatExplanation(it, graphOfObjects(it.objects), READING, known, styleOf(80)),
    formatCauses(it),
  ]) {
    assert.not.match(output, /[\x00-\x09\x0b-\x1f\x7f]/)
  }
})

test('a line that is cut says how many are not shown; in a close-up all are', () => {
  const all = text(incident(), 80, { limits: CLOSE_UP, namespaceCommand: undefined })
  assert.match(all, /└─ bucket\/invoices-f/)
  assert.not.match(all, /… and 3 more/)
})

test('a claim stands under its namespace and the Pod that uses it under the claim, each once', () => {
  const pod = ref('Pod', 'db-0', 'shop')
  const claim = ref('PersistentVolumeClaim', 'data', 'shop')
  const it = explanation([
    object(
      ref('Namespace', 'shop'),
      DAY,
      [],
      [
        ['NamespacePods', pod],
        ['NamespaceContent', claim],
      ],
    ),
    object(pod, undefined, []),
    object(claim, HOUR, ['kubernetes.io/pvc-protection'], [['Consumer', pod]]),
  ])
  assert.match(
    text(it, 80),
    /\n {3}namespace\/shop {2}24h\n {3}└─ persistentvolumeclaim\/data {2}60m {2}kubernetes.io\/pvc-protection\n {6}└─ pod\/db-0 {2}not deleted\n/,
  )
})

test('what two objects wait for stands under one of them, and the other says so', () => {
  const node = ref('Pod', 'shared', 'shop')
  const it = explanation([
    object(ref('Claim', 'a', 'shop'), 9, [], [['Consumer', node]]),
    object(ref('Claim', 'b', 'shop'), 8, [], [['Consumer', node]]),
    object(node, 7, []),
  ])
  assert.match(
    text(it, 80),
    /claim\/a in shop {2}9s\n {3}└─ pod\/shared {2}7s\n {3}claim\/b in shop {2}8s\n {3}└─ pod\/shared {2}\(listed elsewhere in this tree\)\n/,
  )
})

test('a circle of waits is cut and said', () => {
  const [a, b] = [ref('Thing', 'a', 'x'), ref('Thing', 'b', 'x')]
  const it = explanation([object(a, 9, [], [['Owned', b]]), object(b, 8, [], [['Owned', a]])])
  assert.match(
    text(it, 80),
    /thing\/a in x {2}9s\n {3}└─ thing\/b {2}8s\n {6}└─ thing\/a {2}\(a cycle: they wait for each other\)\n/,
  )
})

test('an object that another cause holds too names its number, where its chain begins', () => {
  const [namespace, bucket] = [ref('Namespace', 'n'), ref('Bucket', 'b', 'n')]
  const it = explanation(
    [
      object(namespace, 9, [], [['NamespaceContent', bucket]], { causes: ['one', 'two'] }),
      object(bucket, 8, [], [], { causes: ['one'] }),
    ],
    [CAUSE, { ...CAUSE, id: 'two' }],
  )
  assert.match(text(it, 80), /namespace\/n {2}9s {2}\(also held by cause 2\)\n {3}└─ bucket\/b {2}8s\n/)
})

test('a namespace that a thousand causes hold names a few of them', () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({ ...CAUSE, id: `c${index}` }))
  const causes = many.map(({ id }) => id)
  const output = text(explanation([object(ref('Namespace', 'n'), 9, [], [], { causes })], many), 80)
  assert.match(output, /namespace\/n {2}9s {2}\(also held by causes 2, 3, 4, 5, 6 and 994 more\)\n/)
})

test('what no cause holds comes last, with what it waits for; what is merely there is not listed', () => {
  const lost = object(ref('Thing', 'lost', 'x'), 9, ['example.com/f'], [], { verdict: 'unknown', causes: [] })
  const idle = object(ref('ConfigMap', 'idle', 'x'), undefined, [], [], { verdict: 'unknown', causes: [] })
  const output = text(explanation([...incident().objects, lost, idle]), 80)
  assert.match(
    output,
    /\n\n\? {2}UNKNOWN {2}No cause was found\.\n {3}1 object, oldest 9s\n {3}thing\/lost in x {2}9s {2}example\.com\/f\n$/,
  )
  assert.not.match(output, /idle/)
})

test('a thousand causes are cut, and a chain of ten thousand is no trouble', () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({ ...CAUSE, id: `c${index}` }))
  const objects = many.map(({ id }, index) => object(ref('Thing', `t${index}`, 'x'), 9, [], [], { causes: [id] }))
  assert.match(
    text(explanation(objects, many), 80),
    /\n… and 980 more causes, which hold 980 objects:\n {2}kubectl finalize explain -o json\n\nOverview\n1 {4}STUCK/,
  )
  const chain = Array.from({ length: 10_000 }, (_, index) =>
    object(
      ref('Thing', `t${index}`, 'x'),
      9,
      [],
      index === 9999 ? [] : [['Owned', ref('Thing', `t${index + 1}`, 'x')]],
    ),
  )
  const drawn = text(explanation(chain), 80).split('\n')
  const at = drawn.findIndex(line => line.includes('thing/t3 '))
  assert.equal(drawn.slice(at, at + 6), [
    '         └─ thing/t3  9s',
    '            └─ … 9,992 more, each waiting for the next (kubectl finalize explain -o json)',
    '               └─ thing/t9996  9s',
    '                  └─ thing/t9997  9s',
    '                     └─ thing/t9998  9s',
    '                        └─ thing/t9999  9s',
  ])
})

test('a chain of just one more than is drawn is drawn, and a deep tree of branches is indented so far and no further', () => {
  const chainOf = (length: number, twigs: boolean) =>
    Array.from({ length }, (_, index) => {
      const next: [WaitReason, ObjectRef][] =
        index === length - 1 ? [] : [['Owned', ref('Thing', `t${index + 1}`, 'x')]]
      const twig = ref('Twig', `g${index}`, 'x')
      const own = object(ref('Thing', `t${index}`, 'x'), 9, [], twigs ? [...next, ['Owned', twig]] : next)
      return twigs ? [own, object(twig, 9, [])] : [own]
    }).flat()
  assert.not.match(text(explanation(chainOf(9, false)), 80, { limits: CLOSE_UP }), '…')
  assert.match(text(explanation(chainOf(10, false)), 80, { limits: CLOSE_UP }), '… 2 more, each waiting for the next')
  const lines = text(explanation(chainOf(300, true)), 80, { limits: CLOSE_UP, namespaceCommand: undefined }).split('\n')
  assert.ok(lines.every(line => line.indexOf('─ ') < 60))
  const more = lines.findIndex(line => line.includes('… 567 objects:'))
  assert.match(lines[more + 1]!, / kubectl finalize explain -o json$/)
})

test('a fact and a summary of a megabyte are cut, and so are the commands and the finalizers of hundreds', () => {
  const long = 'why '.repeat(300_000)
  const commands = Array.from({ length: 500 }, (_, index) => `kubectl finalize remove widget/w${index}`)
  const it = explanation(
    [
      object(
        ref('Thing', 't', 'x'),
        9,
        Array.from({ length: 500 }, (_, index) => `example.com/f${index}`),
      ),
    ],
    [
      {
        ...CAUSE,
        summary: long,
        evidence: [{ fact: long, source: long }],
        remedies: [{ kind: 'remove', summary: long, commands, risk: 'none', leaks: [long] }],
      },
    ],
  )
  const output = text(it, 80)
  assert.ok(output.length < 4000, `${output.length} characters`)
  assert.match(output, 'example.com/f4 and 495 more\n')
  assert.match(output, 'kubectl finalize remove widget/w4\n')
  assert.match(output, '… and 495 more commands (all in -o json)\n')
})

test('what could not be read is counted in the first line, and two scans are told', () => {
  const it: Explanation = {
    ...incident(),
    unreadable: [{ resource: 'nodes', reason: 'Forbidden', message: 'no' }],
    observed: { seconds: 10, gone: [ref('Pod', 'p', 'x')], shrunk: [] },
  }
  const [first, second] = text(it).split('\n')
  assert.match(first!, /1 type could not be read/)
  assert.is(second, 'Between two scans 10 s apart: 1 object deleted.')
})

test('an object that is not terminating is said to be so, with what would hold it', () => {
  const pod = ref('Pod', 'web', 'shop')
  const along = { ref: ref('ConfigMap', 'x', 'shop'), why: 'Dependent', of: pod } as const
  const known = {
    ref: pod,
    finalizers: [{ name: 'example.com/odd' }],
    foreseen: {
      verdict: 'stuck',
      targets: [pod],
      refused: [],
      causes: [{ ...CAUSE, summary: 'No running controller removes it.', blocks: [pod] }],
      reach: [{ ref: pod, why: 'Target', of: pod }, along],
    },
    more: 'kubectl finalize preflight pods/web -n shop',
  } as const
  assert.snapshot(
    formatExplanation(explanation([], []), graphOfObjects([]), READING, [known], styleOf(80)),
    `\
pod/web in namespace shop is not being deleted.
If it were deleted now, it would get stuck. 1 object would be deleted with it.
  · ControllerMissing, holds 1 object: No running controller removes it.
Its finalizers:
  · example.com/odd
    not in the catalogue
What its deletion would do:
  kubectl finalize preflight pods/web -n shop
`,
  )
})

test('more than three causes end in an overview that fits the width; fewer do not', () => {
  const causesOf = (count: number) => Array.from({ length: count }, (_, index) => ({ ...CAUSE, id: `c${index}` }))
  const four = causesOf(4)
  const held = object(ref('Namespace', 'n'), 9, [], [], { causes: four.map(({ id }) => id) })
  const lines = text(explanation([held], four), 80)
    .trimEnd()
    .split('\n')
  assert.equal(
    lines.slice(-5).map(line => line.slice(0, 49)),
    ['Overview', ...['1', '2', '3', '4'].map(number => `${number}   STUCK   ControllerMissing   1 object   No run`)],
  )
  assert.ok(lines.slice(-4).every(line => line.length === 80 && line.endsWith('…')))
  assert.not.match(text(explanation([held], causesOf(3)), 80), 'Overview')
})

test('causes with one summary are told apart in the overview by their subjects', () => {
  const causes = ['a', 'b', 'c', 'd'].map((name, index) => ({
    ...CAUSE,
    id: name,
    subject: ref('Bucket', name, 'shop'),
    summary: index < 2 ? 'It fails.' : `It fails ${name}.`,
  }))
  const held = object(ref('Namespace', 'n'), 9, [], [], { causes: causes.map(({ id }) => id) })
  const rows = text(explanation([held], causes), 140)
    .trimEnd()
    .split('\n')
    .slice(-4)
  assert.equal(
    rows.map(row => row.split('object').at(-1)!.trim()),
    ['bucket/a in namespace shop: It fails.', 'bucket/b in namespace shop: It fails.', 'It fails c.', 'It fails d.'],
  )
})

test('the short form has one line a cause', () => {
  assert.is(
    formatCauses(incident()),
    'ControllerMissing   customresourcedefinition/buckets.example.com   7   No running controller removes finalizer example.com/bucket: its operator was uninstalled some days ago.\n',
  )
  assert.is(formatCauses(explanation([], [])), '')
})

test.run()
