import { itemsOf } from '../../api/fact.ts'
import { createdAt, type OwnerReference } from '../../api/object.ts'
import { kindText, parseApiVersion, type ResourceType, resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { readConditions } from '../../statements/condition.ts'
import { toldKindMissing, toldMissing } from '../../statements/named-missing.ts'
import type { Quote } from '../../statements/quote.ts'
import { isOver } from '../../statements/status-fields.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { type Case, living, removal } from '../dossier/dossier.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import { once } from '../facts.ts'
import { closedNamespace } from '../namespaces/terminating-namespaces.ts'
import { usersIn } from '../protections/naming-fields.ts'
import { placeInSpec } from '../references/named-missing.ts'
import { isMeans, type Reference, type Unserved } from '../references/reference.ts'
import { referencesOf } from '../references/references.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import { namedBy } from '../silence/ailing.ts'
import { namersOf } from '../silence/users.ts'
import { type DirectlyHeld, isCustom, type StuckObject } from '../stuck-object.ts'
import { QUIET_SECONDS } from '../thresholds.ts'

/**
 * Where it belongs. What may be in any namespace is looked for where its controller is (a project of Argo CD), and what
 * only an error names, beside the object, or where its controller and others of its type are: a lone one in a third
 * namespace says nothing. undefined where that cannot be told, and without namespaces.
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
  return likely ?? ofObject ?? ofController
}

/** An error that did not find an Account says no namespace: all are in one (openshift/aws-account-operator#110). */
function placesOf({ context }: Case, type: Reference['type']): readonly string[] {
  const resource = resourceName(type)
  return once(context.facts, `namespaces of ${resource}`, () => {
    const all = itemsOf(context.facts.read({ about: 'metadata', resource }))
    return [...new Set(all.flatMap(({ namespace }) => namespace ?? []))]
  })
}

/**
 * The object's own, which an owner shares; else that in which an object that this one names, or that names it, has a
 * thing of that name: a ProviderConfig its Secret, a CFRoute of the CFApp its CFDomain (cloudfoundry/korifi#880).
 */
function toldPlace({ held, reports: { whole }, context }: Case, { type, name }: Reference): string | undefined {
  const isIt = (each: OwnerReference) =>
    each.kind === type.kind && parseApiVersion(each.apiVersion).group === type.group
  if (held.meta.ownerReferences?.some(each => each.name === name && isIt(each))) return held.ref.namespace
  const named = whole === undefined ? [] : namedBy({ held, object: whole, said: 'it' }, context)
  const references = named.flatMap(each => referencesOf(each.held, each.object, context))
  const told = references.find(each => resourceName(each.type) === resourceName(type) && each.name === name)?.namespace
  if (told !== undefined || !isCustom({ type })) return told
  const thing = { type, ref: { kind: type.kind, name, namespace: undefined } }
  const naming = usersIn(namersOf(held, context), `namers of ${held.ref.uid}`, thing, context)
  // Who writes in another namespace may name whatever he likes.
  const own = naming.filter(({ metadata }) => [undefined, held.ref.namespace].includes(metadata.namespace))
  const places = new Set(own.map(({ spec }) => placeInSpec(name, spec)))
  return places.size === 1 ? [...places][0] : undefined
}

/**
 * Where no namespace is said, the controller may as well look for its own things in its own, or in another. Not for
 * what is called after the object, where the `text` names that with its namespace.
 */
export function elsewhereOf(found: Case, reference: Reference, text: string): readonly Evidence[] {
  const { type, namespace, name, path } = reference
  const { ref } = found.held
  const place = living(found)[0]?.workload.namespace
  if (!type.namespaced || namespace !== undefined || path.startsWith('spec')) return []
  if (toldPlace(found, reference) !== undefined) return []
  if (isCustom({ type })) {
    const places = placesOf(found, type)
    if (places.length === 0 || places.includes(placeOf(found, reference) ?? '')) return []
    return [factFrom(path, 'MayBelongTo', { namespace: undefined })]
  }
  if (place === undefined) return []
  if (name.startsWith(`${ref.name}-`) && text.includes(`${ref.namespace}/${ref.name}`)) return []
  if (wasHere(found, text)) return []
  const another = place === ref.namespace ? undefined : place
  return [factFrom(path, 'MayBelongTo', { namespace: another })]
}

/** Its namespace is being emptied, and the object says so only since: it was there (Kuadrant/dns-operator#267). */
function wasHere({ held, reports: { whole }, context }: Case, text: string): boolean {
  const turned = readConditions(whole).find(({ message: said }) => said !== '' && text.includes(said))?.since ?? 0
  const isLater = turned >= askedAt(held) && askedAt(held) - createdAt(held.meta) > QUIET_SECONDS * 1000
  return isLater && closedNamespace(held.ref.namespace, context) !== undefined
}

type Told = Record<'quotes' | 'own', readonly Quote[]> & { all: readonly Reference[]; held: StuckObject }

/** The text by which a reference was not found; by its kind alone only the one of that among `all` that is named. */
export function toldOfReference({ name, path, type: { kind } }: Reference, told: Told): Quote | undefined {
  const { quotes, all, held, own } = told
  const isAlone = kind !== held.ref.kind && !all.some(each => each.type.kind === kind && each.path !== path)
  return toldMissing(name, quotes, kind) ?? (isCustom(held) && isAlone ? toldKindMissing(kind, quotes, own) : undefined)
}

/** Kinds that are whole by their name alone: a Secret without its content is of no use. */
const CREATED_BY_NAME: Readonly<Record<string, readonly string[]>> = {
  serviceaccounts: ['create', 'serviceaccount'],
  namespaces: ['create', 'namespace'],
}

/** A Cluster of Cluster API, created again, makes machines; a means, a class or a project of others makes nothing. */
function mayProvision(type: ResourceType): boolean {
  return isCustom({ type }) && !isMeans(type) && !['Class', 'Project'].some(end => type.kind.endsWith(end))
}

/**
 * Create the thing again, where the server allows that; else, and last of all, let the objects go without it.
 * `isNeeded`: it is proven that the controller waits for just this; `isPlaced`: in just this namespace.
 */
export function missingRemedies(
  reference: Reference,
  { isNeeded, isPlaced }: { readonly isNeeded: boolean; readonly isPlaced: boolean },
  found: Case,
  direct: readonly DirectlyHeld[],
): readonly Remedy[] {
  const { type, namespace, name } = reference
  const what = { kind: kindText(type), name, namespace }
  const last = removal(found, direct)
  // The server refuses every creation in a namespace that is being deleted.
  if (closedNamespace(namespace, found.context) !== undefined) {
    const end = { ...last, summary: message('CannotBeCreated', { ...what, next: last.summary }) }
    const other = isPlaced ? undefined : living(found)[0]?.workload.namespace
    if (other === undefined || closedNamespace(other, found.context) !== undefined) return [end]
    const there = message('CreateIfThere', { ...what, namespace: other })
    return [toRepair(there, [], mayProvision(type) ? 'medium' : 'low'), end]
  }
  if (resourceName(type) === 'nodes') {
    const summary = message('StartMachine', { node: name })
    return [toRepair(summary, [], 'low'), last]
  }
  // A restore that has ended does not need the cluster again into which it was (CrunchyData/postgres-operator#4230).
  if (mayProvision(type) && isOver(found.reports.whole)) return [last]
  const create = CREATED_BY_NAME[resourceName(type)]
  const place = namespaceFlag(namespace)
  const withRoles = resourceName(type) === 'serviceaccounts'
  const { ref } = found.held
  const isMade = !reference.path.startsWith('spec') && name.startsWith(`${ref.name}-`)
  const needed = { ...what, withRoles, isNeeded, ...(isMade && { madeFor: `${ref.kind} ${ref.name}` }) }
  const commands = create === undefined ? [] : [commandLine('kubectl', ...create, name, ...place)]
  return [toRepair(message('CreateAgain', needed), commands, mayProvision(type) ? 'medium' : 'low'), last]
}

/** Only who installs the product has its definition: there is no command for it. */
export function unservedRemedies(
  { group, kind, name, path }: Unserved,
  isNeeded: boolean,
  found: Case,
  direct: readonly DirectlyHeld[],
): readonly Remedy[] {
  return [
    toRepair(message('InstallDefinitionAgain', { kind, group, name, path, isNeeded }), [], 'low'),
    removal(found, direct),
  ]
}
