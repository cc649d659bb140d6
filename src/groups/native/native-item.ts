import type { KubeObject } from '../../api/object.ts'
import type { Item } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { objectName } from '../object-name.ts'
import { resolveTemplate } from '../template/template.ts'
import { knownKeys } from './known-keys.ts'

const KEYS = ['apiVersion', 'kind', 'names', 'namespaces', 'labelSelector'] as const

/** One of the `resources` of a group: without namespaces those of the custom resource's own; never all of a kind. */
export function readNativeItem(resource: Field, object: KubeObject): Item {
  const { apiVersion, kind, names, namespaces, labelSelector } = knownKeys(resource, KEYS)
  if (names === undefined && labelSelector === undefined)
    resource.fail(`${resource.path} would select every object of its kind; write names or a labelSelector`)
  const own = object.metadata.namespace
  return {
    apiVersion: required(apiVersion, 'apiVersion', resource),
    kind: required(kind, 'kind', resource),
    ...resource.place,
    ...(names !== undefined && { names: resolvedNames(names, object) }),
    namespaces: namespaces !== undefined ? resolvedNames(namespaces, object) : own === undefined ? [] : [own],
    ...(namespaces !== undefined && { narrowed: true as const }),
    ...(labelSelector !== undefined && { labelSelector: selectorOf(labelSelector, object) }),
  }
}

function required(field: Field | undefined, key: string, resource: Field): string {
  return field?.text() || (field ?? resource).fail(`${resource.path}.${key} is missing; write it as the object has it`)
}

function resolvedNames(list: Field, object: KubeObject): readonly string[] {
  const names = list.items().map(name => objectName(resolveTemplate(name, object), name))
  return names.length > 0 ? names : list.fail(`${list.path} is empty; write a name or remove it`)
}

function selectorOf(selector: Field, object: KubeObject): string {
  const text = resolveTemplate(selector, object).trim()
  return text === '' ? selector.fail('an empty labelSelector selects everything; write a label') : text
}
