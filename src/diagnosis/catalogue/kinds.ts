import { guessPlural } from '../../api/guess-plural.ts'
import { KUBERNETES_GROUPS } from '../../api/kubernetes-groups.ts'

/**
 * Whether one of an entry's kinds can be this resource, given as `plural.group` or as `group/Kind`.
 * The catalogue knows kinds and no plurals, so that a plural is compared with what it is likely to be.
 */
export function concerns(kinds: readonly string[], resource: string): boolean {
  const slash = resource.indexOf('/')
  if (slash >= 0) {
    const kind = resource.slice(slash + 1)
    return kinds.some(form => matches(form, resource.slice(0, slash), known => known === kind))
  }
  const [plural, ...labels] = resource.split('.') as [string, ...string[]]
  return kinds.some(form => matches(form, labels.join('.'), known => isPluralOf(plural, known)))
}

/** What says no product: every type, or every one that is not of Kubernetes. */
export function isAnyKind(form: string): boolean {
  return form === '*' || form === '*.*/*'
}

function matches(form: string, group: string, isKind: (known: string) => boolean): boolean {
  if (form === '*') return true
  if (form === '*.*/*') return !KUBERNETES_GROUPS.has(group === 'core' ? '' : group)
  const [knownGroup, knownKind] = form.split('/') as [string, string]
  return matchesGroup(knownGroup, group || 'core') && (knownKind === '*' || isKind(knownKind))
}

function matchesGroup(form: string, group: string): boolean {
  return form.startsWith('*.') ? group.endsWith(form.slice(1)) : form === group
}

/** Kubernetes guesses `gatewaies`, and projects write hyphens where they like. */
function isPluralOf(plural: string, kind: string): boolean {
  const singular = kind.toLowerCase()
  return [guessPlural(kind), `${singular}s`, singular].includes(plural.replaceAll('-', ''))
}
