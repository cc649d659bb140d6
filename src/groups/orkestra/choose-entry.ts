import type { KubeObject } from '../../api/object.ts'
import { parseApiVersion } from '../../api/resource-type.ts'
import type { CustomResource } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { OtherKindError } from '../groups-error.ts'
import type { KatalogEntry } from './katalog.ts'

/** The one entry that is for this custom resource; none, or several, is a GroupsError. */
export function chooseEntry(entries: readonly KatalogEntry[], subject: CustomResource, file: string): KatalogEntry {
  const { object } = subject
  const fitting = entries.filter(({ entry }) => entry.at('apiTypes') !== undefined && fits(entry, object))
  const chosen = fitting.length > 0 ? fitting : byFile(entries, subject)
  const [first, second] = chosen
  if (first === undefined) return noneFits(entries, object, file)
  if (second !== undefined)
    second.entry.fail(
      `"${second.name}" is for ${object.kind} too, as "${first.name}" is${lineOf(first)}; keep one of them in a copy of the file`,
    )
  return wrongVersion(first, object)
}

/** By group and kind; an entry for a built-in kind may give the kind alone. The version is looked at afterwards. */
function fits(entry: Field, { apiVersion, kind }: KubeObject): boolean {
  const types = entry.at('apiTypes')!
  const { group } = parseApiVersion(apiVersion)
  if (types.at('kind')?.text() !== kind) return false
  const written = types.at('group')?.text()
  if (written !== undefined) return written === group
  return types.at('version') === undefined ? !group.includes('.') || group.endsWith('.k8s.io') : group === ''
}

function wrongVersion(found: KatalogEntry, { apiVersion, kind }: KubeObject): KatalogEntry {
  const version = found.entry.down('apiTypes', 'version')
  if (version !== undefined && version.text() !== parseApiVersion(apiVersion).version)
    version.fail(
      `"${found.name}" is for ${kind} in version ${version.text()}, and it was read as ${apiVersion}; name the resource with that version`,
    )
  return found
}

/** A crdFile is not read: such an entry is taken when its name is the resource's, or when there is no other. */
function byFile(entries: readonly KatalogEntry[], { object, resource }: CustomResource): readonly KatalogEntry[] {
  const unnamed = entries.filter(({ entry }) => entry.at('apiTypes') === undefined && crdFile(entry))
  const names = [object.kind.toLowerCase(), resource.split('.')[0]]
  const named = unnamed.filter(({ name }) => names.includes(name.toLowerCase()))
  if (named.length > 0) return named
  return entries.length === 1 ? unnamed : []
}

/** Whether only a crdFile says what an entry is for; it has stood in two places. */
export function crdFile(entry: Field): boolean {
  return entry.at('crdFile') !== undefined || entry.down('operatorBox', 'crdFile') !== undefined
}

function noneFits(entries: readonly KatalogEntry[], { apiVersion, kind }: KubeObject, file: string): never {
  const [first] = entries
  const names = entries.map(
    ({ name, entry }) => `"${name}" (${entry.down('apiTypes', 'kind')?.scalar() ?? 'kind not named'})`,
  )
  const there =
    names.length === 0
      ? 'no CRDs; specify the Katalog that contains them, with its imports resolved'
      : `${names.join(', ')}; specify the file of the operator for ${kind}`
  throw new OtherKindError(
    { file, line: first?.katalog.line },
    `no entry for ${kind} of ${apiVersion}; found: ${there}`,
  )
}

function lineOf({ entry }: KatalogEntry): string {
  return entry.line === undefined ? '' : ` in line ${entry.line}`
}
