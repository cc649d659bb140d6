import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FlagSpecs } from '../../src/commandline/flag-spec.ts'
import { globalFlags } from '../../src/commandline/global-flags.ts'
import { commands } from '../../src/commands/index.ts'
import { latest } from '../control-plane/releases.ts'

/**
 * The pinned kubectl's own words. To make them again, with its version in the folder's name:
 *
 *     cd test/commands/kubectl-1.36.3
 *     kubectl() { HOME=/home/ada ~/.cache/kubectl-finalize/control-plane/1.36.3-*\/kubectl "$@"; }
 *     kubectl options > options.txt
 *     for command in get delete version; do kubectl $command --help > $command.txt; done
 */
const folder = join(import.meta.dirname, `kubectl-${latest.version}`)

interface KubectlFlag {
  readonly alias: string | undefined
  readonly describe: string
}

/** The flags that one file tells of, by their name. A sentence has no dot at the end here. */
function kubectlFlags(file: string): ReadonlyMap<string, KubectlFlag> {
  const text = readFileSync(join(folder, file), 'utf8')
  const flags = text.matchAll(/^ {4}(?:-(\w), )?--([\w-]+)=.*:\n\t(.+)$/gm)
  return new Map(
    [...flags].map(([, alias, name, describe]) => [name!, { alias, describe: describe!.replace(/\.$/, '') }]),
  )
}

const options = kubectlFlags('options.txt')

/** kubectl's options that the plugin does not take, and why. */
const notTaken: Readonly<Record<string, string>> = {
  kuberc: 'defaults and aliases are for commands of kubectl',
  'log-flush-frequency': 'the log is written at once',
  'match-server-version': 'every supported server has the API that is used',
  profile: 'profiles a Go program',
  'profile-output': 'profiles a Go program',
  version: 'is the command `version`',
  vmodule: 'names files of a Go program',
  'warnings-as-errors': 'the exit code says what could not be read or done, not what the server warned of',
}

/** Options that say more than kubectl's sentence, because the plugin takes less, or other defaults. */
const narrower: Readonly<Record<string, string>> = {
  'cache-dir': 'discovery is read each time: a cached one may lack the type that is stuck',
  'disable-compression': 'a server on this machine is asked without: there is no network between',
  v: 'the levels are fewer, and credentials are never logged',
}

/** Flags of commands that kubectl has too, and where. */
const shared: Readonly<
  Record<string, { readonly file: string; readonly as: 'kubectl' | 'kubectl, and more' | string }>
> = {
  selector: { file: 'get.txt', as: 'kubectl' },
  'chunk-size': { file: 'get.txt', as: 'kubectl, and more' },
  client: { file: 'version.txt', as: 'kubectl' },
  'all-namespaces': { file: 'get.txt', as: 'the whole cluster is the default here, cluster-scoped objects included' },
  'no-headers': { file: 'get.txt', as: 'there is one kind of table' },
  output: { file: 'get.txt', as: 'there are fewer formats, other ones for each command' },
  watch: { file: 'get.txt', as: 'it always lists, and cannot watch one object alone' },
  wait: { file: 'delete.txt', as: 'it waits for objects to go, not for finalizers that stay; the default is told' },
  timeout: { file: 'delete.txt', as: 'the default is a minute, not a week; of `wait`, what kubectl wait says' },
  all: { file: 'delete.txt', as: 'it selects what is waited for, as in kubectl wait' },
  cascade: { file: 'delete.txt', as: 'kubectl' },
  'dry-run': { file: 'delete.txt', as: 'it prints a plan, not the object' },
  interactive: { file: 'delete.txt', as: 'it walks through an explanation; what it changes, `remove` asks about' },
  filename: { file: 'delete.txt', as: 'it is a file of groups, not of objects' },
  recursive: { file: 'delete.txt', as: 'kubectl' },
  kustomize: { file: 'delete.txt', as: 'kubectl' },
}

const test = suite('flags that kubectl has too')

test('are all those of kubectl, but for some that have no use here', () => {
  const missing = [...options.keys()].filter(name => !(name in globalFlags))
  assert.equal(missing, Object.keys(notTaken))
  assert.equal(
    Object.keys(globalFlags).filter(name => !options.has(name)),
    ['catalogue', 'logs', 'sandbox'],
  )
})

test('say what kubectl says of them', () => {
  for (const [name, { alias, describe }] of options) {
    const ours = (globalFlags as FlagSpecs)[name]
    if (ours === undefined) continue
    if (name in narrower) assert.ok(ours.describe.startsWith(describe) && ours.describe !== describe, name)
    else assert.is(ours.describe, describe, name)
    assert.is(ours.alias, alias === name ? undefined : alias, name)
  }
})

test('of commands are told with a reason where they are not as kubectl has them', () => {
  for (const { name: command, flags } of commands) {
    for (const [name, { alias, describe }] of Object.entries(flags)) {
      const known = shared[name]
      const files = ['get.txt', 'delete.txt', 'version.txt'].filter(file => kubectlFlags(file).has(name))
      assert.is(known !== undefined, files.length > 0, `${command} --${name}`)
      if (known === undefined) continue
      const theirs = kubectlFlags(known.file).get(name)!
      assert.is(alias, theirs.alias, `${command} --${name}`)
      if (known.as === 'kubectl') assert.is(describe, theirs.describe, `${command} --${name}`)
      if (known.as === 'kubectl, and more') assert.ok(describe.startsWith(theirs.describe), `${command} --${name}`)
    }
  }
})

test.run()
