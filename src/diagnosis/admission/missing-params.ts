import type { KubeObject } from '../../api/object.ts'
import { parseApiVersion, type ResourceType, resourceName } from '../../api/resource-type.ts'
import { missingParamsIn } from '../../statements/refusal.ts'
import type { Rejection } from '../../statements/rejection.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import type { LabelSelector } from '../label-selector.ts'
import { nothingCreated } from '../namespaces/teardown.ts'
import { namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import { toInspect, toRepair } from '../remedy.ts'
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

/** How many fields of params are told. */
const MAX_FIELDS = 5

export interface MissingParams {
  readonly evidence: readonly Evidence[]
  readonly remedies: readonly Remedy[]
}

/**
 * What to do where a policy denies because its params, or their whole type, are not there; undefined for any other denial. It is
 * set up with its params before its conditions are looked at, so that a condition for what is being deleted changes nothing.
 */
export function missingParams(
  { kind, policy: name, binding, why }: Extract<Rejection, { by: 'policy' }>,
  held: StuckObject,
  context: RuleContext,
): MissingParams | undefined {
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
  const place = namespace === undefined ? '' : ` in namespace ${namespace}`
  const what = `${paramKind?.kind ?? 'params'} ${paramRef?.name ?? selected(paramRef?.selector)}${place}`
  const passing = letPassWithout(`${kind}Binding`, binding)
  if (namespaceBeingEmptied(namespace, context) !== undefined) {
    const summary = `${what} cannot be created again, because the namespace is being deleted; ${passing.summary}`
    return { evidence: [nothingCreated(namespace!)], remedies: [show(kind, binding), { ...passing, summary }] }
  }
  const known = type === undefined ? [] : isThere(type, namespace, paramRef?.name, context)
  const fields = policy.state === 'known' ? readOf(policy.value) : []
  const reads = fields.length === 0 ? '' : `, with ${fields.join(', ')}, which it reads`
  const create = toRepair(`create ${what} again, which policy ${name} needs to decide${reads}`, [], 'low')
  if (known.length > 0) {
    const summary = `if that lasts, start kube-apiserver again, or ${passing.summary}`
    return { evidence: known, remedies: [show(kind, binding), { ...passing, summary }] }
  }
  const or = { ...passing, summary: `or ${passing.summary}` }
  return { evidence: [], remedies: [show(kind, binding), create, or] }
}

/** Labels of a selector as kubectl takes them; of one with expressions no more than that there is one. */
function selected(selector: unknown): string {
  const { matchLabels, matchExpressions } = (selector ?? {}) as LabelSelector
  const labels = Object.entries(matchLabels ?? {}).map(([key, value]) => `${key}=${value}`)
  const isAll = labels.length > 0 && (matchExpressions ?? []).length === 0
  return isAll ? `with label ${labels.join(', ')}` : 'that its selector matches'
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
 * The server that refuses may not have seen yet what is there. It loses sight of params, until it is started again, when the last
 * binding of a policy with that kind of params is deleted (seen on 1.36.3).
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
  const place = namespace === undefined ? '' : ` in namespace ${namespace}`
  return fact.state === 'known'
    ? [{ fact: `${resource} "${name}" exists${place}: kube-apiserver has not seen it`, source: resource }]
    : []
}

function show(kind: string, binding: string): Remedy {
  return toInspect('see which params its binding names', [
    commandLine('kubectl', 'get', `${kind.toLowerCase()}binding`, binding, '-o', 'yaml'),
  ])
}

function letPassWithout(kind: string, binding: string): Remedy {
  const patch = JSON.stringify({ spec: { paramRef: { parameterNotFoundAction: 'Allow' } } })
  return toRepair(
    `let the binding allow requests for which it finds no params`,
    [commandLine('kubectl', 'patch', kind.toLowerCase(), binding, '--type=merge', '-p', patch)],
    'medium',
  )
}

function serve(unserved: string): Remedy {
  return toRepair(
    `install the CustomResourceDefinition of its params again (${unserved}), with the product that it belongs to`,
    [],
    'low',
  )
}

function withoutPolicy(kind: string, name: string): Remedy {
  return toRepair(
    'or, if that product was uninstalled permanently, delete the policy, which denies everything until then',
    [commandLine('kubectl', 'delete', kind.toLowerCase(), name)],
    'medium',
  )
}
