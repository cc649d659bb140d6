import { spaced } from '../../api/camel-case.ts'
import { itemsOf } from '../../api/fact.ts'
import { KUBERNETES_GROUPS } from '../../api/kubernetes-groups.ts'
import { resourceName } from '../../api/resource-type.ts'
import type { Sought } from '../../statements/log/names-in-words.ts'
import { restOf } from '../catalogue/wildcard.ts'
import { type Facts, once } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'
import type { Case } from './dossier.ts'

/** By its own name, and by what its controller calls all that has the same finalizer, which is in no namespace. */
export function namesFor({ known: { entry }, finalizer }: Case, sought: Sought): readonly Sought[] {
  if (entry?.groupedBy === undefined) return [sought]
  return [sought, { ...sought, namespace: undefined, name: restOf(entry.finalizer, finalizer) }]
}

/** What its spec names outside of the cluster: `spec.dnsName` (gardener/external-dns-management#428). */
export function outsideNames({ held, reports: { whole } }: Case): readonly string[] {
  const named = Object.entries((whole?.spec ?? {}) as Readonly<Record<string, unknown>>).flatMap(([field, value]) =>
    /(name|host|domain|fqdn)$/i.test(field) && typeof value === 'string' && value.length <= MAX_NAME ? [value] : [],
  )
  // A plain word is no name of one thing.
  return named.filter(name => name !== held.ref.name && /[a-z0-9][-._][a-z0-9]/i.test(name))
}

/** Whether of all that is called by its kind, of whichever group and namespace, no other has its name. */
export function isOnlyOfName({ held: { ref }, context: { facts } }: Case): boolean {
  const byName = once(facts, `names of kind ${ref.kind}`, () => {
    const types = facts.types.filter(({ kind }) => kind === ref.kind)
    const all = types.map(type => facts.read({ about: 'metadata', resource: resourceName(type) }))
    return all.every(({ state }) => state === 'known')
      ? Map.groupBy(all.flatMap(itemsOf), ({ name }) => name)
      : undefined
  })
  return byName?.get(ref.name)?.length === 1
}

/** Whether there is no other object of its type, of which a line that names none could be. */
export function isOnlyOfType({ held: { ref }, context: { facts } }: Case): boolean {
  const all = facts.read({ about: 'metadata', resource: ref.resource })
  return all.state === 'known' && itemsOf(all).length === 1
}

/**
 * Whether this word for its kind is that of no type of Kubernetes or of its own group (`pvc`, `tlsSecret`), and of no
 * object of another that has its namespace and name (zalando/postgres-operator#2678).
 */
export function isOnlyOfWord(word: string | undefined, { held: { ref, type }, context: { facts } }: Case): boolean {
  if (word === undefined) return false
  const types = facts.types.filter(
    ({ kind, plural, shortNames }) =>
      [kind.toLowerCase(), plural].some(each => word.endsWith(each)) || shortNames.includes(word),
  )
  if (types.some(({ group }) => group === type.group || KUBERNETES_GROUPS.has(group))) return false
  const resources = types.filter(({ namespaced }) => namespaced).map(resourceName)
  const all = resources.map(resource => facts.read({ about: 'metadata', resource }))
  const named = all.flatMap(itemsOf).filter(({ name }) => name === ref.name)
  return all.every(({ state }) => state === 'known') && !named.some(({ namespace }) => namespace === ref.namespace)
}

/** Of DNS, the longest of names that a log is searched for. */
const MAX_NAME = 253

export function soughtInLog({ ref, type }: StuckObject, facts: Facts): Sought {
  const { kind, plural, group } = type
  const called = once(facts, `kinds but ${ref.resource}`, () => {
    const those = facts.types.filter(each => resourceName(each) !== ref.resource)
    const names = those.flatMap(each => [each.kind.toLowerCase(), each.plural])
    const others = new Set(names.filter(name => name !== plural && name !== kind.toLowerCase()))
    const words = spaced(kind).split(' ')
    const ends = words.map((_, from) => words.slice(from).join('')).filter((_, from) => from > 0)
    const isShared = (end: string) => [...others].some(name => name.endsWith(end) || name.endsWith(`${end}s`))
    return { others, ends: ends.filter(end => !isShared(end.toLowerCase())) }
  })
  return { kind, plural, group, namespace: ref.namespace, name: ref.name, uid: ref.uid, ...called }
}
