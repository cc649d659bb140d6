import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openGroups } from '../../src/groups/groups-file.ts'
import { FILE, indent, refusal } from './asked.ts'
import { DRAIN } from './katalog.ts'

const test = suite('a file with an order')

const NATIVE = 'apiVersion: kubectl-finalize/v1\nkind: DeletionGroups\ngroups: []\n'
const BARE = 'deletionGroups: []\n'
const CONFIGURATION = 'apiVersion: manifest.deployer.landscaper.gardener.cloud/v1alpha2\nkind: ProviderConfiguration\n'
const systemOf = (text: string) => openGroups(FILE, text).system

test('is told by its content', () => {
  assert.is(systemOf(NATIVE), 'native')
  assert.is(systemOf(DRAIN), 'orkestra')
  assert.is(systemOf(DRAIN.replace('Katalog', 'Komposer')), 'orkestra')
  assert.is(systemOf(BARE), 'landscaper')
  assert.is(systemOf('deletionGroupsDuringUpdate: []\n'), 'landscaper')
  assert.is(systemOf(CONFIGURATION), 'landscaper')
  assert.is(systemOf('apiVersion: landscaper.gardener.cloud/v1alpha1\nkind: DeployItem\n'), 'landscaper')
})

test('may have other documents beside it, as Orkestra skips them', () => {
  assert.is(systemOf(`---\n# nothing\n---\napiVersion: v1\nkind: Namespace\n---\n${DRAIN}`), 'orkestra')
  assert.is(openGroups(FILE, `${DRAIN}---\n${DRAIN}`).documents.length, 2)
})

const REFUSED: Record<string, string> = {
  '': 'order.yaml: the file is empty',
  '# only a comment\n---\n': 'order.yaml: the file is empty',
  'null\n': 'order.yaml: the file is empty',
  'just text\n': 'order.yaml:1: this is not an object',
  '- a\n': 'order.yaml:1: this is not an object',
  'apiVersion: v1\nkind: Pod\n': 'order.yaml:1: this is Pod; specify ',
  'apiVersion: v1\nkind: Pod\n---\nkind: Secret\n': 'order.yaml:1: this is Pod, Secret; specify ',
  'kind: Katalog\napiVersion: example.test/v1\n':
    'order.yaml:2: this is a Katalog, and the apiVersion "example.test/v1" is wrong; known are orkestra.orkspace.io/v1,',
  'kind: Katalog\n': 'order.yaml:1: this is a Katalog, and it has no apiVersion; known are ',
  'apiVersion: example.test/v1\nkind: Module\n': 'order.yaml:1: this is Module; specify ',
  'apiVersion: v1\nkind: ConfigMap\ndata: {a: b}\n': 'order.yaml:1: this is ConfigMap without an order in it; specify ',
  'a: b\n': 'order.yaml:1: this is something without a kind; specify ',
  [`${NATIVE}---\n${NATIVE}`]: 'order.yaml:5: only one order is allowed, and the first is in line 1',
  [`${NATIVE}---\n${DRAIN}`]: 'order.yaml:5: only one order is allowed',
  [`${DRAIN}---\n${BARE}`]: `order.yaml:${DRAIN.split('\n').length + 1}: only one order is allowed`,
  [`${BARE}---\n${CONFIGURATION}`]: 'order.yaml:3: only one order is allowed',
  'kind: DeletionGroups\ngroups: [a\n': 'order.yaml:3: this is not valid YAML: ',
  'kind: DeletionGroups\n\tgroups: a\n': 'order.yaml:2: this is not valid YAML: ',
  'kind: DeletionGroups\nkind: Katalog\n': 'order.yaml:2: this is not valid YAML: ',
}

test('is refused when it is empty, broken, of another kind, or more than one order', () => {
  for (const [text, why] of Object.entries(REFUSED)) {
    const said = refusal(() => openGroups(FILE, text))
    assert.ok(said.startsWith(why), `${text} said ${said}`)
  }
})

test('within a ConfigMap is broken in the line of the ConfigMap, and in that of the text where YAML folded it', () => {
  const broken = 'kind: Katalog\na: [b\n'
  const head = 'kind: ConfigMap\ndata:\n'
  assert.match(
    refusal(() => openGroups(FILE, `${head}  katalog.yaml: |\n${indent(broken, 4)}`)),
    'order.yaml:6: ',
  )
  assert.match(
    refusal(() => openGroups(FILE, `${head}  katalog.yaml: ${JSON.stringify(broken)}\n`)),
    'order.yaml (data.katalog.yaml):3: ',
  )
  assert.match(
    refusal(() => openGroups(FILE, `${head}  a.toml: "[b"\n`)),
    'ConfigMap without an order in it',
  )
})

test.run()
