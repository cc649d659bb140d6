import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { ObjectRef } from '../../../src/api/object-ref.ts'
import { graphOfObjects } from '../../../src/diagnosis/graph.ts'
import type { PageContent } from '../../../src/render/page/content.ts'
import { formatPage } from '../../../src/render/page/page.ts'
import type { Cause, ExplainedObject, Explanation, WaitReason } from '../../../src/render/words/explanation.ts'

/** What no page, picture or graph may take for anything but text. */
export const HOSTILE: readonly string[] = [
  '<script>window.hacked = 1</script>',
  '"><img src=x onerror="window.hacked = 1">',
  '</title></style></svg><svg onload="window.hacked = 1">',
  "'; window.hacked = 1; //",
  ']]><!--',
  '&lt;b&gt;&amp;#60;',
  '"]; evil [label="x',
  'a"]:::x\nclick a href "javascript:window.hacked=1"',
  '%%{init: {"theme": "dark"}}%%',
  '`**bold** [link](javascript:alert(1))`',
  'end',
  '\\"\\n\\N\\',
  'up\u202eside\u200bdown\x1b[31m\x07',
  'tab\tline\nbreak\u2028end',
  '#quot; #35; fa:fa-ban',
  'x'.repeat(253),
  '日本語🚀',
]

export function ref(kind: string, name: string, namespace?: string): ObjectRef {
  const uid = [kind, namespace, name].join('/')
  return { apiVersion: 'v1', kind, resource: `${kind.toLowerCase()}s`, ...(namespace && { namespace }), name, uid }
}

export function object(
  it: ObjectRef,
  waits: readonly (readonly [WaitReason, ObjectRef])[] = [],
  more: Partial<ExplainedObject> = {},
): ExplainedObject {
  return {
    ref: it,
    deletionTimestamp: '2026-01-01T00:00:00Z',
    ageSeconds: 7200,
    verdict: waits.length === 0 ? 'stuck' : 'waiting',
    finalizers: [{ name: 'example.com/hold', field: 'metadata' }],
    owners: [],
    waitingFor: waits.map(([reason, target]) => ({ reason, ref: target })),
    causes: ['one'],
    ...more,
  }
}

export function cause(blocks: readonly ObjectRef[], more: Partial<Cause> = {}): Cause {
  return {
    id: 'one',
    code: 'ControllerMissing',
    verdict: 'stuck',
    subject: { kind: 'CustomResourceDefinition', name: 'things.example.com' },
    summary: 'No running controller removes finalizer example.com/hold.',
    evidence: [{ fact: 'its operator is not installed', source: 'deployments' }],
    blocks,
    remedies: [
      { kind: 'repair', summary: 'install it again', commands: ['kubectl get pods'], risk: 'low', leaks: [] },
      { kind: 'remove', summary: 'remove it', commands: ['kubectl finalize remove a/b'], risk: 'medium', leaks: ['x'] },
    ],
    ...more,
  }
}

export function explanation(objects: readonly ExplainedObject[], causes: readonly Cause[]): Explanation {
  return { takenAt: '2026-01-01T02:00:00Z', server: { version: 'v1.36.3' }, unreadable: [], objects, causes }
}

/** So many objects in namespaces of 50, of several kinds, held by a cause for each 200, each namespace waiting for its content. */
export function manyExplained(count: number): Explanation {
  const kinds = ['Bucket', 'Queue', 'Database', 'Certificate']
  const held = Array.from({ length: count }, (_, index) => {
    const namespace = `team-${Math.floor(index / 50)}`
    const id = `cause-${Math.floor(index / 200)}`
    return object(ref(kinds[index % kinds.length]!, `thing-${index}`, namespace), [], { causes: [id] })
  })
  const namespaces = [...Map.groupBy(held, ({ ref: { namespace } }) => namespace!)].map(([name, inside]) =>
    object(
      ref('Namespace', name),
      inside.map(({ ref: target }) => ['NamespaceContent', target] as const),
      { finalizers: [{ name: 'kubernetes', field: 'spec' }], causes: inside[0]!.causes },
    ),
  )
  const objects = [...held, ...namespaces]
  const ids = [...new Set(held.flatMap(({ causes }) => causes))]
  const causes = ids.map(id =>
    cause(
      objects.filter(({ causes: of }) => of.includes(id)).map(({ ref: it }) => it),
      { id },
    ),
  )
  return explanation(objects, causes)
}

/** A chain and a stack whose every text is hostile. */
export function hostileExplained(): Explanation {
  const things = HOSTILE.flatMap((text, index) => {
    const inner = ref('Thing', text, index % 2 === 0 ? text : 'plain')
    const outer = ref(text, `${text} outer`, 'plain')
    const finalizers = [{ name: text, field: 'metadata' }] as const
    return [object(inner, [], { finalizers }), object(outer, [['Dependent', inner]], { finalizers })]
  })
  const causes = HOSTILE.map((text, index) =>
    cause([things[2 * index]!.ref, things[2 * index + 1]!.ref], {
      id: `cause-${index}`,
      summary: text,
      subject: { kind: text, name: text },
      evidence: [{ fact: text, source: text }],
      remedies: [{ kind: 'remove', summary: text, commands: [text], risk: 'high', leaks: [text] }],
    }),
  )
  return { ...explanation(things, causes), server: { version: HOSTILE[0]! } }
}

/** The page of an explanation, with what else is to be said on it. */
export function pageOf(of: Explanation, more: Partial<PageContent> = {}): string {
  return formatPage({
    explanation: of,
    graph: graphOfObjects(of.objects),
    reading: { objects: of.objects.length, types: 60, seconds: 1 },
    notTerminating: [],
    place: 'context test (https://10.0.0.1:6443)',
    notes: [],
    everything: 'kubectl finalize explain -o json',
    sha256: text => createHash('sha256').update(text).digest('base64'),
    gzip: text => gzipSync(text).toString('base64'),
    ...more,
  })
}
