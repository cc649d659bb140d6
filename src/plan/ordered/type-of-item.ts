import { parseApiVersion, type ResourceType } from '../../api/resource-type.ts'
import type { WrittenType } from '../../groups/deletion-groups.ts'
import { GroupsError } from '../../groups/groups-error.ts'
import type { Cluster } from './live-groups.ts'

export interface FindScope {
  /** The file, or object, in which the groups are written. */
  readonly file: string
  /** API groups whose definitions these very groups delete: on a second run their kinds may be gone. */
  readonly vanishing: ReadonlySet<string>
  readonly signal: AbortSignal
}

/**
 * The type of an item in the version that was written, else in the server's preferred one; undefined where its definition
 * is gone. Throws a GroupsError for what is written by hand and is no kind of this server, or cannot be told. An item of
 * an inventory has no place where it was written, and was a kind once.
 */
export function typeOfItem(
  item: WrittenType,
  { discovery }: Cluster,
  { file, vanishing }: FindScope,
): ResourceType | undefined {
  const { group, version } = parseApiVersion(item.apiVersion)
  const types = discovery.types.filter(type => type.group === group && type.kind === item.kind)
  const type = types.find(each => each.version === version) ?? types[0]
  if (type !== undefined) return type
  const place = { file, line: item.line, path: item.path }
  if (discovery.unreadable.some(({ resource }) => resource === `*.${group}`)) {
    throw new GroupsError(
      place,
      `whether kind ${item.kind} exists in ${item.apiVersion} is not known: its API does not answer`,
    )
  }
  if (item.line === undefined && item.path === undefined) return undefined
  const meant = discovery.types.find(each => each.group === group && each.plural === item.kind.toLowerCase())
  if (meant === undefined && vanishing.has(group)) return undefined
  const hint = meant === undefined ? 'correct it, or remove it' : `write the kind ${meant.kind}, not its plural`
  throw new GroupsError(place, `no matches for kind "${item.kind}" in version "${item.apiVersion}"; ${hint}`)
}
