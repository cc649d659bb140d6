import { FOREGROUND, JOB_TRACKING, ORPHAN, PV_PROTECTION, PVC_PROTECTION } from '../../api/builtin-finalizers.ts'
import type { ObjectMeta } from '../../api/object.ts'
import type { Remedy } from '../explanation.ts'
import type { Held, Holding, RuleContext } from '../held.ts'
import { isLeftover, proofOfMissing } from '../namespaces/missing.ts'
import { commandLine } from '../shell-quote.ts'

/** Kubernetes takes these off by itself as soon as it can. */
const GO_BY_THEMSELVES: ReadonlySet<string> = new Set([FOREGROUND, ORPHAN, JOB_TRACKING, PVC_PROTECTION, PV_PROTECTION])

/** How many finalizers are named in commands. */
const MOST_COMMANDS = 10

/**
 * NamespaceMissing: the object's namespace does not exist any more (somebody forced its end), so that the API server
 * refuses every update of the object with 404 until the namespace is there again.
 */
export function namespaceMissing(held: Held, context: RuleContext): readonly Holding[] {
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
        summary: `Namespace ${name} does not exist any more, and without it no object in it can be changed.`,
        evidence,
        remedies: (_, direct) => remedies(name, direct),
      },
    },
  ]
}

/** In the order in which they work: each needs the one before. */
function remedies(namespace: string, direct: readonly Held[]): readonly Remedy[] {
  const objects = direct.length === 1 ? 'the object' : `the ${direct.length} objects`
  return [
    {
      kind: 'repair',
      summary: `create the namespace again: then ${objects} can be changed, and controllers that are still there finish their work`,
      commands: [commandLine('kubectl', 'create', 'namespace', namespace)],
      risk: 'low',
      leaks: [],
    },
    {
      kind: 'remove',
      summary: `remove the finalizers of what does not go by itself then; what their controllers would have cleaned up stays behind`,
      commands: removals(namespace, direct),
      risk: 'medium',
      leaks: [],
    },
    {
      kind: 'repair',
      summary: 'delete the namespace in the ordinary way once it is empty',
      commands: [commandLine('kubectl', 'delete', 'namespace', namespace)],
      risk: 'low',
      leaks: [],
    },
  ]
}

function removals(namespace: string, direct: readonly Held[]): readonly string[] {
  const commands = direct.flatMap(({ ref, meta }) =>
    foreign(meta).map(finalizer =>
      commandLine(
        'kubectl',
        'finalize',
        'remove',
        `${ref.resource}/${ref.name}`,
        '-n',
        namespace,
        '--finalizer',
        finalizer,
      ),
    ),
  )
  if (commands.length <= MOST_COMMANDS) return commands
  const names = [...new Set(direct.flatMap(({ meta }) => foreign(meta)))]
  return names.map(name => commandLine('kubectl', 'finalize', 'remove', '-n', namespace, '--finalizer', name))
}

function foreign({ finalizers = [] }: ObjectMeta): readonly string[] {
  return finalizers.filter(name => !GO_BY_THEMSELVES.has(name))
}
