import type { Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { DEFAULT_ORDER, PREDEFINED, type PredefinedType } from './predefined-groups.ts'
import { readResources, type WrittenResource } from './written-resources.ts'

/** One of `deletionGroups`: a predefined one has a type, a custom one has resources. */
export interface WrittenGroup {
  readonly line?: number | undefined
  readonly type?: PredefinedType | undefined
  readonly resources: readonly WrittenResource[]
  readonly forceDelete: boolean
  readonly deleteAll: boolean
  readonly targetName?: string | undefined
}

export const DEFAULT_GROUPS: readonly WrittenGroup[] = DEFAULT_ORDER.map(type => ({
  type,
  resources: [],
  forceDelete: false,
  deleteAll: false,
}))

/** The groups of a list, every rule of Landscaper held; Landscaper's order for no list or an empty one. */
export function readWrittenGroups(list: Field | undefined, notes: Note[]): readonly WrittenGroup[] {
  const groups = list?.items().map(group => readGroup(group, notes)) ?? []
  return groups.length > 0 ? groups : DEFAULT_GROUPS
}

function readGroup(group: Field, notes: Note[]): WrittenGroup {
  nameIgnored(group, ['predefinedResourceGroup', 'customResourceGroup'], notes)
  const predefined = group.at('predefinedResourceGroup')
  const custom = group.at('customResourceGroup')
  if (predefined !== undefined && custom !== undefined)
    group.fail(
      `${group.path}: predefinedResourceGroup and customResourceGroup must not both be set; make two groups of it`,
    )
  if (predefined !== undefined) return { ...group.place, ...readPredefined(predefined, notes) }
  if (custom !== undefined) return { ...group.place, ...readCustom(custom, notes) }
  return group.fail(`${group.path}: either predefinedResourceGroup or customResourceGroup must be set; add one of them`)
}

function readPredefined(group: Field, notes: Note[]): WrittenGroup {
  nameIgnored(group, ['type', 'forceDelete'], notes)
  const types = Object.keys(PREDEFINED).join(', ')
  const type = group.at('type') ?? group.fail(`${group.path}.type must not be empty; it is one of ${types}`)
  if (!Object.hasOwn(PREDEFINED, type.text()))
    type.fail(`${type.path} "${type.text()}" is not one of ${types}; write one of them`)
  return {
    type: type.text() as PredefinedType,
    resources: [],
    forceDelete: group.at('forceDelete')?.flag() ?? false,
    deleteAll: false,
  }
}

function readCustom(group: Field, notes: Note[]): WrittenGroup {
  nameIgnored(group, ['resources', 'forceDelete', 'deleteAllResources', 'targetName'], notes)
  const deleteAll = group.at('deleteAllResources')?.flag() ?? false
  const target = group.at('targetName')
  if (target !== undefined && target.text() !== '' && !deleteAll)
    target.fail(
      `${target.path} needs deleteAllResources: true, because what was deployed is not on another target; set it, or remove targetName`,
    )
  return {
    resources: readResources(group),
    forceDelete: group.at('forceDelete')?.flag() ?? false,
    deleteAll,
    targetName: target?.text() || undefined,
  }
}

function nameIgnored(group: Field, known: readonly string[], notes: Note[]): void {
  for (const [key, field] of group.entries())
    if (!known.includes(key)) notes.push({ ...field.place, text: `"${key}" has no effect here (${group.path})` })
}
