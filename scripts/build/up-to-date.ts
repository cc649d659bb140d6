import { access, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { bundle } from './bundle.ts'
import { keepCode } from './code-cache.ts'
import { contentKey } from './content-key.ts'
import { makeExecutable } from './executable.ts'
import { partsOf } from './parts.ts'
import { packagesOf, thirdPartyLicences } from './third-party.ts'

/** What the built program depends on. */
const SOURCES = [
  'src',
  'catalogue',
  'docs/schema/catalogue-v1.json',
  'scripts/build',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

export interface Built {
  /** The executable for this machine. */
  readonly program: string
  /** The same for any Node. */
  readonly bundle: string
  /** The same in parts, as executables have it. */
  readonly parts: string
  /** The compiled code of these, for this machine. */
  readonly code: string
  /** The licences of the packages that are in the bundle. */
  readonly licences: string
}

/** Builds `dist/` of the repository at `root`, unless it is as it should be already. */
export async function upToDate(root: string, say: (line: string) => void): Promise<Built> {
  const dist = join(root, 'dist')
  const name = process.platform === 'win32' ? 'kubectl-finalize.exe' : 'kubectl-finalize'
  const built = {
    program: join(dist, name),
    bundle: join(dist, 'kubectl-finalize.mjs'),
    parts: join(dist, 'parts.json'),
    code: join(dist, 'code.json'),
    licences: join(dist, 'LICENSE-THIRD-PARTY'),
  }
  const keyFile = join(dist, '.built-from')
  const key = await contentKey(root, SOURCES)
  const there = await Promise.all(Object.values(built).map(isThere))
  if ((await textOf(keyFile)) === key && there.every(Boolean)) return built

  const started = performance.now()
  await mkdir(dist, { recursive: true })
  const inputs = await bundle(join(root, 'src/main.ts'), built.bundle, say)
  await writeFile(built.licences, await thirdPartyLicences(packagesOf(inputs.map(input => resolve(input)))))
  await writeFile(built.parts, JSON.stringify(await partsOf(join(root, 'src/main.ts'))))
  await keepCode(built.parts, built.code)
  await makeExecutable(built.parts, built.program, built)
  await writeFile(keyFile, key)
  const { size } = await stat(built.bundle)
  say(
    `built dist/${name} (bundle of ${Math.round(size / 1024)} KB) in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  return built
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const textOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined)
