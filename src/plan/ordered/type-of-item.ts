import { parseApiVersion, type ResourceType } from '../../api/resource-type.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { WrittenType } from '../../groups/deletion-groups.ts'
import { describePlace, type Place } from '../../groups/groups-error.ts'
import { message, type Sentence, Trouble } from '../../messages/sentence.ts'

export interface FindScope {
  /** The file, or object, in which the groups are written. */
  readonly file: string
  /** API groups whose definitions these very groups delete: on a second run their kinds may be gone. */
  readonly vanishing: ReadonlySet<string>
  readonly signal: AbortSignal
}

/**
 * The type of an item in the version that was written, else in the server's preferred one; undefined where its CRD is
 * gone. Throws Trouble for a hand-written kind that this server lacks, or where that cannot be told. An item of an
 * inventory has no written place, and was a kind once.
 */
export function typeOfItem(
  item: WrittenType,
  { discovery }: { readonly discovery: Discovery },
  { file, vanishing }: FindScope,
): ResourceType | undefined {
  const { group, version } = parseApiVersion(item.apiVersion)
  const types = discovery.types.filter(type => type.group === group && type.kind === item.kind)
  const type = types.find(each => each.version === version) ?? types[0]
  if (type !== undefined) return type
  const place = { file, line: item.line, path: item.path }
  if (discovery.unreadable.some(({ resource }) => resource === `*.${group}`)) {
    throw wrongAt(place, message('KindNotKnown', { kind: item.kind, apiVersion: item.apiVersion }))
  }
  if (item.line === undefined && item.path === undefined) return undefined
  const meant = discovery.types.find(each => each.group === group && each.plural === item.kind.toLowerCase())
  if (meant === undefined && vanishing.has(group)) return undefined
  throw wrongAt(place, message('NoSuchKind', { kind: item.kind, apiVersion: item.apiVersion, singular: meant?.kind }))
}

/** The same as a GroupsError, for what only the cluster shows to be wrong. */
export function wrongAt(place: Place, why: Sentence): Trouble {
  return new Trouble(message('InFile', { file: describePlace(place), why }))
}
