import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commands } from '../src/commands/index.ts'
import {
  arrowsUp,
  circles,
  packagesBehind,
  type Sources,
  valuesInRender,
  verbsInVerbs,
  violations,
} from './import-rules.ts'

const rules = suite('the rooms of src')

const src = resolve(import.meta.dirname, '../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts'))
const ours: Sources = Object.fromEntries(
  files.map(path => [path.replaceAll('\\', '/'), readFileSync(join(src, path), 'utf8')]),
)
const verbs = commands.map(({ name }) => name)

rules('import downwards only', () => {
  assert.ok(ours['main.ts'])
  assert.equal(violations(ours), [])
})

rules('have no circle of files', () => {
  assert.equal(circles(ours), [])
  const circle = {
    'api/a.ts': "import { b } from './b.ts'",
    'api/b.ts': "import type { C } from './c.ts'",
    'api/c.ts': "const { b } = await import('./b.ts')",
  }
  assert.equal(circles(circle), ['api/b.ts → api/c.ts → api/b.ts'])
})

rules('of diagnosis stand on each other, floor by floor', () => {
  assert.equal(arrowsUp(ours), [])
  const wrong = {
    'diagnosis/pods/ending.ts': "import { stateOf } from '../dossier/state.ts'",
    'diagnosis/facts.ts': "import type { Pod } from './pods/ending.ts'",
    'diagnosis/new/room.ts': "import { rule } from '../rules/index.ts'",
  }
  assert.equal(arrowsUp(wrong), [
    'diagnosis/pods/ending.ts diagnosis/dossier/state.ts',
    'diagnosis/facts.ts diagnosis/pods/ending.ts',
    'diagnosis/new/room.ts diagnosis/rules/index.ts',
  ])
})

rules('have no verb that imports a verb, and nothing in commands but verbs', () => {
  assert.ok(verbs.length > 5)
  assert.equal(verbsInVerbs(ours), [])
  const others = Object.keys(ours).flatMap(path => /^commands\/([^/.]+)/.exec(path)?.[1] ?? [])
  assert.equal(
    [...new Set(others)].filter(name => name !== 'index' && !verbs.includes(name)),
    [],
  )
  const wrong = {
    'commands/remove/plan.ts': "import type { Look } from '../explain/look.ts'",
    'commands/explain.ts': "import { look } from './explain/look.ts'",
  }
  assert.equal(verbsInVerbs(wrong), ['commands/remove/plan.ts: remove imports explain (../explain/look.ts)'])
})

rules('let renderers import only types of other rooms', () => {
  assert.equal(valuesInRender(ours), [])
  const wrong = {
    'render/plan.ts':
      "import { allowedOf, type Removal } from '../plan/removal.ts'\nimport type { Cause } from '../diagnosis/cause.ts'\nimport { refOf } from '../api/object-ref.ts'",
  }
  assert.equal(valuesInRender(wrong), ['render/plan.ts plan/removal.ts'])
})

rules('let a browser have the diagnosis: no module of Node is behind browser.ts, and few packages', () => {
  assert.equal(packagesBehind('browser.ts', ours), [
    '@dagrejs/dagre render/picture/layout.ts',
    'ajv/dist/2020.js api/yaml-schema.ts',
    'protobufjs/minimal.js cluster/transport/protobuf-status.ts',
    'yaml api/yaml-text.ts',
  ])
  const wrong = {
    'browser.ts': "import { a } from './cluster/a.ts'\nimport type { B } from './cluster/b.ts'",
    'cluster/a.ts': "const { c } = await import('./c.ts')",
    'cluster/b.ts': "import { connect } from 'node:net'",
    'cluster/c.ts': "import { gunzipSync } from 'node:zlib'",
  }
  assert.equal(packagesBehind('browser.ts', wrong), ['node:zlib cluster/c.ts'])
})

