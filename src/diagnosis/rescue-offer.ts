import type { Cause, Remedy } from './explanation.ts'
import type { DirectlyHeld } from './held.ts'
import { commandLine } from './shell-quote.ts'

/** Types whose end is the end of data, whatever their finalizers leak. */
const DATA: ReadonlySet<string> = new Set([
  'persistentvolumeclaims',
  'persistentvolumes',
  'customresourcedefinitions.apiextensions.k8s.io',
])
/** Of a cause that holds more, these are offered; the others are saved alike. */
const MAX_OFFERED = 3

/**
 * The remedies of a cause with what saves the objects that it holds, should their deletion have been the mistake: after every
 * repair and before the removal, which loses them. Only where data is at stake.
 */
export function withRescue(
  remedies: readonly Remedy[],
  direct: readonly DirectlyHeld[],
  { code, verdict }: Pick<Cause, 'code' | 'verdict'>,
): readonly Remedy[] {
  // What is about to go by itself is gone before; and who binds a claim again is a part of kube-controller-manager.
  if (verdict === 'progressing' || code === 'ControllerManagerDown') return remedies
  const atStake = direct.filter(({ ref, meta }) => meta.deletionTimestamp !== undefined && DATA.has(ref.resource))
  const objects = [...new Map(atStake.map(({ ref }) => [ref.uid, ref])).values()]
  if (objects.length === 0) return remedies
  const offered: Remedy = {
    kind: 'inspect',
    summary: 'if the deletion was a mistake, preview how to save it; run it without --dry-run to save it',
    commands: objects.slice(0, MAX_OFFERED).map(({ resource, name, namespace }) => {
      const place = namespace === undefined ? [] : ['-n', namespace]
      return commandLine('kubectl', 'finalize', 'rescue', `${resource}/${name}`, ...place, '--dry-run=client')
    }),
    risk: 'none',
    leaks: [],
  }
  const at = remedies.findIndex(({ kind }) => kind === 'remove')
  return at < 0 ? [...remedies, offered] : remedies.toSpliced(at, 0, offered)
}
