import { UsageError } from '../../exit-code.ts'

/** How a Landscaper Target's cluster is reached when the Target itself is not to be used. */
export interface TargetKubeconfig {
  readonly target: string
  readonly path: string
  readonly context?: string
}

/** Reads `NAME=KUBECONFIG[:CONTEXT]`. Throws UsageError. */
export function readTarget(text: string): TargetKubeconfig {
  const equals = text.indexOf('=')
  const [target, rest] = [text.slice(0, equals), text.slice(equals + 1)]
  if (equals < 1 || rest === '') {
    throw new UsageError(`invalid argument "${text}" for "--target" flag: it takes NAME=KUBECONFIG[:CONTEXT]`)
  }
  // A drive letter is no path of its own.
  const colon = rest.indexOf(':', /^[A-Za-z]:[\\/]/.test(rest) ? 2 : 0)
  return colon < 0 ? { target, path: rest } : { target, path: rest.slice(0, colon), context: rest.slice(colon + 1) }
}
