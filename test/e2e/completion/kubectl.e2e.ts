import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { api, kubectlAvailable, namespace, runProgram, unique } from '../rig/rig.ts'
import { installedFolder } from './folder.ts'
import { inTime } from './in-time.ts'
import { stuckConfigMap } from './stuck.ts'

const test = suite('kubectl completes finalize')
const withKubectl = kubectlAvailable() ? test : test.skip

interface Installed {
  readonly folder?: string
  readonly env?: Readonly<Record<string, string>>
}

/** What kubectl hands to the shell for the words after `kubectl finalize`. */
async function asked(words: readonly string[], { folder = installedFolder(), env = {} }: Installed = {}) {
  const path = [folder, process.env.PATH ?? ''].join(delimiter)
  const { stdout, stderr, code, seconds } = await runProgram(
    join(folder, 'kubectl'),
    ['__complete', 'finalize', ...words],
    {
      env: { PATH: path, ...env },
    },
  )
  assert.is(code, 0, stderr)
  const lines = stdout.trimEnd().split('\n')
  const directive = lines.pop()
  // kubectl says on stderr which executable it called, and how it read the directive: nobody else may.
  const others = stderr.split('\n').filter(line => line !== '' && !/^(\[Debug\]|Completion ended)/.test(line))
  assert.equal(others, [], words.join(' '))
  return { choices: lines.map(line => line.split('\t')[0]!), lines, directive, seconds }
}

/** The same, of names that only the cluster has. */
function named(words: readonly string[]) {
  return inTime(
    () => asked(words),
    ({ choices }) => choices.length > 0,
  )
}

withKubectl('its commands and their flags', async () => {
  const { choices, lines, directive } = await asked([''])
  for (const command of ['list', 'explain', 'remove', 'namespace', 'restore', 'catalog', 'sandbox', 'version'])
    assert.ok(choices.includes(command))
  assert.ok(lines.some(line => line.startsWith('list\tList terminating objects')))
  assert.is(directive, ':4')
  assert.equal((await asked(['li'])).choices, ['list'])
  assert.equal((await asked(['list', '--fin'])).choices, ['--finalizer'])
  assert.ok((await asked(['list', '--'])).choices.includes('--as-group'))
  assert.equal((await asked(['list', '-o', ''])).choices, ['json', 'name', 'wide', 'yaml'])
  assert.equal((await asked(['explain', '--output=j'])).choices, ['json'])
  assert.equal((await asked(['completion', ''])).choices, ['bash', 'zsh', 'fish', 'powershell'])
  assert.equal((await asked(['list', '--sandbox=webhook'])).choices, ['webhook-dead'])
  assert.is((await asked(['list', '--kubeconfig', ''])).directive, ':0')
})

withKubectl('types, and names of what is terminating in the namespace', async () => {
  const place = await namespace()
  const other = await namespace()
  const stuck = await stuckConfigMap(place, 'example.com/a')
  const second = await stuckConfigMap(place, 'example.com/a')
  const elsewhere = await stuckConfigMap(other, 'example.com/b')
  await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: unique('alive'), namespace: place } })

  assert.ok((await named(['explain', 'config'])).choices.includes('configmaps'))
  assert.equal((await named(['list', 'pods,pvc'])).choices, ['pods,pvc'])
  assert.equal(
    (await named(['explain', '-n', place, 'cm/'])).choices.toSorted(),
    [`cm/${stuck}`, `cm/${second}`].toSorted(),
  )
  assert.equal((await named(['explain', '-n', place, 'cm', ''])).choices.toSorted(), [stuck, second].toSorted())
  assert.equal((await named(['explain', '-n', place, 'cm', stuck, ''])).choices, [second])
  assert.equal((await named(['explain', `--namespace=${other}`, 'configmaps', ''])).choices, [elsewhere])
  const { choices, directive } = await named(['explain', '-n', place, `cm/${stuck}`, 'configm'])
  assert.equal({ choices, directive }, { choices: ['configmaps/'], directive: ':6' })
})

withKubectl('finalizers and namespaces', async () => {
  const place = await namespace()
  const finalizer = `example.com/${unique('held')}`
  await stuckConfigMap(place, finalizer)
  await stuckConfigMap(place, finalizer)
  assert.equal((await named(['list', '-n', place, '--finalizer', 'exam'])).lines, [`${finalizer}\ton 2 objects`])
  assert.ok((await named(['list', '-n', place.slice(0, -1)])).choices.includes(place))
  assert.equal((await named(['catalog', 'kubernetes.io/pvc'])).choices, ['kubernetes.io/pvc-protection'])
})

withKubectl('what a command that writes is to change, and what it may be told', async () => {
  const place = await namespace()
  const finalizer = `example.com/${unique('held')}`
  const stuck = await stuckConfigMap(place, finalizer)
  await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: unique('alive'), namespace: place } })
  assert.equal((await named(['remove', '-n', place, 'cm/'])).choices, [`cm/${stuck}`])
  assert.equal((await named(['remove', '-n', place, 'cm', ''])).choices, [stuck])
  assert.equal((await named(['remove', '-n', place, '--finalizer', 'exam'])).choices, [finalizer])

  assert.not((await asked(['namespace', ''])).choices.includes(place))
  await api.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } })
  await api.waitFor(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } },
    now => now.metadata.deletionTimestamp,
  )
  const spaces = await named(['namespace', place.slice(0, -1)])
  assert.equal(spaces.lines, [`${place}\tterminating`])
  assert.equal((await asked(['namespace', place, ''])).choices, [])

  for (const command of ['remove', 'namespace', 'replay', 'restore']) {
    assert.equal(
      (await named([command, '--override', 'Controller'])).choices,
      ['ControllerAlive', 'ControllerUnknown'],
      command,
    )
    assert.equal((await named([command, '--dry-run='])).choices, ['none', 'client', 'server'], command)
  }
  const second = await named(['remove', '--override', 'ControllerAlive,Re'])
  assert.equal(second.choices, ['ControllerAlive,RepairFirst'])
  assert.not((await named(['remove', '--override', ''])).choices.includes('Changed'))
  assert.is((await asked(['restore', ''])).directive, ':0')
  assert.is((await asked(['remove', '--backup-dir', ''])).directive, ':0')
})

withKubectl('nothing, without a word and in time, when the cluster does not answer', async () => {
  const silent = createServer(() => {})
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  try {
    for (const server of [`http://127.0.0.1:${port}`, 'http://127.0.0.1:1']) {
      for (const words of [
        ['explain', ''],
        ['list', '-n', ''],
        ['list', '--finalizer', ''],
      ]) {
        // Half a second on a machine that does nothing else; this one may be busy.
        const { choices, directive } = await inTime(
          () => asked(['--server', server, ...words]),
          ({ seconds }) => seconds < 2,
        )
        assert.equal({ choices, directive }, { choices: [], directive: ':4' })
      }
    }
  } finally {
    silent.close()
  }
})

withKubectl('nothing, without a word, when the program is not installed or the line is wrong already', async () => {
  assert.equal((await asked(['list', '--bogus', ''])).choices, [])
  assert.equal((await asked(['nosuch', ''])).choices, [])
  const folder = installedFolder()
  const wrong = join(folder, 'kubeconfig')
  writeFileSync(wrong, 'clusters: [')
  assert.equal((await asked(['list', ''], { env: { KUBECONFIG: wrong } })).choices, [])
  rmSync(join(folder, 'kubectl-finalize'))
  assert.equal((await asked([''], { folder })).choices, [])
})

test.run()
