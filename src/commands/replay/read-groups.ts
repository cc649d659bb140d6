import { readFileSync } from 'node:fs'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { describeFileError } from '../../cluster/kubeconfig/file-reader.ts'
import type { DeletionGroups, Subject } from '../../groups/deletion-groups.ts'
import { GroupsError } from '../../groups/groups-error.ts'
import { type GroupsFile, openGroups } from '../../groups/groups-file.ts'
import { groupsFor, wantsOwned } from '../../groups/read-groups.ts'
import { isOfOrkestra, katalogsInCluster } from './katalog-in-cluster.ts'
import type { ReplayOptions } from './options.ts'
import { ownedObjects } from './owned-objects.ts'

export interface Written {
  readonly groups: DeletionGroups
  /** Where they are written, for messages. */
  readonly place: string
}

/**
 * The groups for a custom resource: from the file, from itself (a DeployItem), from the Katalog that the cluster holds, or
 * derived from what it owns. Rejects with GroupsError, ApiFailure, or an Error when the file cannot be read.
 */
export async function readGroups(
  subject: Subject,
  { file: path, duringUpdate }: Pick<ReplayOptions, 'file' | 'duringUpdate'>,
  source: FactSource & { readonly signal: AbortSignal },
): Promise<Written> {
  const given = path === undefined ? undefined : openGroups(path === '-' ? 'standard input' : path, readText(path))
  const uid = subject.object.metadata.uid
  const make = async (file: GroupsFile | undefined): Promise<Written> => {
    const owned = wantsOwned(subject, file) ? await ownedObjects(source, uid) : undefined
    const groups = groupsFor(subject, { duringUpdate, ...(file && { file }), ...(owned && { owned }) })
    return { groups, place: file?.name ?? `${subject.resource}/${subject.object.metadata.name}` }
  }
  if (given !== undefined || !isOfOrkestra(subject.object)) return make(given)
  const katalogs = await katalogsInCluster(source.transport, source.signal)
  const fitting = (await Promise.all(katalogs.map(katalog => fits(katalog, make)))).filter(each => each !== undefined)
  if (fitting.length > 1) {
    const places = fitting.map(({ place }) => place).join(', ')
    throw new GroupsError(
      { file: places },
      'more than one Katalog has this kind; write the right one to a file and give it with -f',
    )
  }
  return fitting[0] ?? withoutKatalog(await make(undefined))
}

/** A Katalog that is of another kind is not meant; one that is wrong for this kind is an error. */
async function fits(katalog: GroupsFile, make: (file: GroupsFile) => Promise<Written>): Promise<Written | undefined> {
  try {
    return await make(katalog)
  } catch (error) {
    if (error instanceof GroupsError && error.line === undefined) return undefined
    throw error
  }
}

function withoutKatalog({ groups, place }: Written): Written {
  const text =
    'it is of Orkestra, and no ConfigMap of the cluster holds a Katalog for its kind; give one with -f, if there is one'
  return { place, groups: { ...groups, notes: [{ text }, ...groups.notes] } }
}

/** Standard input is file number 0. Throws an Error in the words of Go. */
function readText(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (error) {
    throw new Error(describeFileError(path, error))
  }
}
