import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { krewManifest, krewTemplate } from '../../../scripts/release/krew-manifest.ts'
import { platforms } from '../../../scripts/release/platforms.ts'
import { violations } from '../../release/krew-rules.ts'

const text = krewManifest(
  { version: '1.2.3', repository: { url: 'git+https://example.com/owner/plugin.git' } },
  platforms.map(platform => ({ platform, sha256: 'ab'.repeat(32), files: ['kubectl-finalize', 'LICENSE'] })),
)

const manifest = suite('the krew manifest')

manifest('breaks no rule', () => {
  assert.equal(violations(text), [])
})

manifest('points at the archives of its own tag', () => {
  const [first] = parse(text).spec.platforms
  assert.is(
    first.uri,
    'https://example.com/owner/plugin/releases/download/v1.2.3/kubectl-finalize_v1.2.3_linux_amd64.tar.gz',
  )
})

manifest('in the root is of the last release: every platform, and the version of the package or an older one', () => {
  const root = resolve(import.meta.dirname, '../../..')
  const released = readFileSync(join(root, 'krew-manifest.yaml'), 'utf8')
  assert.equal(violations(released), [])
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { spec } = parse(released)
  assert.ok(`v${version}`.localeCompare(spec.version, 'en', { numeric: true }) >= 0)
  assert.equal(
    spec.platforms.map(({ selector }: { selector: { matchLabels: object } }) => selector.matchLabels),
    platforms,
  )
})

manifest('in the root is also the template of the bot: else npm run release', () => {
  const root = resolve(import.meta.dirname, '../../..')
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const { spec } = parse(read('krew-manifest.yaml'))
  const version = spec.version.slice(1)
  const template = read('.krew.yaml')
  assert.is(template, krewTemplate(read('krew-manifest.yaml'), { version }))
  assert.is(template.split('addURIAndSha').length - 1, platforms.length)
  assert.not.ok(template.includes(version))
  assert.not.match(template, /[0-9a-f]{64}/)
})

/** Each rule, by a first occurrence in the text, and what in its place breaks the rule. */
const broken: readonly (readonly [rule: string, right: string, wrong: string])[] = [
  ['apiVersion', 'v1alpha2', 'v1'],
  ['kind', 'kind: Plugin', 'kind: plugin'],
  ['metadata.name', 'name: finalize', 'name: nul'],
  ['spec.version', 'version: v1.2.3', 'version: 1.2.3'],
  ['spec.shortDescription', 'shortDescription: Explain', 'shortDescription: |-\n    Two\n    lines\n  else: Explain'],
  ['spec.homepage', 'homepage:', 'elsewhere:'],
  ['spec.platforms is empty', 'platforms:', 'platforms: []\n  else:'],
  ['uri', '.tar.gz', '.tar.xz'],
  ['sha256', 'ab'.repeat(32), 'AB'.repeat(32)],
  ['selector', 'arch: amd64', 'arch: amd64\n        libc: musl'],
  ['selector os', 'os: linux', 'os: win32'],
  ['selector arch', 'arch: amd64', 'arch: x64'],
  ['bin is no .exe', 'bin: kubectl-finalize.exe', 'bin: kubectl-finalize.cmd'],
  ['bin leads out', 'bin: kubectl-finalize', 'bin: ../kubectl-finalize'],
  ['files is empty', 'files:', 'files: []\n    else:'],
  ['files without', 'to: .', 'onto: .'],
  ['no LICENSE', 'from: LICENSE', 'from: README'],
]

manifest('would be told each rule that it breaks', () => {
  for (const [rule, right, wrong] of broken) {
    const edited = text.replace(right, wrong)
    assert.is.not(edited, text, rule)
    const found = violations(edited)
    assert.ok(
      found.some(each => each.includes(rule)),
      `${rule}: ${found}`,
    )
  }
})

manifest.run()
