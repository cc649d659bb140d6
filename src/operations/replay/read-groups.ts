import { readFile } from 'node:fs/promises'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { describeFileError } from '../../cluster/kubeconfig/file-reader.ts'
import { endable } from '../../endable.ts'
import type { CustomResource, DeletionGroups, Remaining } from '../../groups/deletion-groups.ts'
import { OtherKindError } from '../../groups/groups-error.ts'
import { type GroupsFile, openGroups } from '../../groups/groups-file.ts'
import { isDeployItem } from '../../groups/landscaper/deploy-item.ts'
import { groupsFor, wantsOwned } from '../../groups/read-groups.ts'
import { Misuse, message, type Sentence } from '../../messages/sentence.ts'
import type { Unread } from '../../plan/ordered/live-groups.ts'
import { wrongAt } from '../../plan/ordered/type-of-item.ts'
import type { Ports } from '../ports.ts'
import { isOfOrkestra, katalogsInCluster } from './katalog-in-cluster.ts'
import { ownedObjects, type Shared } from './owned-objects.ts'
import type { ReplayRequest } from './request.ts'

export interface Written {
  readonly groups: DeletionGroups<Sentence>
  /** Where they are written, for messages. */
  readonly place: string
  /** What could not be read while looking for what the resource owns. */
  readonly unread: readonly Unread[]
  /**
   * The groups as they are then: where they are made from what the resource owns, that is sought again. Rejects with an
   * Error also for what could not be read, unless that was so before.
   */
  again(): Promise<DeletionGroups<Sentence>>
}

/**
 * The groups for a custom resource: from the file, from itself (a DeployItem), from the Katalog in the cluster, or from
 * what it owns. Rejects with GroupsError, ApiFailure, Trouble, or an Error when the file cannot be read.
 */
export async function readGroups(
  subject: CustomResource,
  { file: path, duringUpdate }: Pick<ReplayRequest, 'file' | 'duringUpdate'>,
  source: FactSource & { readonly signal: AbortSignal },
  ports: Pick<Ports, 'readInput'>,
): Promise<Written> {
  const make = async (file: GroupsFile | undefined): Promise<Written> => {
    const read = async () => {
      const owned = wantsOwned(subject, file) ? await ownedObjects(source, subject.object.metadata) : undefined
      const wish = { duringUpdate, file, owned: owned?.objects }
      const groups = groupsFor(subject, wish)
      const remaining = [...groups.remaining, ...(owned?.shared ?? []).map(staysWith)]
      return { groups: { ...groups, remaining }, unread: owned?.unread ?? [] }
    }
    const place = file?.name ?? `${subject.resource}/${subject.object.metadata.name}`
    const first = await read()
    const again = async (): Promise<DeletionGroups<Sentence>> => {
      if (!wantsOwned(subject, file)) return first.groups
      const { groups, unread } = await read()
      const [gap] = first.unread.length > 0 ? [] : unread
      if (gap !== undefined) throw new Error(`${gap.resource}: ${gap.message}`)
      return groups
    }
    return { ...first, place, again }
  }
  if (path !== undefined) {
    const text = await readText(path, ports)
    const file = await endable(() => openGroups(path === '-' ? 'standard input' : path, text))
    if (duringUpdate) refuseUpdate(subject, file)
    return make(file)
  }
  if (duringUpdate) refuseUpdate(subject, undefined)
  return isOfOrkestra(subject.object) ? fromKatalog(source, make) : make(undefined)
}

const NO_KATALOG: Unread = {
  resource: message('OnlyKatalogNames'),
  reason: 'NotFound',
  message: message('NoKatalogOfKind'),
}

async function fromKatalog(
  source: FactSource & { readonly signal: AbortSignal },
  make: (file: GroupsFile | undefined) => Promise<Written>,
): Promise<Written> {
  const katalogs = await katalogsInCluster(source.transport, source.signal)
  const fittingOf = async (isTrusted: boolean) => {
    const some = katalogs.filter(each => each.isTrusted === isTrusted)
    return (await Promise.all(some.map(({ file }) => fits(file, make)))).filter(each => each !== undefined)
  }
  const fitting = await fittingOf(true)
  const [only, second] = fitting
  if (second !== undefined) {
    const places = fitting.map(({ place }) => place).join(', ')
    throw wrongAt({ file: places }, message('SeveralKatalogs'))
  }
  if (only !== undefined) return only
  const [doubtful] = await fittingOf(false)
  if (doubtful !== undefined) throw wrongAt({ file: doubtful.place }, message('KatalogByAnyone'))
  const made = await make(undefined)
  // Orkestra marks some of its objects by labels alone: that it owns none is no proof that there are none.
  const isEmpty = made.groups.groups.every(group => group.items.length === 0)
  const unread = isEmpty ? [...made.unread, NO_KATALOG] : made.unread
  const notes = [{ text: message('OrkestraWithoutKatalog') }, ...made.groups.notes]
  return { ...made, unread, groups: { ...made.groups, notes } }
}

/** A Katalog that is for another kind is not meant; one that is wrong for this kind is an error. */
async function fits(katalog: GroupsFile, make: (file: GroupsFile) => Promise<Written>): Promise<Written | undefined> {
  try {
    return await make(katalog)
  } catch (error) {
    if (error instanceof OtherKindError) return undefined
    throw error
  }
}

function staysWith({ ref: { apiVersion, kind, name, namespace }, owner }: Shared): Remaining<Sentence> {
  const item = { apiVersion, kind, names: [name], namespaces: namespace === undefined ? [] : [namespace] }
  const { kind: by, name: named } = owner.ref
  return { item, why: message('OwnedAsWell', { owner: `${by} ${named}`, isUnread: owner.exists === null }) }
}

function refuseUpdate({ object }: CustomResource, file: GroupsFile | undefined): void {
  if (file?.system !== 'landscaper' && !isDeployItem(object)) throw new Misuse(message('UpdatesOnlyOfLandscaper'))
}

/** Rejects with an Error in the words of Go. */
async function readText(path: string, { readInput }: Pick<Ports, 'readInput'>): Promise<string> {
  if (path === '-') return readInput()
  try {
    return await endable(() => readFile(path, 'utf8'))
  } catch (error) {
    throw new Error(describeFileError(path, error))
  }
}
