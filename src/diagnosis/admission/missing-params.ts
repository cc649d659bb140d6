import type { LabelSelector } from '../../api/label-selector.ts'
import type { KubeObject } from '../../api/object.ts'
import { parseApiVersion, type ResourceType, resourceName } from '../../api/resource-type.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import { missingParamsIn } from '../../statements/refusal.ts'
import type { Rejection } from '../../statements/rejection.ts'
import { type Evidence, type Remedy, toInspect, toRepair } from '../explanation.ts'
import { namespaceBeingEmptied, nothingCreated } from '../namespaces/terminating-namespaces.ts'
import { commandLine } from '../shell-quote.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

interface Binding extends KubeObject {
  readonly spec?: {
    readonly paramRef?: { readonly name?: string; readonly namespace?: string; readonly selector?: unknown }
  }
}

interface Policy extends KubeObject {
  readonly spec?: { readonly paramKind?: { readonly apiVersion?: string; readonly kind?: string } }
}

const MAX_FIELDS = 5

/**
 * What to do where a policy denies because its params, or their type, do not exist; undefined for other denials. Params
 * are resolved before its conditions are evaluated, so that a condition that exempts what is being deleted is no help.
 */
export function missingParams(
  { kind, policy: name, binding, why }: Extract<Rejection, { by: 'policy' }>,
  held: StuckObject,
  context: RuleContext,
) {
  const missing = missingParamsIn(why)
  const { unserved } = missing ?? {}
  if (unserved !== undefined) return { evidence: [], remedies: [serve(unserved), withoutPolicy(kind, name)] }
  if (missing === undefined || binding === undefined) return undefined
  const plurals = kind === 'ValidatingAdmissionPolicy' ? 'validatingadmissionpolic' : 'mutatingadmissionpolic'
  const read = (resource: string, object: string) =>
    context.facts.read({ about: 'object', resource: `${resource}.admissionregistration.k8s.io`, name: object })
  const [bound, policy] = [read(`${plurals}ybindings`, binding), read(`${plurals}ies`, name)]
  const { paramRef } = (bound.state === 'known' ? (bound.value as Binding).spec : undefined) ?? {}
  const { paramKind } = (policy.state === 'known' ? (policy.value as Policy).spec : undefined) ?? {}
  const type = context.facts.types.find(each => isOf(each, paramKind))
  // Params without a namespace are those of the namespace that the request is about.
  const ofObject = held.ref.resource === 'namespaces' ? held.ref.name : held.ref.namespace
  const namespace = type?.namespaced === false ? undefined : (paramRef?.namespace ?? ofObject)
  const of = { kind: paramKind?.kind ?? 'params', name: paramRef?.name, labels: selected(paramRef?.selector) }
  const params = message('Params', { ...of, namespace })
  const passing = (when: Passing) => letPassWithout(`${kind}Binding`, binding, params, when)
  if (namespaceBeingEmptied(namespace, context) !== undefined)
    return { evidence: [nothingCreated(namespace!)], remedies: [show(kind, binding), passing('cannotReturn')] }
  const known = type === undefined ? [] : isThere(type, namespace, paramRef?.name, context)
  const fields = policy.state === 'known' ? readOf(policy.value) : []
  if (known.length > 0) return { evidence: known, remedies: [show(kind, binding), passing('unseen')] }
  const create = toRepair(message('CreateParams', { params, policy: name, fields }), [], 'low')
  return { evidence: [], remedies: [show(kind, binding), create, passing('missing')] }
}

/** Labels of a selector as kubectl takes them; undefined: it has more than labels. */
function selected(selector: unknown): readonly string[] | undefined {
  const { matchLabels, matchExpressions } = (selector ?? {}) as LabelSelector
  const labels = Object.entries(matchLabels ?? {}).map(([key, value]) => `${key}=${value}`)
  const isAll = labels.length > 0 && (matchExpressions ?? []).length === 0
  return isAll ? labels : undefined
}

/** Fields of its params that the expressions of a policy read. */
function readOf({ spec }: KubeObject): readonly string[] {
  const fields = JSON.stringify(spec ?? {}).matchAll(/\bparams((?:\.\??[A-Za-z_]\w*){1,5})/g)
  return [...new Set([...fields].map(([, field]) => field!.slice(1).replaceAll('?', '')))]
    .filter(field => !field.startsWith('metadata'))
    .slice(0, MAX_FIELDS)
}

function isOf({ group, version, kind }: ResourceType, paramKind: { apiVersion?: string; kind?: string } = {}): boolean {
  const given = parseApiVersion(paramKind.apiVersion ?? '')
  return kind === paramKind.kind && group === given.group && version === given.version
}

/**
 * The server that denies may not have seen existing params yet. It loses sight of them, until it is restarted, when the
 * last binding of a policy with that kind of params is deleted (seen on 1.36.3).
 */
function isThere(
  type: ResourceType,
  namespace: string | undefined,
  name: string | undefined,
  { facts }: RuleContext,
): readonly Evidence[] {
  if (name === undefined) return []
  const resource = resourceName(type)
  const fact = facts.read({ about: 'existence', resource, namespace, name })
  return fact.state === 'known' ? [factFrom(resource, 'ParamsNotSeen', { resource, name, namespace })] : []
}

function show(kind: string, binding: string): Remedy {
  return toInspect(message('SeeParamsOfBinding'), [
    commandLine('kubectl', 'get', `${kind.toLowerCase()}binding`, binding, '-o', 'yaml'),
  ])
}

type Passing = 'cannotReturn' | 'unseen' | 'missing'

function letPassWithout(kind: string, binding: string, params: Sentence, when: Passing): Remedy {
  const patch = JSON.stringify({ spec: { paramRef: { parameterNotFoundAction: 'Allow' } } })
  const command = commandLine('kubectl', 'patch', kind.toLowerCase(), binding, '--type=merge', '-p', patch)
  return toRepair(message('AllowWithoutParams', { params, when }), [command], 'medium')
}

function serve(unserved: string): Remedy {
  return toRepair(message('InstallDefinitionOfParams', { unserved }), [], 'low')
}

function withoutPolicy(kind: string, name: string): Remedy {
  return toRepair(message('DeletePolicy'), [commandLine('kubectl', 'delete', kind.toLowerCase(), name)], 'medium')
}
