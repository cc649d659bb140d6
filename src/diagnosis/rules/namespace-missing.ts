import { FOREGROUND, JOB_TRACKING, ORPHAN, PV_PROTECTION, PVC_PROTECTION } from '../../api/builtin-finalizers.ts'
import type { ObjectMeta } from '../../api/object.ts'
import type { Remedy } from '../explanation.ts'
import { isLeftover, proofOfMissing } from '../namespaces/missing.ts'
import { toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'

/** Kubernetes takes these off by itself as soon as it can. */
const GO_BY_THEMSELVES: ReadonlySet<string> = new Set([FOREGROUND, ORPHAN, JOB_TRACKING, PVC_PROTECTION, PV_PROTECTION])

/** How many finalizers are named before the rest is counted. */
const MAX_NAMED = 5

/**
 * NamespaceMissing: the object's namespace does not exist any more (somebody forced its end), so that the API server
 * refuses every update of the object with 404 until the namespace is there again.
 */
export function namespaceMissing(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (!isLeftover(held) || !context.terminating.has(held.ref.uid)) return []
  const name = held.ref.namespace!
  const evidence = proofOfMissing(name, context)
  if (evidence === undefined) return []
  return [
    {
      verdict: 'stuck',
      cause: {
        key: `NamespaceMissing/${name}`,
        code: 'NamespaceMissing',
        subject: { kind: 'Namespace', name },
        summary: `Namespace ${name} no longer exists, and without it no object in it can be updated.`,
        evidence,
        remedies: (_, direct) => remedies(name, direct),
      },
    },
  ]
}

function remedies(namespace: string, direct: readonly StuckObject[]): readonly Remedy[] {
  const objects = direct.length === 1 ? 'the object' : `the ${direct.length} objects`
  const names = [...new Set(direct.flatMap(({ meta }) => foreign(meta)))]
  const removes = names.length === 0 ? '' : `remove ${listed(names)} where no controller does, `
  const loss = names.length === 0 ? '' : '; what their controllers would have cleaned up stays behind'
  return [
    toRepair(
      `in one guided step: recreate the namespace, ${removes}and delete it again${loss}`,
      [commandLine('kubectl', 'finalize', 'namespace', namespace)],
      names.length === 0 ? 'low' : 'medium',
    ),
    toRepair(
      `where the controllers of ${objects} still exist, only create the namespace again: they then finish their work, and the namespace can be deleted`,
      [commandLine('kubectl', 'create', 'namespace', namespace)],
      'low',
    ),
  ]
}

function listed(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).join(', ')
  return names.length > MAX_NAMED ? `${named} and ${names.length - MAX_NAMED} more finalizers` : named
}

function foreign({ finalizers = [] }: ObjectMeta): readonly string[] {
  return finalizers.filter(name => !GO_BY_THEMSELVES.has(name))
}