/** Each rule, by a source that breaks it. */
const bad: Record<string, [Sources, string]> = {
  'a command that imports the command line': [
    { 'commands/list.ts': "import { run } from '../cli.ts'" },
    'commands/list.ts: commands may not import cli (../cli.ts)',
  ],
  'a renderer that imports the cluster, by name': [
    { 'render/table.ts': "import type { Transport } from '../cluster/transport/transport.ts'" },
    'render/table.ts: render may not import cluster (../cluster/transport/transport.ts)',
  ],
  'an operation that words what it says': [
    { 'operations/list/list.ts': "import { inWords } from '../../render/words/in-words.ts'" },
    'operations/list/list.ts: operations may not import render (../../render/words/in-words.ts)',
  ],
  'the API that imports a renderer, over several lines': [
    { 'api/age.ts': "export {\n  age,\n} from '../render/age.ts'" },
    'api/age.ts: api may not import render (../render/age.ts)',
  ],
  'a lazy import upwards': [
    { 'cluster/scan/scan.ts': "const { list } = await import('../../commands/list.ts')" },
    'cluster/scan/scan.ts: cluster may not import commands (../../commands/list.ts)',
  ],
  'the sandbox that imports more of the cluster than types': [
    { 'sandbox/serve.ts': "import { send } from '../cluster/transport/transport.ts'" },
    'sandbox/serve.ts: sandbox may not import cluster (../cluster/transport/transport.ts)',
  ],
  'a plan that reads': [
    { 'plan/removal.ts': "import { readWhole } from '../cluster/read-whole.ts'" },
    'plan/removal.ts: plan may have no more than types of cluster (../cluster/read-whole.ts)',
  ],
  'an import of tests': [
    { 'cluster/scan/scan.ts': "import '../../../test/fake.ts'" },
    'cluster/scan/scan.ts: leaves src for ../../../test/fake.ts',
  ],
  'a second user of yargs': [
    { 'commands/list.ts': "import yargs from 'yargs/helpers'" },
    'commands/list.ts: only commandline imports yargs/helpers',
  ],
  'a second user of cli-table3': [
    { 'commands/list.ts': "import Table from 'cli-table3'" },
    'commands/list.ts: only render imports cli-table3',
  ],
  'a command that asks the process': [
    { 'commands/list.ts': 'if (process.env.CI) return' },
    'commands/list.ts: only main.ts and interrupt.ts touch the process',
  ],
  'a command that imports the process': [
    { 'commands/list.ts': "import { env } from 'node:process'" },
    'commands/list.ts: only main.ts and interrupt.ts touch the process',
  ],
  'a command that asks the process within a text': [
    { 'commands/list.ts': `const home = \`\${process.env.HOME}/x\`` },
    'commands/list.ts: only main.ts and interrupt.ts touch the process',
  ],
  'a renderer that looks at the clock': [
    { 'render/age.ts': 'const now = new Date()' },
    'render/age.ts: render is pure and uses new Date()',
  ],
  'a rule of the API that waits': [
    { 'api/duration.ts': 'const text = await read()' },
    'api/duration.ts: api is pure and uses await',
  ],
  'groups that look at the cluster': [
    { 'groups/read-groups.ts': "import { survey } from '../cluster/survey.ts'" },
    'groups/read-groups.ts: groups may not import cluster (../cluster/survey.ts)',
  ],
  'groups that wait': [
    { 'groups/read-groups.ts': 'const text = await read()' },
    'groups/read-groups.ts: groups is pure and uses await',
  ],
  'groups with another package than yaml': [
    { 'groups/read-groups.ts': "import { parse } from 'yaml'\nimport { parse as json } from 'json5'" },
    'groups/read-groups.ts: groups may not import json5',
  ],
  'a guard that makes a command by itself, which then has no context': [
    { 'plan/guards/held.ts': "import { commandLine } from '../../diagnosis/shell-quote.ts'" },
    'plan/guards/held.ts: only plan/aim.ts and commandline/aim.ts make commands',
  ],
  'a command as a text': [
    { 'diagnosis/rules/held.ts': `const command = \`kubectl delete pod \${name}\`` },
    'diagnosis/rules/held.ts: a command is made of words, not of text',
  ],
  'a renderer that reads files': [
    { 'render/table.ts': "import { readFileSync } from 'node:fs'" },
    'render/table.ts: render is pure and imports node:fs',
  ],
}

for (const [name, [sources, sentence]] of Object.entries(bad)) {
  rules(`refuse ${name}`, () => assert.equal(violations(sources), [sentence]))
}

rules('allow what the map allows', () => {
  const sources = {
    'main.ts': "import process from 'node:process'\nimport { run } from './cli.ts'\nprocess.exitCode = await run()",
    'sandbox/sandbox.ts': "import { send } from './in-process.ts'",
    'commandline/parse.ts': "import yargs from 'yargs'\nimport { removal } from '../plan/removal.ts'",
    'commands/list.ts':
      "// process.env is not asked\nimport { age } from '../render/age.ts'\nimport { read } from '../cluster/read.ts'",
    'sandbox/serve.ts': "import type { Transport } from '../cluster/transport/transport.ts'",
    'render/age.ts': "import { ref } from '../api/ref.ts'\nconst then = new Date(0) // await nothing\n",
    'version.ts': "import manifest from '../package.json' with { type: 'json' }",
  }
  assert.equal(violations(sources), [])
})

rules.run()
