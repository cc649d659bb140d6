import { itemsOf } from '../../api/fact.ts'
import { resourceName } from '../../api/resource-type.ts'
import { factFrom } from '../../messages/sentence.ts'
import { isCustom } from '../custom-type.ts'
import { type Case, living } from '../dossier/dossier.ts'
import type { Evidence } from '../explanation.ts'
import { once } from '../once.ts'
import type { Reference } from '../references/reference.ts'
import { referencesOf } from '../references/references.ts'
import { namedBy } from '../silence/ailing.ts'

/**
 * Where it belongs. What may be in any namespace is looked for where its controller is (a project of Argo CD), and what
 * only an error names, where others of its type are, or beside the object. undefined where that cannot be told, and
 * without namespaces.
 */
export function placeOf(found: Case, reference: Reference): string | undefined {
  const { type, namespace, path } = reference
  if (!type.namespaced || namespace !== undefined) return namespace
  const told = toldPlace(found, reference)
  if (told !== undefined) return told
  const ofController = living(found)[0]?.workload.namespace
  const ofObject = found.held.ref.namespace
  if (path.startsWith('spec')) return ofController ?? ofObject
  const places = isCustom({ type }) ? placesOf(found, type) : []
  const likely = [ofObject, ofController].find(place => place !== undefined && places.includes(place))
  return likely ?? (places.length === 1 ? places[0] : (ofObject ?? ofController))
}

/** An error that did not find an Account says no namespace: all are in one (openshift/aws-account-operator#110). */
function placesOf({ context }: Case, type: Reference['type']): readonly string[] {
  const resource = resourceName(type)
  return once(context.facts, `namespaces of ${resource}`, () => {
    const all = itemsOf(context.facts.read({ about: 'metadata', resource }))
    return [...new Set(all.flatMap(({ namespace }) => namespace ?? []))]
  })
}

/** The namespace in which an object that this one names has a thing of that name: a ProviderConfig its Secret. */
function toldPlace({ held, reports: { whole }, context }: Case, { type, name }: Reference): string | undefined {
  const named = whole === undefined ? [] : namedBy({ held, object: whole, said: 'it' }, context)
  const references = named.flatMap(each => referencesOf(each.held, each.object, context))
  return references.find(each => resourceName(each.type) === resourceName(type) && each.name === name)?.namespace
}

/**
 * Where no namespace is said, the controller may as well look for its own things in its own, or in another. Not for
 * what is called after the object, where the `text` names that with its namespace.
 */
export function elsewhereOf(found: Case, reference: Reference, text: string): readonly Evidence[] {
  const { type, namespace, name, path } = reference
  const { ref } = found.held
  const place = living(found)[0]?.workload.namespace
  if (!type.namespaced || namespace !== undefined || path.startsWith('spec') || isCustom({ type })) return []
  if (toldPlace(found, reference) !== undefined || place === undefined) return []
  if (name.startsWith(`${ref.name}-`) && text.includes(`${ref.namespace}/${ref.name}`)) return []
  const another = place === ref.namespace ? undefined : place
  return [factFrom(path, 'MayBelongTo', { namespace: another })]
}
