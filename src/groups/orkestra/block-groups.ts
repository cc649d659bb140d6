import type { CustomResource, Group, Item, Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { objectName } from '../object-name.ts'
import { resolveTemplate } from '../template/template.ts'
import { unmetConditions } from './conditions.ts'
import { RESOURCE_KINDS, type ResourceKind } from './resource-kinds.ts'

/** Keys of a block that a group has too, but that only count on the block. */
const BLOCK_ONLY = ['ordered', 'timeout', 'groups']

/** The groups of an onDelete block: as written, or one of its own lists; without `ordered` all at once. */
export function blockGroups(onDelete: Field, subject: CustomResource, notes: Note[]): readonly Group[] {
  const skipped = unmetConditions(onDelete, subject.object)
  if (skipped !== undefined) return [{ ...groupAt(onDelete), skipped: `the whole block is skipped, ${skipped}` }]
  const written = onDelete.at('groups')?.items() ?? []
  refuseSameNames(written)
  const ordered = onDelete.at('ordered')?.flag() === true
  if (ordered && written.length > 0) noteFlatLists(onDelete, notes)
  const groups = written.map(group => readGroup(group, subject, notes))
  if (ordered && groups.length > 0) return groups
  const flat = { ...groupAt(onDelete), items: itemsOf(onDelete, subject, notes) }
  return ordered ? [flat] : atOnce(flat, groups, notes)
}

function readGroup(group: Field, subject: CustomResource, notes: Note[]): Group {
  for (const key of BLOCK_ONLY) {
    const field = group.at(key)
    if (field !== undefined) notes.push({ ...field.place, text: `"${key}" has no effect in a group` })
  }
  const skipped = unmetConditions(group, subject.object)
  if (skipped !== undefined) return { ...groupAt(group), skipped }
  return { ...groupAt(group), items: itemsOf(group, subject, notes) }
}

/** The operator leaves an unordered block to the garbage collector, which takes everything at once as well. */
function atOnce(flat: Group, groups: readonly Group[], notes: Note[]): readonly Group[] {
  notes.push({
    text: 'not ordered: everything is deleted at once; the operator would leave it to the garbage collector, and newer releases run the Jobs first',
  })
  const items = [flat, ...groups].flatMap(group => group.items)
  return [{ ...flat, items }, ...groups.filter(group => group.skipped !== undefined)]
}

function noteFlatLists(onDelete: Field, notes: Note[]): void {
  // Of `custom` the cleanup after the groups tells.
  for (const [key, list] of onDelete.entries())
    if (Object.hasOwn(RESOURCE_KINDS, key) || key === 'external')
      notes.push({
        ...list.place,
        text: `"${key}" beside groups has no effect; only the lists in the groups are deleted`,
      })
}

function refuseSameNames(groups: readonly Field[]): void {
  const seen = new Set<string>()
  for (const name of groups.flatMap(group => group.at('name') ?? [])) {
    if (seen.has(name.text())) name.fail(`${name.path} "${name.text()}" is not unique; give each group its own name`)
    seen.add(name.text())
  }
}

function groupAt(block: Field): Group {
  const name = block.at('name')?.text()
  return { name, ...block.place, forceDelete: false, deleteAll: false, written: [], items: [] }
}

/** Not resources, and read by those who read blocks. */
const BLOCK_KEYS = ['name', 'when', 'or', 'anyOf', 'ordered', 'timeout', 'groups']

/** The objects of one block or group, in the order of Orkestra's deletes; whatever has no effect becomes a note. */
function itemsOf(block: Field, subject: CustomResource, notes: Note[]): readonly Item[] {
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
