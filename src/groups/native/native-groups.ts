import { parseDuration } from '../../api/duration.ts'
import type { KubeObject } from '../../api/object.ts'
import type { CustomResource, DeletionGroups, Group, Item } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { namespaceName, objectName } from '../object-name.ts'
import { resolveTemplate } from '../template/template.ts'
import { knownKeys } from './known-keys.ts'

const API_VERSION = 'kubectl-finalize/v1'
const TIMEOUT_SECONDS = 300
const POLL_SECONDS = 2

/** Whether a document is our own kind; its apiVersion is looked at when it is read. */
export function isNative(document: Field): boolean {
  return document.at('kind')?.scalar() === 'DeletionGroups'
}

/** The groups of a `kind: DeletionGroups` for a custom resource; every unknown key is refused with its line. */
export function nativeGroups(document: Field, subject: CustomResource): DeletionGroups {
  const { apiVersion, timeout, groups } = knownKeys(document, ['apiVersion', 'kind', 'timeout', 'groups'])
  if (apiVersion?.text() !== API_VERSION)
    (apiVersion ?? document).fail(`the apiVersion of kind DeletionGroups must be ${API_VERSION}`)
  const list = groups?.items() ?? []
  if (list.length === 0) (groups ?? document).fail('there are no groups; write at least one')
  return {
    system: 'native',
    groups: list.map(group => readGroup(group, subject)),
    timeoutSeconds: timeout === undefined ? TIMEOUT_SECONDS : secondsOf(timeout),
    pollSeconds: POLL_SECONDS,
    propagation: 'Foreground',
    remaining: [],
    notes: [],
  }
}

function readGroup(group: Field, subject: CustomResource): Group {
  const { resources } = knownKeys(group, ['resources'])
  const list = resources?.items() ?? []
  if (list.length === 0) (resources ?? group).fail(`${group.path} has no resources; write what it deletes`)
  return {
    ...group.place,
    forceDelete: false,
    deleteAll: false,
    written: [],
    items: list.map(resource => readNativeItem(resource, subject.object)),
  }
}

function secondsOf(timeout: Field): number {
  const seconds = parseDuration(timeout.text())
  if (seconds === undefined || seconds <= 0)
    timeout.fail(`"${timeout.text()}" is not a duration greater than 0; write for example "5m" or "1h30m"`)
  return seconds
}

const KEYS = ['apiVersion', 'kind', 'names', 'namespaces', 'labelSelector'] as const

/** One of the `resources` of a group: without namespaces those of the custom resource's own; never all of a kind. */
function readNativeItem(resource: Field, object: KubeObject): Item {
  const { apiVersion, kind, names, namespaces, labelSelector } = knownKeys(resource, KEYS)
  if (names === undefined && labelSelector === undefined)
    resource.fail(`${resource.path} would select every object of its kind; write names or a labelSelector`)
  const own = object.metadata.namespace
  return {
    apiVersion: required(apiVersion, 'apiVersion', resource),
    kind: required(kind, 'kind', resource),
    ...resource.place,
    ...(names !== undefined && { names: resolvedNames(names, object, objectName) }),
    namespaces:
      namespaces !== undefined ? resolvedNames(namespaces, object, namespaceName) : own === undefined ? [] : [own],
    ...(namespaces !== undefined && { narrowed: true as const }),
    ...(labelSelector !== undefined && { labelSelector: selectorOf(labelSelector, object) }),
  }
}

function required(field: Field | undefined, key: string, resource: Field): string {
  return field?.text() || (field ?? resource).fail(`${resource.path}.${key} is missing; write it as the object has it`)
}

function resolvedNames(list: Field, object: KubeObject, checked: typeof objectName): readonly string[] {
  const names = list.items().map(name => checked(resolveTemplate(name, object), name))
  return names.length > 0 ? names : list.fail(`${list.path} is empty; write a name or remove it`)
}

function selectorOf(selector: Field, object: KubeObject): string {
  const text = resolveTemplate(selector, object).trim()
  return text === '' ? selector.fail('an empty labelSelector selects everything; write a label') : text
}
