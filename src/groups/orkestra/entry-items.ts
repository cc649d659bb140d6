import type { CustomResource, Item, Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { objectName } from '../object-name.ts'
import { resolveTemplate } from '../template/template.ts'
import { RESOURCE_KINDS, type ResourceKind } from './resource-kinds.ts'

/** Not resources, and read by those who read blocks. */
const BLOCK_KEYS = ['name', 'when', 'or', 'anyOf', 'ordered', 'timeout', 'groups']

/** The objects of one block or group, in the order of Orkestra's deletes; whatever has no effect becomes a note. */
export function itemsOf(block: Field, subject: CustomResource, notes: Note[]): readonly Item[] {
  for (const [key, list] of block.entries())
    if (!BLOCK_KEYS.includes(key) && !Object.hasOwn(RESOURCE_KINDS, key))
      notes.push({ ...list.place, text: `ordered deletion does not support "${key}": it is ignored` })
  return Object.entries(RESOURCE_KINDS).flatMap(([key, type]) =>
    (block.at(key)?.items() ?? []).flatMap(entry => {
      noteIgnored(entry, key, notes)
      return itemOf(entry, type, subject, notes)
    }),
  )
}

/** Only the name and the namespace of an entry count; without a name Orkestra skips it. */
function itemOf(
  entry: Field,
  { apiVersion, kind, clusterScoped }: ResourceKind,
  { object }: CustomResource,
  notes: Note[],
): Item[] {
  const name = entry.at('name')
  if (name === undefined) {
    notes.push({
      ...entry.place,
      text: `${kind} without a name: the operator skips it, whatever name it was created with`,
    })
    return []
  }
  const names = [objectName(resolveTemplate(name, object), name)]
  return [
    { apiVersion, kind, ...entry.place, names, namespaces: clusterScoped ? [] : namespacesOf(entry, kind, object) },
  ]
}

function namespacesOf(entry: Field, kind: string, object: CustomResource['object']): readonly string[] {
  const namespace = entry.at('namespace')
  if (namespace !== undefined) {
    const resolved = resolveTemplate(namespace, object)
    if (resolved !== '') return [objectName(resolved, namespace)]
  }
  const own = object.metadata.namespace
  return own === undefined ? entry.fail(`${kind} needs a namespace, because the resource has none; write one`) : [own]
}

function noteIgnored(entry: Field, key: string, notes: Note[]): void {
  const ignored = entry
    .entries()
    .map(([name]) => name)
    .filter(name => name !== 'name' && name !== 'namespace')
  if (ignored.length > 0)
    notes.push({
      ...entry.place,
      text: `only name and namespace of ${key} count here; no effect: ${ignored.join(', ')}`,
    })
  if (key === 'jobs') notes.push({ ...entry.place, text: 'this Job is deleted, as the operator does; it is not run' })
}
