import type { CustomResource, Group, Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { unmetConditions } from './conditions.ts'
import { itemsOf } from './entry-items.ts'
import { RESOURCE_KINDS } from './resource-kinds.ts'

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
