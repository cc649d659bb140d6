import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { discover } from '../../src/cluster/discovery/discovery.ts'
import { sentenceOf } from '../../src/messages/sentence.ts'
import { parseBackup } from '../../src/operations/restore/parse-backup.ts'
import { typeOf } from '../../src/operations/restore/place.ts'
import { planRestoration } from '../../src/operations/restore/plan-restoration.ts'
import { inWords } from '../../src/render/words/in-words.ts'
import type { Prompt } from '../../src/terminal.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { headless } from '../headless.ts'
import { setup } from '../sandbox/ask.ts'

const test = suite('restore')

const BACKUP = `
apiVersion: v1
kind: ConfigMap
metadata: {name: x, namespace: default, uid: old, labels: {a: b}, finalizers: [example.com/f, orphan]}
data: {a: "yes"}
`

/** Restores from stdin into an empty practice cluster. */
async function restored(text: string, ...flags: readonly string[]) {
  using folder = temporaryFolder()
  const { code, stdout, stderr } = await headless(['restore', '--sandbox', '-', '-o', 'json', ...flags], {
    input: text,
    stateDirectory: folder.path,
  })
  return { code, stderr, outcome: stdout === '' ? undefined : JSON.parse(stdout) }
}

const typing = (word: string | undefined): Prompt => ({
  ask: async () => word,
  choose: async () => undefined,
  pick: async () => undefined,
})

test('creates the object, and answers its new uid', async () => {
  const { code, outcome } = await restored(BACKUP, '--yes')
  assert.is(code, 0)
  const [{ ref, action, result }] = outcome.steps
  assert.equal([outcome.command, outcome.complete, action, result], ['restore', true, 'Create', 'done'])
  assert.equal([ref.resource, ref.namespace, ref.name], ['configmaps', 'default', 'x'])
  assert.ok(ref.uid !== '' && ref.uid !== 'old')
})

test('is planned by dry runs', async () => {
  for (const dryRun of ['client', 'server']) {
    const { code, outcome } = await restored(BACKUP, `--dry-run=${dryRun}`)
    assert.equal([code, outcome.dryRun, outcome.steps[0].result], [0, dryRun, 'planned'])
  }
})

test('asks for the name: another word, and nobody there, is a refusal; giving up an interruption', async () => {
  using folder = temporaryFolder()
  const file = folder.write('x.yaml', BACKUP)
  const answers: readonly (readonly [Prompt | undefined, number, string])[] = [
    [typing('x'), 0, 'done'],
    [typing('y'), 3, 'refused'],
    [typing(''), 3, 'refused'],
    [undefined, 3, 'refused'],
    [typing(undefined), 130, 'skipped'],
  ]
  for (const [prompt, code, result] of answers) {
    const ran = await headless(['restore', '--sandbox', file, '-o', 'json'], {
      stateDirectory: folder.path,
      ...(prompt && { prompt }),
    })
    assert.equal([ran.code, JSON.parse(ran.stdout).steps[0].result], [code, result])
  }
  const input = await headless(['restore', '--sandbox', '-', '-o', 'json'], { prompt: typing('x'), input: BACKUP })
  assert.is(input.code, 3, 'the backup came from where the answer would come from')
})

test('tells what is wrong with a file in one line, and where', () => {
  const cases: Readonly<Record<string, RegExp>> = {
    '': /^f: it is empty$/,
    '# nothing\n---\n': /^f: it is empty$/,
    'a: b\na: c\n': /^f: line 2 is not valid YAML: /,
    'a: b\nc: [\nd: e\n': /^f: line 3 is not valid YAML: /,
    'a: b\n---\nc: [\n': /^f: line \d is not valid YAML: /,
    'a: *x\n': /^f: it is not usable YAML: /,
    'a: b\n---\na: b\n': /^f: it has 2 documents/,
    hello: /^f: it is not a Kubernetes object/,
    '- a\n': /^f: it is not a Kubernetes object/,
    'kind: K\nmetadata: {name: x}\n': /^f: it has no apiVersion$/,
    'apiVersion: v1\nmetadata: {name: x}\n': /^f: it has no kind$/,
    'apiVersion: v1\nkind: List\nitems: []\n': /^f: it is a list/,
    'apiVersion: v1\nkind: K\n': /^f: it has no metadata\.name$/,
    'apiVersion: v1\nkind: K\nmetadata: {name: 3}\n': /^f: it has no metadata\.name$/,
    'apiVersion: v1\nkind: K\nmetadata: {name: x, namespace: []}\n': /metadata\.namespace is not a name$/,
    'apiVersion: v1\nkind: K\nmetadata: {name: x, finalizers: a}\n': /metadata\.finalizers is not a list/,
    'apiVersion: v1\nkind: K\nmetadata: {name: x, ownerReferences: [{name: a}]}\n': /ownerReferences is not a list/,
  }
  for (const [text, message] of Object.entries(cases)) {
    try {
      parseBackup(text, 'f')
      assert.unreachable(text)
    } catch (error) {
      assert.match(inWords(sentenceOf(error)), message)
      assert.not.match(inWords(sentenceOf(error)), /\n/)
    }
  }
  assert.is(parseBackup(`--- # one\n${BACKUP}\n---\n`, 'f').metadata.name, 'x')
  assert.is(parseBackup(JSON.stringify({ apiVersion: 'v1', kind: 'K', metadata: { name: 'x' } }), 'f').kind, 'K')
})

