import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { builtByGo } from '../built-by-go.ts'

const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint'
const KREW = ['sigs.k8s.io/krew/cmd/krew', 'sigs.k8s.io/krew/cmd/validate-krew-manifest']

/** What checks a release besides our own rules: actionlint, krew, and the validator of krew's index. Undefined where they cannot be built. */
export async function releasePrograms(): Promise<{ actionlint: string; krew: string; validator: string } | undefined> {
  const folder = await builtByGo(join(import.meta.dirname, 'program'), 'release', [ACTIONLINT, ...KREW])
  if (folder === undefined) return undefined
  const [actionlint, krew, validator] = ['actionlint', 'krew', 'validate-krew-manifest'].map(name => join(folder, name))
  return { actionlint: actionlint!, krew: krew!, validator: validator! }
}

/** Runs a program to its end. */
export function ended(
  program: string,
  args: readonly string[],
  { input = '', ...options }: { readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {},
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
