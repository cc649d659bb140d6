import type { OrderedObject, WrittenOrder } from '../../api/written-order.ts'

const GROUP = 'kapp.k14s.io/change-group'
const RULE = 'kapp.k14s.io/change-rule'

/** Of one object: what is more, or longer than names can be, is not read. */
const MAX_MARKS = 20
const MAX_CHARACTERS = 400

/**
 * The change rules of kapp between what is deleted: "delete before deleting GROUP", "delete after deleting GROUP"
 * (kapp pkg/kapp/diffgraph/change_rule.go, change_group.go). Rules about what is applied say nothing here.
 */
export function kappRules(objects: readonly OrderedObject[]): readonly WrittenOrder[] {
  const groups = new Map<string, Set<string>>()
  const rules = new Map<
    string,
    { readonly rule: string; readonly where: string; readonly group: string; uids: Set<string> }
  >()
  for (const object of objects) {
    const { uid } = object.meta
    for (const name of marks(object, GROUP)) groups.set(name, (groups.get(name) ?? new Set<string>()).add(uid))
    for (const rule of marks(object, RULE)) {
      const [verb, where, deleting, group, ...more] = rule.split(' ')
      if (verb !== 'delete' || deleting !== 'deleting' || group === undefined || more.length > 0) continue
      if (where !== 'before' && where !== 'after') continue
      const known = rules.get(rule) ?? { rule, where, group, uids: new Set<string>() }
      rules.set(rule, { ...known, uids: known.uids.add(uid) })
    }
  }
  return [...rules.values()].flatMap(({ rule, where, group, uids }) => {
    const others = [...(groups.get(group) ?? [])].filter(uid => !uids.has(uid))
    if (others.length === 0) return []
    const says = `kapp change rule "${rule}"`
    const ordered = where === 'before' ? [[...uids], others] : [others, [...uids]]
    return [ordered.map(each => ({ uids: each, says }))]
  })
}

/**
 * The values of an annotation, which may be written several times as KEY.SUFFIX, with what stands for the object
 * itself.
 */
function marks({ meta, kind, group }: OrderedObject, key: string): readonly string[] {
  const own: Readonly<Record<string, string>> = {
    '{name}': meta.name,
    '{namespace}': meta.namespace ?? '',
    '{kind}': kind,
    '{api-group}': group,
  }
  return Object.entries(meta.annotations ?? {})
    .filter(([name, text]) => (name === key || name.startsWith(`${key}.`)) && text.length <= MAX_CHARACTERS)
    .slice(0, MAX_MARKS)
    .map(([, text]) => Object.entries(own).reduce((so, [mark, value]) => so.replaceAll(mark, () => value), text.trim()))
}
