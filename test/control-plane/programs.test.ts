import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { findPrograms } from './programs.ts'
import { contentKey, latest, linkerFlags, releases } from './releases.ts'

const programs = suite('the programs of a control plane')

/** A folder with executables of these names, said to be envtest's. */
function setup(...names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-assets-'))
  for (const name of names) {
    writeFileSync(join(folder, name), '#!/bin/sh\n')
    chmodSync(join(folder, name), 0o755)
  }
  process.env.KUBEBUILDER_ASSETS = folder
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

programs('are taken from KUBEBUILDER_ASSETS when all of them are there', async () => {
  using assets = setup('etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl')
  assert.equal(await findPrograms(latest, () => {}), { folder: assets.folder, origin: 'KUBEBUILDER_ASSETS' })
})

programs('are cached under a key of their own for each release', async () => {
  const keys = await Promise.all(releases.map(contentKey))
  assert.is(new Set(keys).size, releases.length)
  for (const [index, release] of releases.entries()) assert.ok(keys[index]!.startsWith(`${release.version}-`))
})

programs('know their version', () => {
  const flags = linkerFlags({ version: '1.30.14', modfile: '' })
  for (const part of ['gitVersion=v1.30.14', 'gitMajor=1', 'gitMinor=30']) assert.ok(flags.includes(`.${part}`), part)
})

programs.run()
