import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Manifest, parseManifests } from '../parse-manifests.ts'

const MAX_BYTES = 64 << 20

export interface KustomizeTools {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
}

/**
 * The objects that `kubectl kustomize` prints for a directory: a program of the user's, as he would run it. Rejects
 * with an Error of one line.
 */
export async function readKustomization(path: string, { env, signal }: KustomizeTools): Promise<readonly Manifest[]> {
  const options = { env, signal, maxBuffer: MAX_BYTES, windowsHide: true }
  try {
    const { stdout } = await promisify(execFile)('kubectl', ['kustomize', '--', path], options)
    return parseManifests(stdout, `kubectl kustomize ${path}`)
  } catch (error) {
    const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string }
    if (code === 'ENOENT')
      throw new Error(
        '--kustomize runs kubectl, which is not on PATH: install it, or pass what kustomize builds to -f -',
      )
    if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
      throw new Error(`kubectl kustomize ${path}: it prints more than ${MAX_BYTES >> 20} MiB`)
    if (typeof code !== 'number') throw error
    throw new Error(`kubectl kustomize ${path}: ${firstLine(stderr) ?? `it ended with exit code ${code}`}`)
  }
}

function firstLine(text = ''): string | undefined {
  const line = text.split('\n').find(each => each.trim() !== '')
  // kubectl has its errors logged where it ends without a Status.
  return line?.trim().replace(/^error: |^E\d{4} .*? err=/, '')
}
