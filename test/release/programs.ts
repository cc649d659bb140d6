import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { builtByGo } from '../built-by-go.ts'

const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint'
const KREW = ['sigs.k8s.io/krew/cmd/krew', 'sigs.k8s.io/krew/cmd/validate-krew-manifest']

/** The programs that check a release besides our own rules, as paths. */
export interface ReleasePrograms {
  readonly actionlint: string
  readonly krew: string
  /** Of krew's index. */
  readonly validator: string
  /** Renders the template of krew-release-bot. */
  readonly template: string
}

/** Undefined where they cannot be built. */
export async function releasePrograms(): Promise<ReleasePrograms | undefined> {
  const folder = await builtByGo(join(import.meta.dirname, 'program'), 'release', [ACTIONLINT, ...KREW, '.'])
  if (folder === undefined) return undefined
  const program = (name: string): string => join(folder, name)
  return {
    actionlint: program('actionlint'),
    krew: program('krew'),
    validator: program('validate-krew-manifest'),
    template: program('release'),
  }
}

/** Runs a program to its end. */
export function ended(
  program: string,
  args: readonly string[],
  { input = '', ...options }: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string; readonly input?: string } = {},
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { ...options, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code
      if (typeof code === 'number') resolve({ code, output: `${stdout}${stderr}` })
      else reject(error)
    })
    child.stdin?.end(input)
  })
}
