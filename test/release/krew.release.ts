import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isNative, type Platform } from '../../scripts/release/platforms.ts'
import { api, kubectlAvailable, namespace, type RunOptions, runProgram, target, unique } from '../e2e/rig/rig.ts'
import { type Installed, krewInstall } from './krew-install.ts'
import { violations } from './krew-rules.ts'
import { manifest, manifestText } from './released.ts'

const own = manifest.spec.platforms.find(({ selector }) => isNative(selector.matchLabels as unknown as Platform))!

const krew = suite('krew')

krew('finds no fault with the manifest', () => {
  assert.equal(violations(manifestText), [])
})

krew('finds each platform once', () => {
  const selectors = manifest.spec.platforms.map(({ selector }) => JSON.stringify(selector.matchLabels))
  assert.is(new Set(selectors).size, selectors.length)
})

krew.run()

const installed = suite('the program that krew installed')
const withKubectl = kubectlAvailable() ? installed : installed.skip

/** kubectl with krew's folder on PATH, as its users have it. */
function kubectl({ bin }: Installed, args: readonly string[], options: RunOptions = {}) {
  const PATH = [bin, process.env.PATH ?? ''].join(delimiter)
  return runProgram(target().kubectl!, args, { ...options, env: { PATH } })
}

withKubectl('tells its versions to kubectl, and says nothing else', async () => {
  using plugin = krewInstall(manifest, own)
  const { code, stdout, stderr } = await kubectl(plugin, ['finalize', 'version', '--client'])
  assert.is(code, 0, stderr)
  assert.is(stderr, '')
  assert.ok(stdout.startsWith(`Client Version: ${manifest.spec.version}\n`), stdout)
})

withKubectl('lists and explains what is stuck', async () => {
  using plugin = krewInstall(manifest, own)
  const held = await api.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: unique('held'), namespace: await namespace(), finalizers: ['example.com/hold'] },
  })
  await api.delete(held)
  const place = ['-n', held.metadata.namespace!]
  const listed = await kubectl(plugin, ['finalize', 'list', 'configmaps', '-o', 'name', ...place])
  assert.equal({ code: listed.code, stdout: listed.stdout }, { code: 0, stdout: `configmap/${held.metadata.name}\n` })

  const explained = await kubectl(plugin, ['finalize', 'explain', `cm/${held.metadata.name}`, '-o', 'json', ...place])
  assert.is(explained.code, 0, explained.stderr)
  assert.is(JSON.parse(explained.stdout).kind, 'Explanation')
})

withKubectl('warns of another one on PATH', async () => {
  using first = krewInstall(manifest, own)
  using second = krewInstall(manifest, own)
  const [bin, other] = [[first.bin, second.bin].join(delimiter), realpathSync(join(second.store, own.bin))]
  const { code, stdout, stderr } = await kubectl({ ...first, bin }, ['finalize', 'version', '--client', '-o', 'json'])
  assert.is(code, 0)
  assert.equal(JSON.parse(stdout).otherPrograms, [other])
  assert.is(stderr.split(other).length, 2, stderr)
})

installed.run()
