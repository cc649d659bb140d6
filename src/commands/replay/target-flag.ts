import { UsageError } from '../../exit-code.ts'
import type { TargetKubeconfig } from '../../operations/replay/request.ts'

/** Reads `NAME=KUBECONFIG[:CONTEXT]`. Throws UsageError. */
export function readTarget(text: string): TargetKubeconfig {
  const equals = text.indexOf('=')
  const [target, rest] = [text.slice(0, equals), text.slice(equals + 1)]
  // A drive letter is no path of its own.
  const colon = rest.indexOf(':', /^[A-Za-z]:[\\/]/.test(rest) ? 2 : 0)
  const [path, context] = colon < 0 ? [rest, undefined] : [rest.slice(0, colon), rest.slice(colon + 1)]
  if (equals < 1 || path === '' || context === '') {
    throw new UsageError(`invalid argument "${text}" for "--target" flag: it takes NAME=KUBECONFIG[:CONTEXT]`)
  }
  return { target, path, context }
}
