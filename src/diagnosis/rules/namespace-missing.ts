import { FOREGROUND, JOB_TRACKING, ORPHAN, PV_PROTECTION, PVC_PROTECTION } from '../../api/builtin-finalizers.ts'
import { message } from '../../messages/sentence.ts'
import { type Remedy, toRepair } from '../explanation.ts'
import { isLeftover, proofOfMissing } from '../namespaces/missing.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'

/** Kubernetes takes these off by itself as soon as it can. */
const GO_BY_THEMSELVES: ReadonlySet<string> = new Set([FOREGROUND, ORPHAN, JOB_TRACKING, PVC_PROTECTION, PV_PROTECTION])

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
    blocker('stuck', {
      key: `NamespaceMissing/${name}`,
      subject: { kind: 'Namespace', name },
      summary: message('NamespaceGone', { namespace: name }),
      evidence,
      remedies: (_, direct) => remedies(name, direct),
    }),
  ]
}

function remedies(namespace: string, direct: readonly StuckObject[]): readonly Remedy[] {
  const names = [...new Set(direct.flatMap(({ meta }) => meta.finalizers ?? []))].filter(
    name => !GO_BY_THEMSELVES.has(name),
  )
  return [
    toRepair(
      message('EndNamespaceAgain', { finalizers: names }),
      [commandLine('kubectl', 'finalize', 'namespace', namespace)],
      names.length === 0 ? 'low' : 'medium',
    ),
    toRepair(
      message('CreateNamespaceOnly', { objects: direct.length }),
      [commandLine('kubectl', 'create', 'namespace', namespace)],
      'low',
    ),
  ]
}
