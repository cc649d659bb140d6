import type { WrittenType } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { namespaceName, objectName } from '../object-name.ts'

/** One of the `resources` of a custom group: a kind, and which of its objects; an empty list means all. */
export interface WrittenResource extends WrittenType {
  readonly names: readonly string[]
  readonly namespaces: readonly string[]
}

/**
 * The resources of a custom group. Unknown keys are refused here and not only reported: keys narrow what is deleted,
 * and Landscaper would delete more than intended.
 */
export function readResources(group: Field): readonly WrittenResource[] {
  const resources = group.at('resources')?.items() ?? []
  if (resources.length === 0)
    group.fail(`${group.path}.resources must not be empty; write the kinds that this group takes`)
  return resources.map(readResource)
}

function readResource(resource: Field): WrittenResource {
  const { apiVersion, kind, names, namespaces, ...unknown } = Object.fromEntries(resource.entries())
  for (const [key, field] of Object.entries(unknown)) {
    const meant = key === 'namespace' ? '"namespaces"' : key === 'name' ? '"names"' : undefined
    field.fail(
      `unknown field "${key}" in ${resource.path}; ${meant === undefined ? 'remove it' : `write ${meant}, a list`}`,
    )
  }
  const written = kind ?? resource.fail(`${resource.path}.kind is missing; write the kind, for example "Secret"`)
  if (!/^[A-Z]/.test(written.text()))
    written.fail(
      `${written.path} "${written.text()}" is not a kind, so it would match nothing; write the kind, for example "Secret" for "secrets"`,
    )
  const version = apiVersion ?? resource.fail(`${resource.path}.apiVersion is missing; write it as the object has it`)
  return {
    apiVersion: version.text() || version.fail(`${version.path} is empty; write it as the object has it`),
    kind: written.text(),
    ...resource.place,
    path: resource.path,
    names: listOf(names, objectName),
    namespaces: listOf(namespaces, namespaceName),
  }
}

function listOf(list: Field | undefined, checked: typeof objectName): readonly string[] {
  return list?.items().map(item => checked(item.text(), item)) ?? []
}
