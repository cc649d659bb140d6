import { nameOf, placedName, refOf } from '../../../api/object-ref.ts'
import { parseApiVersion } from '../../../api/resource-type.ts'
import type { Unreadable } from '../../../api/terminating.ts'
import type { Discovery } from '../../../cluster/discovery/discovered.ts'
import { withLeftOut } from '../../../cluster/discovery/legacy.ts'
import type { Finding } from '../../../cluster/scan/scan.ts'
import { message, type Sentence, sentenceKey, Trouble } from '../../../messages/sentence.ts'
import type { SourceOrder } from '../arrange.ts'
import { findManifests } from '../find-manifests.ts'
import type { Manifest } from '../parse-manifests.ts'
import type { StorageTools } from './helm-storage.ts'
import type { Listed } from './listed.ts'

export interface FoundListed {
  readonly found: readonly Finding[]
  /** Groups of which nothing can be told now, though the list has objects of them. */
  readonly unread: readonly Unreadable[]
  readonly notes: readonly Sentence[]
  readonly order: SourceOrder
  /** What the server serves, as it is known by then. */
  readonly discovery: Discovery
}

/**
 * The objects of a list that are in the cluster and are meant by it. What is not there any more is told; so is a type
 * that the server does not have where the cluster stores the list, for its CRD may be gone. Rejects with an Error of
 * one line for such a type in a file, and with ApiFailure.
 */
export async function findListed(
  { manifests, namespace, stored, mayLack = () => stored !== undefined }: Listed,
  tools: StorageTools,
): Promise<FoundListed> {
  const { found, absent, untyped, discovery } = await findWithLeftOut(manifests, namespace, tools)
  const unknown = untyped.find(manifest => !mayLack(manifest))
  if (unknown !== undefined) throw withoutType(unknown)
  const unread = unreadGroups(untyped, discovery)
  const isUnread = ({ apiVersion }: Manifest): boolean =>
    unread.some(({ resource }) => resource === groupName(apiVersion))
  const gone = untyped.filter(manifest => !isUnread(manifest)).map(({ kind, name }) => `${kind}/${name}`)
  const judged = found.map(each => ({ each, why: stored?.spares(each) }))
  const spared = Map.groupBy(judged, ({ why }) => why && sentenceKey(why))
  const told = (same: typeof judged): readonly string[] =>
    same
      .map(({ each }) => refOf(each.type, each.meta))
      .map(ref => (ref.namespace === namespace ? nameOf : placedName)(ref))
  const keepers = stored?.keepers ?? []
  // Deleted alone, what stands for the list would leave these behind, without what tells that they are its own.
  for (const same of spared.values()) {
    const why = same[0]!.why
    if (typeof why !== 'object' || why.code !== 'MarkWithoutNamespace') continue
    const alone = keepers.map(({ type, meta }) => placedName(refOf(type, meta)))
    throw new Trouble(message('PerhapsItsOwn', { names: told(same), why, alone }))
  }
  const notes = [
    ...absent.map(name => message('NotFoundObjects', { names: [name], isTypeGone: false })),
    ...(gone.length === 0 ? [] : [message('NotFoundObjects', { names: gone, isTypeGone: true })]),
    ...[...spared.values()].flatMap(same => {
      const [{ why }] = same as [(typeof same)[number]]
      return why === undefined ? [] : [message('LeftAlone', { names: told(same), why })]
    }),
    ...(stored?.notes ?? []),
  ]
  const order = { lists: new Set(keepers.map(({ meta }) => meta.uid)), isHelm: stored?.isHelm ?? false }
  const meant = (spared.get(undefined) ?? []).map(({ each }) => each)
  return { found: [...meant, ...keepers], unread, notes, order, discovery }
}

/** A type is said not to be there only when the server's list of groups has not got it either. */
async function findWithLeftOut(manifests: readonly Manifest[], namespace: string, tools: StorageTools) {
  const { transport, discovery, signal } = tools
  const first = await findManifests(manifests, namespace, tools, signal)
  if (first.untyped.length === 0) return { ...first, discovery }
  const full = await withLeftOut(discovery, transport, signal)
  const more = await findManifests(first.untyped, namespace, { ...tools, discovery: full }, signal)
  return {
    found: [...first.found, ...more.found],
    absent: [...first.absent, ...more.absent],
    untyped: more.untyped,
    discovery: full,
  }
}

function withoutType({ file, kind, apiVersion }: Manifest): Trouble {
  return new Trouble(message('InFile', { file, why: message('TypeUnknown', { kind, apiVersion }) }))
}

/** That the server could not tell its types is no proof that it has none. */
function unreadGroups(untyped: readonly Manifest[], { unreadable }: Discovery): readonly Unreadable[] {
  const groups = new Set(untyped.map(({ apiVersion }) => groupName(apiVersion)))
  return unreadable.filter(({ resource }) => groups.has(resource) || (resource === '*' && groups.size > 0))
}

function groupName(apiVersion: string): string {
  return `*.${parseApiVersion(apiVersion).group}`
}
