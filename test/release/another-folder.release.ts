import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, realpathSync, statSync, utimesSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isNative, type Platform } from '../../scripts/release/platforms.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import type { ManifestPlatform } from './krew-rules.ts'
import { archiveOf, labelOf, manifest, root } from './released.ts'

const test = suite('a release')

/** The sources of the repository in a folder, as of another day, for their owner alone, with packages of its own. */
function copySources(to: string): void {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\0')
  const present = files.filter(file => statSync(join(root, file), { throwIfNoEntry: false })?.isFile())
  for (const file of present) {
    const copy = join(to, file)
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(join(root, file), copy)
    chmodSync(copy, statSync(copy).mode & 0o700)
    utimesSync(copy, 1e9, 1e9)
  }
  // Links are enough: nothing is written to packages. Not across file systems.
  const packages = [realpathSync(join(root, 'node_modules')), join(to, 'node_modules')]
  try {
    execFileSync('cp', ['-al', ...packages], { stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', ...packages])
  }
}

/** Of each kind of archive one: an executable with compiled code, a folder, an executable for another machine. */
function kinds(): readonly ManifestPlatform[] {
  const native = manifest.spec.platforms.find(({ selector }) => isNative(selector.matchLabels as unknown as Platform))
  const first = (os: string) =>
    manifest.spec.platforms.find(each => each !== native && each.selector.matchLabels.os === os)
  return [native, first('darwin'), first('windows')].filter(each => each !== undefined)
}

test('of the same sources is the same, byte for byte, in another folder, time zone and language, compiled code included', async () => {
  using elsewhere = temporaryFolder()
  const place = join(elsewhere.path, 'another folder', 'whose path is longer')
  copySources(place)
  const only = kinds().flatMap(each => ['--only', labelOf(each)])
  const script = 'umask 077; exec "$0" scripts/setup.mjs scripts/release.ts "$@"'
  const XDG_CACHE_HOME = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  await promisify(execFile)('sh', ['-c', script, process.execPath, ...only], {
    cwd: place,
    env: {
      PATH: process.env.PATH,
      HOME: elsewhere.path,
      XDG_CACHE_HOME,
      TZ: 'Pacific/Kiritimati',
      LANG: 'tr_TR.UTF-8',
    },
  })
  for (const platform of kinds()) {
    const [archive, again] = [archiveOf(platform), join(place, 'dist/release', basename(archiveOf(platform)))]
    assert.ok(readFileSync(archive).equals(readFileSync(again)), `${labelOf(platform)} is another`)
  }
})

test.run()
