import { factFrom } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import { once } from '../facts.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/** From so many namespaces on, one list is cheaper for the server than each by its name. */
const MANY = 20

/**
 * Proof that a namespace does not exist while something with a finalizer is still stored under its name, and that the
 * server refuses to change it for that; undefined: no proof (yet), or the survey was only overtaken by the end of the
 * namespace. Servers that let such objects be changed (after 1.37) hold nothing.
 */
export function proofOfMissing(namespace: string, context: RuleContext): readonly Evidence[] | undefined {
  const { facts } = context
  return once(facts, `proof that ${namespace} is missing`, () => {
    if (!isAbsent(namespace, context)) return undefined
    const [first] = leftovers(context).get(namespace)!
    const { resource, name, uid } = first!.ref
    const finalizers = first!.meta.finalizers ?? []
    const removal = facts.read({ about: 'removal', resource, namespace, name, uid, finalizers })
    if (removal.state === 'absent') return undefined
    const gone: Evidence = factFrom('namespaces', 'NamespaceNotFound', { namespace })
    if (removal.state !== 'known') return [gone]
    if (removal.value.accepted) return undefined
    const { code, message: why } = removal.value
    return code === 404 ? [gone, factFrom('dry run', 'ChangeRefused', { name, why })] : [gone]
  })
}

function isAbsent(namespace: string, context: RuleContext): boolean {
  const { facts } = context
  if (leftovers(context).size < MANY) return isAbsentNamespace(namespace, context)
  const list = facts.read({ about: 'list', resource: 'namespaces' })
  if (list.state !== 'known') return isAbsentNamespace(namespace, context)
  const names = once(facts, 'names of namespaces', () => new Set(list.value.map(({ metadata }) => metadata.name)))
  return !names.has(namespace)
}

export function isAbsentNamespace(name: string, { facts }: RuleContext): boolean {
  return facts.read({ about: 'object', resource: 'namespaces', name }).state === 'absent'
}

/** Terminating objects with finalizers by namespace, in an order that does not change. */
function leftovers({ facts, terminating }: RuleContext): ReadonlyMap<string, readonly StuckObject[]> {
  return once(facts, 'terminating objects by namespace', () => {
    const held = [...terminating.values()].filter(isLeftover).toSorted((a, b) => (a.ref.uid < b.ref.uid ? -1 : 1))
    return Map.groupBy(held, ({ ref }) => ref.namespace!)
  })
}

/**
 * What a change must end. A Pod without finalizers goes by a DELETE, which needs no namespace
 * (kubernetes-deletion.md 2.6).
 */
export function isLeftover({ ref, meta }: StuckObject): boolean {
  return ref.namespace !== undefined && meta.deletionTimestamp !== undefined && (meta.finalizers ?? []).length > 0
}
