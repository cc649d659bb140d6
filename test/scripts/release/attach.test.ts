import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../../cluster/temporary-folder.ts'

const test = suite('what stands beside the archives of a release')

const root = resolve(import.meta.dirname, '../../..')
const FILES = ['a_linux_amd64.tar.gz', 'a_windows_amd64.zip', 'krew-manifest.yaml']

/** A step of the workflow, with these programs first on PATH. */
function run(script: string, args: readonly string[], programs = '', more: NodeJS.ProcessEnv = {}): void {
  const path = [programs, process.env.PATH].join(delimiter)
  execFileSync(join(root, 'scripts/release', script), args, {
    env: { ...process.env, ...more, PATH: path },
    stdio: 'pipe',
  })
}

/** Puts a program into a folder that is found first: it tells what it was asked for. */
function standIn(folder: string, name: string, more = ''): void {
  writeFileSync(join(folder, name), `#!/bin/sh\necho "$@" > '${folder}/asked'\n${more}`)
  chmodSync(join(folder, name), 0o755)
}

test('is an SBOM of every package, checksums of every file, and one signature, only of files that are as they were', () => {
  using folder = temporaryFolder()
  for (const file of FILES) writeFileSync(join(folder.path, file), file)
  run('attach.sh', [folder.path])
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
    [...FILES.slice(0, 2), 'sbom.cdx.json', FILES[2]],
  )

  using programs = temporaryFolder()
  standIn(programs.path, 'cosign', 'echo signed > SHA256SUMS.sigstore.json\n')
  standIn(programs.path, 'gh')
  const asked = () => readFileSync(join(programs.path, 'asked'), 'utf8')
  assert.throws(() => run('publish.sh', ['v1.2.3', folder.path], programs.path), /is not signed/)
  run('sign.sh', [folder.path], programs.path)
  assert.is(asked(), 'sign-blob --yes --bundle SHA256SUMS.sigstore.json SHA256SUMS\n')
  run('publish.sh', ['v1.2.3', folder.path], programs.path)
  const beside = ['SHA256SUMS', 'SHA256SUMS.sigstore.json', ...FILES, 'sbom.cdx.json'].join(' ')
  assert.is(asked(), `release create v1.2.3 --verify-tag --generate-notes -- ${beside}\n`)

  writeFileSync(join(programs.path, 'asked'), '')
  writeFileSync(join(folder.path, FILES[0]!), 'another')
  assert.throws(() => run('sign.sh', [folder.path], programs.path))
  assert.throws(() => run('publish.sh', ['v1.2.3', folder.path], programs.path))
  assert.is(asked(), '')
})

test('is an image that is signed by the digest that the registry has, and by no tag', () => {
  using programs = temporaryFolder()
  for (const name of ['docker', 'cosign']) standIn(programs.path, name)
  standIn(programs.path, 'npm', 'echo sha256:1; echo ghcr.io/o/r@sha256:2\n')
  const env = { TOKEN: 't', GITHUB_ACTOR: 'a', GITHUB_REPOSITORY: 'o/r' }
  run('push-image.sh', ['v1.2.3'], programs.path, env)
  assert.is(readFileSync(join(programs.path, 'asked'), 'utf8'), 'sign --yes ghcr.io/o/r@sha256:2\n')
  standIn(programs.path, 'npm', 'echo sha256:1\n')
  assert.throws(() => run('push-image.sh', ['v1.2.3'], programs.path, env), /was not pushed/)
})

test('is of a tag that is the version of package.json', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  run('check-tag.sh', [`v${version}`])
  for (const other of [version, `v${version}0`, 'v', ''])
    assert.throws(() => run('check-tag.sh', [other]), /error|the tag/, other)
})

test.run()