test('of what the server does not take is one clear failure', async () => {
  assert.match(
    (await restored(BACKUP.replace('v1', 'no.such/v1'))).stderr,
    /no matches for kind "ConfigMap" in version/,
  )
  assert.match((await restored(BACKUP.replace('v1', 'v9'))).stderr, /the server serves it as v1/)
  for (const wrong of [BACKUP.replace('default', 'nowhere'), BACKUP.replace('name: x', 'name: Not_A_Name')]) {
    const { code, outcome } = await restored(wrong, '--yes')
    assert.equal([code, outcome.steps[0].result], [1, 'failed'])
  }
  assert.is((await headless(['restore', 'no such file'])).code, 1)
})

test('creates nothing where its journal cannot be kept: exit 1 with one line that says so', async () => {
  const { code, stdout } = await headless(['restore', '--sandbox', '-', '--yes'], { input: BACKUP })
  assert.is(code, 1)
  assert.match(stdout, /^configmap\/x .* failed: the journal of this run cannot be written, so it is not changed: /)
  assert.match(stdout.replaceAll(/\s+/g, ' '), 'specify a directory with --backup-dir')
})

test('is wrong usage without a file, with two, and into another namespace', async () => {
  assert.is((await headless(['restore'])).code, 2)
  assert.is((await headless(['restore', 'a', 'b'])).code, 2)
  assert.is((await restored(BACKUP, '-n', 'other', '--yes')).code, 2)
  assert.is((await restored(BACKUP, '-n', 'default', '--yes')).code, 0)
})

/** What would be restored where one ConfigMap, `owner`, exists with its own uid. */
async function planned(references: readonly object[], overrides: readonly 'IncompleteRead'[] = [], denied = '') {
  const { sandbox } = setup()
  sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'owner', namespace: 'n', uid: 'o' } })
  const open = sandbox.transport()
  const transport = {
    ...open,
    send: (request: Parameters<typeof open.send>[0]) =>
      denied !== '' && request.path.includes(denied)
        ? Promise.resolve({
            status: 403,
            headers: { 'content-type': 'application/json' },
            body: (async function* () {
              yield Buffer.from(JSON.stringify({ kind: 'Status', status: 'Failure', reason: 'Forbidden', code: 403 }))
            })(),
          })
        : open.send(request),
  }
  const backup = parseBackup(BACKUP.replace('namespace: default', 'namespace: n'), 'f')
  const object = { ...backup, metadata: { ...backup.metadata, ownerReferences: references as never } }
  const discovery = await discover(transport)
  const signal = new AbortController().signal
  return planRestoration(transport, typeOf(object, discovery), object, discovery, new Set(overrides), signal)
}

const owner = (uid: string, rest: object = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid, ...rest })

test('keeps an owner that is there, and leaves out one that is gone, was made again, or is of a type nobody serves', async () => {
  const gone = [owner('o2'), owner('o3', { name: 'none' }), owner('o4', { apiVersion: 'no.such/v1', kind: 'Thing' })]
  const plan = await planned([owner('o'), ...gone])
  assert.ok('dropped' in plan)
  assert.equal(
    plan.dropped.map(({ uid }) => uid),
    ['o2', 'o3', 'o4'],
  )
  assert.equal(plan.object.metadata.ownerReferences, [owner('o')])
})

test('refuses while an owner cannot be read, and by the override goes without it', async () => {
  const refused = await planned([owner('o')], [], 'configmaps/owner')
  assert.ok(!('dropped' in refused))
  assert.equal([refused.result, refused.guard], ['refused', 'IncompleteRead'])
  const plan = await planned([owner('o')], ['IncompleteRead'], 'configmaps/owner')
  assert.ok('dropped' in plan)
  assert.equal(
    plan.dropped.map(({ exists }) => exists),
    [null],
  )
  assert.is(plan.object.metadata.ownerReferences, undefined)
})

test.run()
