import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { message, type Sentence, Trouble } from '../../../messages/sentence.ts'
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
    if (code === 'ENOENT') throw new Trouble(message('KustomizeNeedsKubectl'))
    if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
      throw wrong(path, message('LargerThan', { mebibytes: MAX_BYTES >> 20, what: 'printed' }))
    if (typeof code !== 'number') throw error
    throw wrong(path, firstLine(stderr) ?? message('EndedWith', { code }))
  }
}

function wrong(path: string, why: Sentence): Trouble {
  return new Trouble(message('InFile', { file: `kubectl kustomize ${path}`, why }))
}

function firstLine(text = ''): string | undefined {
  const line = text.split('\n').find(each => each.trim() !== '')
  // kubectl has its errors logged where it ends without a Status.
  return line?.trim().replace(/^error: |^E\d{4} .*? err=/, '')
}
