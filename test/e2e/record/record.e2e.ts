import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownCluster, ownClusterAvailable } from '../explain/own-cluster.ts'
import { api, kubectl, kubectlAvailable, namespace, run } from '../rig/rig.ts'
import { NO_CLUSTER } from './elsewhere.ts'
import { told } from './told.ts'

const test = suite('a cluster that is not at hand')

const LOOKS = [['explain', '-o', 'json'], ['explain'], ['list', '-o', 'json']] as const

const FINALIZER = 'example.com/hold'

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'finalize-e2e-record-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

async function stuck(cluster: typeof api, place: string) {
  const metadata = { name: 'held', namespace: place, finalizers: [FINALIZER] }
  const data = { password: 'not-to-be-told' }
  await cluster.delete(await cluster.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data }))
}

if (ownClusterAvailable())
  test('is explained from its recording once it has stopped, byte for byte but for the time', async () => {
    using place = folder()
    const file = join(place.path, 'recording.gz')
    const name = 'shop'
    const looks: { readonly args: readonly string[]; readonly stdout: string; readonly code: number | null }[] = []
    {
      await using cluster = await ownCluster()
      await cluster.api.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
      await stuck(cluster.api, name)
      await cluster.api.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } } as never)
      // Controllers go on while the three look: one of the looks is of the time of the recording.
      const look = async () => {
        for (const args of LOOKS) looks.push({ args, ...(await run([...args, '-n', name], { env: cluster.env })) })
      }
      await look()
      const recorded = await run(['record', '-o', file], { env: cluster.env })
      assert.is(recorded.code, 0, recorded.stderr)
      await look()
    }
    for (const args of LOOKS) {
      const here = await run([...args, '-n', name, '--from', file], { env: NO_CLUSTER })
      const there = looks.filter(each => each.args === args)
      assert.is(here.code, there[0]!.code, here.stderr)
      const same = there.find(({ stdout }) => timeless(stdout) === timeless(here.stdout))
      assert.is(timeless(here.stdout), timeless((same ?? there[1]!).stdout), args.join(' '))
    }
  })

/** Times of the look, and what is counted to it. */
function timeless(text: string): string {
  return text
    .replaceAll(/ read in [\d.]+ s;/g, ' read;')
    .replaceAll(/"(takenAt)": "[^"]*"|"(ageSeconds)": \d+/g, '"$1$2"')
    .replaceAll(/\d+ ?(s|m|h)( ago)?\b/g, 'T')
}

test('tells no data of ConfigMaps, and changes nothing for whoever writes', async () => {
  using place = folder()
  const name = await namespace()
  await stuck(api, name)
  const file = join(place.path, 'recording.gz')
  const recorded = await run(['record', '-n', name, '-o', file])
  assert.is(recorded.code, 0, recorded.stderr)
  assert.match(recorded.stdout, /Never in it: data of Secrets and ConfigMaps/)
  const shown = await run(['record', '--show', file], { env: NO_CLUSTER })
  assert.is(shown.stdout, recorded.stdout)
  const { gunzipSync } = await import('node:zlib')
  const { readFileSync } = await import('node:fs')
  assert.not.match(gunzipSync(readFileSync(file)).toString(), /not-to-be-told/)
  for (const args of [
    ['remove', 'cm/held'],
    ['namespace', name],
    ['replay', 'cm/held'],
    ['restore', 'x'],
  ]) {
    const refused = await run([...args, '--from', file])
    assert.is(refused.code, 2)
    assert.match(refused.stderr, /--from works with list, explain, preflight and catalog/)
  }
})

