import { join, resolve } from 'node:path'
import { builtByGo } from '../built-by-go.ts'

export const DEPLOY = resolve(import.meta.dirname, '../../deploy')

/** The Go program with the code of helm, kustomize and Prometheus, built when its sources changed; undefined where it cannot be built. */
export async function deployProgram(): Promise<string | undefined> {
  const folder = await builtByGo(join(import.meta.dirname, 'program'), 'deploy', ['.'])
  return folder && join(folder, 'deploy')
}
