import type { CustomResource, Group, Item, Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { GroupsError } from '../groups-error.ts'
import { objectName } from '../object-name.ts'
import { resolveTemplate } from '../template/template.ts'
import type { OperatorBox } from './operator-box.ts'
import { RESOURCE_KINDS } from './resource-kinds.ts'

const HOOKS = ['onCreate', 'onReconcile', 'onDelete']
const KEYS = ['namespaces', 'clusterRoles', 'clusterRoleBindings', 'persistentVolumes']
const OWNER_LABEL = 'orkestra-owner'

/**
 * The group that comes last: what the operator's hooks declare outside namespaces, which no owner reference can take
 * along. Only what is labelled as this resource's goes. A name that cannot be told becomes a note, for the groups that
 * were asked for do not depend on it. Undefined when there is nothing.
 */
export function clusterCleanup(box: OperatorBox, subject: CustomResource, notes: Note[]): Group | undefined {
  const { name } = subject.object.metadata
  const values = box.target === undefined ? [name] : [name, `${name}.${box.target.name}`]
  const onlyLabelled = { label: OWNER_LABEL, values }
  noteCustom(box, notes)
  const entries = HOOKS.flatMap(hook => KEYS.flatMap(key => declared(box.hooks.at(hook), key)))
  const items = entries
    .flatMap(({ key, entry }) => itemOf(entry, key, subject, notes))
    .map(item => ({ ...item, onlyLabelled }))
  if (items.length === 0) return undefined
  return { name: 'cluster-scoped cleanup', forceDelete: false, deleteAll: false, written: [], items: distinct(items) }
}

/** The kinds of `custom` are not known here, nor whether they have namespaces; namespaced ones go with the resource. */
function noteCustom({ hooks }: OperatorBox, notes: Note[]): void {
  const lists = HOOKS.flatMap(hook => hooks.at(hook)?.at('custom') ?? [])
  for (const entry of lists.flatMap(list => (list.isList ? list.items() : [list]))) {
    const what = ['custom', wordOf(entry, 'kind'), wordOf(entry, 'name')].filter(text => text !== undefined).join(' ')
    const text = `${what} is not deleted here; a cluster-scoped one the operator would delete after the groups`
    notes.push({ ...entry.place, text })
  }
}

function wordOf(entry: Field, key: string): string | undefined {
  const field = entry.isMap ? entry.at(key) : undefined
  return field === undefined || field.isMap || field.isList ? undefined : field.scalar()
}

function declared(hook: Field | undefined, key: string): { key: string; entry: Field }[] {
  return (hook?.at(key)?.items() ?? []).map(entry => ({ key, entry }))
}

function itemOf(entry: Field, key: string, { object }: CustomResource, notes: Note[]): Item[] {
  const { apiVersion, kind } = RESOURCE_KINDS[key]!
  const unknown = (why: string) => {
    notes.push({ ...entry.place, text: `${kind} of the cleanup after the groups is not deleted: ${why}` })
    return []
  }
  const name = entry.at('name')
  if (name === undefined) return unknown('it has no name')
  if (entry.at('forEach') !== undefined) return unknown('forEach is not expanded')
  try {
    return [
      { apiVersion, kind, ...entry.place, names: [objectName(resolveTemplate(name, object), name)], namespaces: [] },
    ]
  } catch (error) {
    if (!(error instanceof GroupsError)) throw error
    return unknown('its name is not known')
  }
}

/** onCreate and onReconcile often declare the same object. */
function distinct(items: readonly Item[]): readonly Item[] {
  return items.filter(
    (item, at) => items.findIndex(({ kind, names }) => kind === item.kind && names?.[0] === item.names?.[0]) === at,
  )
}
