import { append } from '../../api/long-lists.ts'
import type { KubeObject } from '../../api/object.ts'
import type { NamingField } from '../catalogue/entry.ts'
import type { Facts } from '../facts.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { NOT_NEEDED, OF_ANOTHER_CLUSTER, POD_FIELDS } from './fields.ts'
import { byKnownField, byRows } from './known-fields.ts'
import { type Reference, targetKey, type Unserved, type Walk } from './reference.ts'
import { referenceAt, unservedAt } from './reference-in-field.ts'

const DEEPEST = 8

/**
 * What an object's spec names, by the form of its fields, where the kind is certain; without a namespace, in the
 * object's own. If the object works on another cluster (names one, or a kubeconfig), what it names of Kubernetes' own
 * types is there, not here. `known`: fields of the catalogue without which the controller cannot work.
 */
export function referencesOf(
  held: StuckObject,
  whole: KubeObject,
  { facts, catalogue }: Pick<RuleContext, 'facts' | 'catalogue'>,
  known: readonly NamingField[] = [],
): readonly Reference[] {
  const walk: Walk = { held, facts, found: byKnownField(known, held, whole, facts), unserved: [] }
  visit(whole.spec, '', 'spec', 0, walk)
  append(walk.found, byRows(catalogue.rows.refersBy, whole, walk))
  const distinct = [...new Map(walk.found.map(each => [targetKey(each), each])).values()]
  const elsewhere = namesAnotherCluster(whole) || distinct.some(({ path }) => isOfKubeconfig(path))
  return elsewhere ? distinct.filter(({ path, type }) => isOfKubeconfig(path) || type.group.includes('.')) : distinct
}

/**
 * What an object's spec names by kind and group, where the server serves no such type (its CRD was deleted). Not of
 * groups that discovery could not read, nor of an object that works on another cluster, which may serve the type.
 */
export function unservedOf(held: StuckObject, whole: KubeObject, facts: Facts): readonly Unserved[] {
  if (facts.unknownGroups.has('*') || namesAnotherCluster(whole)) return []
  const walk: Walk = { held, facts, found: [], unserved: [] }
  visit(whole.spec, '', 'spec', 0, walk)
  if (walk.found.some(({ path }) => isOfKubeconfig(path))) return []
  return walk.unserved.filter(({ group }) => !facts.unknownGroups.has(group))
}

export function namesAnotherCluster({ spec }: KubeObject): boolean {
  const fields = Object.keys((spec ?? {}) as object)
  return fields.some(field => OF_ANOTHER_CLUSTER.test(field) || isOfKubeconfig(field))
}

function isOfKubeconfig(path: string): boolean {
  return /kube-?config/i.test(path)
}

function visit(value: unknown, field: string, path: string, depth: number, walk: Walk, namespace?: string | undefined) {
  if (depth > DEEPEST || value === null || value === undefined) return
  if (NOT_NEEDED.some(each => field !== '' && each.field.test(field))) return
  if (Array.isArray(value)) {
    value.forEach((each, index) => {
      visit(each, field, `${path}[${index}]`, depth + 1, walk)
    })
    return
  }
  const reference = referenceAt(value, field, path, walk, namespace)
  const unserved = reference === undefined ? unservedAt(value, path, walk) : undefined
  if (unserved !== undefined) walk.unserved.push(unserved)
  if (reference !== undefined) walk.found.push(reference)
  else if (typeof value === 'object') {
    const isOfPods = Object.keys(value).some(name => POD_FIELDS.has(name))
    for (const [name, inner] of Object.entries(value)) {
      if (isOfPods && /serviceAccount/i.test(name)) continue
      visit(inner, name, `${path}.${name}`, depth + 1, walk, namespaceBeside(name, value))
    }
  }
}

/** `secretName: admin, secretNamespace: ops` */
function namespaceBeside(field: string, around: object): string | undefined {
  const stem = field.replace(/(Name|Ref|Reference)$/, '')
  const found = (around as Readonly<Record<string, unknown>>)[`${stem}Namespace`]
  return typeof found === 'string' && found !== '' ? found : undefined
}
