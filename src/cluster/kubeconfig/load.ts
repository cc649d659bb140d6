import { delimiter, join } from 'node:path'
import { misconfigured } from '../../api/failure.ts'
import { ShapeError } from '../../api/shape.ts'
import { yamlFlaw } from '../../api/yaml-flaw.ts'
import { endable } from '../../endable.ts'
import { codeOfFileError, describeFileError, type FileReader } from './file-reader.ts'
import type { Kubeconfig } from './kubeconfig.ts'
import { parseKubeconfig } from './parse.ts'

/** Of a file, in characters: what is shorter is parsed in a fraction of a second. */
const LONG = 1 << 18

export interface LoadedFile {
  readonly path: string
  readonly config: Kubeconfig
}

/**
 * Reads the kubeconfig files that count, in order: --kubeconfig alone, else the list in KUBECONFIG, else
 * `~/.kube/config`. A missing file is skipped, unless --kubeconfig names it. Throws ApiFailure `configuration`.
 */
export async function loadKubeconfigs(
  explicit: string | undefined,
  env: NodeJS.ProcessEnv,
  files: FileReader,
): Promise<readonly LoadedFile[]> {
  const loaded: LoadedFile[] = []
  for (const path of explicit ? [explicit] : kubeconfigPaths(env)) {
    const content = readIfPresent(path, files, path === explicit)
    if (content !== undefined) loaded.push({ path, config: await parseFile(path, content) })
  }
  return loaded
}

/** Empty and repeated entries of KUBECONFIG do not count; set but empty, it counts as not set. */
function kubeconfigPaths(env: NodeJS.ProcessEnv): readonly string[] {
  if (env.KUBECONFIG) return [...new Set(env.KUBECONFIG.split(delimiter).filter(path => path !== ''))]
  const home = env.HOME || env.USERPROFILE
  return home ? [join(home, '.kube', 'config')] : []
}

function readIfPresent(path: string, files: FileReader, required: boolean): string | undefined {
  try {
    return new TextDecoder().decode(files.read(path))
  } catch (error) {
    const missing = codeOfFileError(error) === 'ENOENT'
    if (missing && !required) return undefined
    if (missing) throw misconfigured(`stat ${path}: no such file or directory`, { cause: error })
    throw misconfigured(`error loading config file "${path}": ${describeFileError(path, error)}`, { cause: error })
  }
}

async function parseFile(path: string, content: string): Promise<Kubeconfig> {
  // Imported here: the parser costs tens of milliseconds, which commands without a cluster should not pay.
  const yaml = await import('yaml')
  const parse = (): Kubeconfig => {
    try {
      return parsed(path, content, yaml)
    } catch (error) {
      // The parser takes a frame of the stack for each level.
      if (!(error instanceof RangeError)) throw error
      throw misconfigured(`error loading config file "${path}": it is nested too deeply`, { cause: error })
    }
  }
  return content.length >= LONG ? endable(parse) : parse()
}

function parsed(path: string, content: string, { LineCounter, parseAllDocuments }: typeof import('yaml')): Kubeconfig {
  const lineCounter = new LineCounter()
  // Without "pretty" errors, which quote the lines around them: lines of a kubeconfig hold secrets.
  const options = { lineCounter, prettyErrors: false, uniqueKeys: false, merge: true } as const
  const document = parseAllDocuments(content, options)[0]
  const error = document?.errors[0]
  if (error !== undefined) {
    const line = lineCounter.linePos(error.pos[0]).line
    throw misconfigured(`error loading config file "${path}": yaml: line ${line}: ${yamlFlaw(error)}`, { cause: error })
  }
  try {
    return parseKubeconfig(document?.toJS())
  } catch (error) {
    // ReferenceError: an alias without its anchor.
    if (!(error instanceof ShapeError || error instanceof ReferenceError)) throw error
    throw misconfigured(`error loading config file "${path}": ${error.message}`, { cause: error })
  }
}
