import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../../cluster/temporary-folder.ts'

const test = suite('what stands beside the archives of a release')

const root = resolve(import.meta.dirname, '../../..')
const FILES = ['a_linux_amd64.tar.gz', 'a_windows_amd64.zip', 'krew-manifest.yaml']

function run(name: string, folder: string, path = process.env.PATH ?? ''): void {
  execFileSync('bash', [join(root, 'scripts/release', name), folder], {
    env: { ...process.env, PATH: path },
    stdio: 'pipe',
  })
}

test('is an SBOM of every package, checksums of every file, and one signature, only of files that are as they were', () => {
  using folder = temporaryFolder()
  for (const file of FILES) writeFileSync(join(folder.path, file), file)
  run('attach.sh', folder.path)
  const sbom = JSON.parse(readFileSync(join(folder.path, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string
    components: readonly { name: string; version: string }[]
  }
  assert.is(sbom.bomFormat, 'CycloneDX')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { version: string }>>
  }
  for (const name of ['yaml', 'esbuild', '@modelcontextprotocol/server']) {
    const found = sbom.components.find(
      each => each.name === name || `${(each as { group?: string }).group}/${each.name}` === name,
    )
    assert.is(found?.version, packages[`node_modules/${name}`]!.version, name)
  }
  const sums = readFileSync(join(folder.path, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
  assert.equal(
    sums.map(line => line.split('  ')[1]),
    [...FILES.slice(0, 2), 'sbom.cdx.json', 'krew-manifest.yaml'],
  )

  // In place of cosign: it tells what it was asked for.
  writeFileSync(join(folder.path, 'cosign'), '#!/bin/sh\necho "$@" > asked\n')
  chmodSync(join(folder.path, 'cosign'), 0o755)
  const path = [folder.path, process.env.PATH].join(delimiter)
  run('sign.sh', folder.path, path)
  const asked = readFileSync(join(folder.path, 'asked'), 'utf8')
  assert.is(asked, 'sign-blob --yes --bundle SHA256SUMS.sigstore.json SHA256SUMS\n')
  writeFileSync(join(folder.path, 'asked'), '')
  writeFileSync(join(folder.path, FILES[0]!), 'another')
  assert.throws(() => run('sign.sh', folder.path, path))
  assert.is(readFileSync(join(folder.path, 'asked'), 'utf8'), '')
})

test.run()