if (kubectlAvailable())
  test('is explained from what kubectl dumped of it: the same, or unknown', async () => {
    using place = folder()
    const name = await namespace()
    await stuck(api, name)
    const there = JSON.parse((await run(['explain', '-n', name, '-o', 'json'])).stdout)
    const dumped = await kubectl([
      'cluster-info',
      'dump',
      '--namespaces',
      name,
      '--output-directory',
      join(place.path, 'info'),
    ])
    assert.is(dumped.code, 0, dumped.stderr)
    const printed = await kubectl(['cluster-info', 'dump', '--namespaces', name])
    writeFileSync(join(place.path, 'info.txt'), printed.stdout)
    mkdirSync(join(place.path, 'get'))
    for (const format of ['yaml', 'json']) {
      const got = await kubectl(['get', 'configmaps,pods,events,serviceaccounts,roles', '-n', name, '-o', format])
      assert.is(got.code, 0, got.stderr)
      writeFileSync(join(place.path, 'get', `all.${format}`), got.stdout)
    }
    for (const dump of ['get', 'get/all.yaml', 'get/all.json']) {
      const ran = await run(['explain', '-o', 'json', '--from', join(place.path, dump)], { env: NO_CLUSTER })
      assert.is(ran.code, 0, ran.stderr)
      const here = JSON.parse(ran.stdout)
      assert.is(here.complete, false)
      assert.equal(
        here.objects.map((each: { ref: { name: string } }) => each.ref.name),
        ['held'],
      )
      assert.equal(
        told(here).objects.map(({ uid, verdict }) => ({ uid, verdict })),
        told(there).objects.map(({ uid }) => ({ uid, verdict: 'unknown' })),
      )
    }
    for (const dump of ['info', 'info.txt']) {
      const ran = await run(['list', '-o', 'json', '--from', join(place.path, dump)], { env: NO_CLUSTER })
      assert.is(ran.code, 0, ran.stderr)
      // No ConfigMaps are in such a dump: that none is terminating is not said.
      assert.is(JSON.parse(ran.stdout).complete, false)
    }
  })

/** All times in a text as if it had been written so many days ago. */
function older(text: string, days: number): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, time =>
    new Date(Date.parse(time) - days * 86_400_000).toISOString().replace('.000Z', 'Z'),
  )
}

if (kubectlAvailable())
  test('from a dump of last month nobody is said to be down, and nothing to be a month late', async () => {
    using place = folder()
    const name = await namespace()
    const metadata = { name: 'going', namespace: name, finalizers: [FINALIZER] }
    const spec = { containers: [{ name: 'main', image: 'example.com/none' }] }
    await api.delete(await api.create({ apiVersion: 'v1', kind: 'Pod', metadata, spec }))
    const namespaces = ['--namespaces', `${name},kube-system`]
    const info = join(place.path, 'info')
    const dumped = await kubectl(['cluster-info', 'dump', ...namespaces, '--output-directory', info])
    assert.is(dumped.code, 0, dumped.stderr)
    for (const each of readdirSync(info, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.json')))
      writeFileSync(join(info, each), older(readFileSync(join(info, each), 'utf8'), 30))
    const printed = await kubectl(['cluster-info', 'dump', ...namespaces])
    writeFileSync(join(place.path, 'info.txt'), older(printed.stdout, 30))
    // Leases, which a healthy controller renews every few seconds, are in what `get` prints alone.
    const got = await kubectl(['get', 'leases,pods,events,namespaces,nodes', '-A', '-o', 'json'])
    assert.is(got.code, 0, got.stderr)
    writeFileSync(join(place.path, 'all.json'), older(got.stdout, 30))
    for (const dump of ['info', 'info.txt', 'all.json']) {
      const look = ['explain', 'pods/going', '-n', name, '-o', 'json', '--from', join(place.path, dump)]
      const ran = await run(look, { env: NO_CLUSTER })
      assert.not.equal(ran.stdout, '', `${dump}: ${ran.stderr}`)
      const here = JSON.parse(ran.stdout) as {
        causes: { code: string; verdict: string }[]
        objects: { ref: { name: string }; ageSeconds?: number }[]
      }
      assert.equal(
        here.causes.filter(({ code, verdict }) => /Down$|Unhealthy$/.test(code) && verdict !== 'unknown'),
        [],
        dump,
      )
      const age = here.objects.find(({ ref }) => ref.name === 'going')?.ageSeconds
      assert.ok(age !== undefined && age < 3600, `${dump}: ${age} s`)
    }
  })

test.run()
