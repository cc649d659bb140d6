import type { V1PolicyRule } from '@kubernetes/client-node'
import { KUBERNETES_GROUPS } from '../../api/kubernetes-groups.ts'
import { ruleAllows } from '../../api/rbac-rule.ts'

/**
 * How a role allows to change objects of a type: `marked` also names its `/finalizers` or lets its `/status` be
 * written, as the roles of controllers do; `named` names the type, or its API group; `wildcard` means everything, and
 * so proves nothing. `partial` is for objects of some names alone (resourceNames), as people and pipelines get it: no
 * controller of a type can do with that.
 */
export type Grant = 'marked' | 'named' | 'wildcard' | 'partial'

/** Whether a grant is for the type itself, as a controller of it has one. */
export function isForType(grant: Grant): boolean {
  return grant === 'marked' || grant === 'named'
}

/** The strongest way in which these rules let objects of `group`/`plural` be patched; undefined when they do not. */
export function grantOf(rules: readonly V1PolicyRule[] | undefined, group: string, plural: string): Grant | undefined {
  const writing = (rules ?? []).filter(rule => includesAny(rule.verbs, ['patch', 'update', '*']))
  const ofAll = writing.filter(({ resourceNames = [] }) => resourceNames.length === 0)
  const whole = wholeGrant(ofAll, group, plural)
  return whole ?? (wholeGrant(writing, group, plural) === undefined ? undefined : 'partial')
}

/** The objects to which a `partial` grant is confined. */
export function namesOf(rules: readonly V1PolicyRule[] | undefined, group: string, plural: string): readonly string[] {
  const own = (rules ?? []).filter(rule => wholeGrant([rule], group, plural) !== undefined)
  return own.flatMap(({ resourceNames = [] }) => resourceNames)
}

/** Of rules that let something be written, whatever the names are that they are for. */
function wholeGrant(writing: readonly V1PolicyRule[], group: string, plural: string): Grant | undefined {
  const names = (rule: V1PolicyRule, ...resources: readonly string[]): boolean =>
    includesAny(rule.apiGroups, [group]) && includesAny(rule.resources, resources)
  // The PUT of /finalize replaces a Namespace's metadata and spec: it is its controller's (kubernetes-deletion.md 2.2).
  if (group === '' && plural === 'namespaces' && writing.some(rule => names(rule, 'namespaces/finalize')))
    return 'marked'
  if (writing.some(rule => names(rule, plural))) {
    const marks = ['finalizers', 'status'].flatMap(part => [`${plural}/${part}`, `*/${part}`])
    const marked = writing.some(rule => names(rule, ...marks))
    return marked ? 'marked' : 'named'
  }
  // All of a group of its own is what an operator has that names no type; of Kubernetes' groups many have it.
  if (!KUBERNETES_GROUPS.has(group) && writing.some(rule => names(rule, '*'))) return 'named'
  const everything = writing.some(
    rule => includesAny(rule.apiGroups, [group, '*']) && includesAny(rule.resources, [plural, '*']),
  )
  return everything ? 'wildcard' : undefined
}

/** The verbs by which these rules let some objects of a type be changed: a finalizer is removed by either. */
export function writesOf(
  rules: readonly V1PolicyRule[] | undefined,
  group: string,
  resource: string,
): readonly string[] {
  return ['update', 'patch'].filter(verb =>
    (rules ?? []).some(rule => ruleAllows({ ...rule, resourceNames: [] }, { verb, group, resource })),
  )
}

function includesAny(values: readonly string[] | undefined, wanted: readonly string[]): boolean {
  return (values ?? []).some(value => wanted.includes(value))
}
