import type { KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { findGroups } from '../../change/ordered/find-groups.ts'
import type { Cluster, LiveGroup, Protection } from '../../change/ordered/live-groups.ts'
import { protectionsOf } from '../../change/ordered/protections.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { DEFAULT_PAGE_SIZE, type Finding } from '../../cluster/scan/scan.ts'
import type { DeletionGroups } from '../../groups/deletion-groups.ts'
import type { CommandContext } from '../command.ts'
import { namedNotFound } from './not-found.ts'
import type { ReplayOptions } from './options.ts'
import { readProspects } from './prospects.ts'
import { readGroups } from './read-groups.ts'
import { refuseOwnObjects } from './refuse-own-objects.ts'
import { targetClusters } from './target-clusters.ts'

/** All that is known before anything is deleted. */
export interface Prepared {
  readonly object: KubeObject
  readonly groups: DeletionGroups
  readonly place: string
  readonly live: readonly LiveGroup[]
  readonly protections: readonly Protection[]
}

/** Reads the groups for a custom resource and what the cluster has of them. Rejects with GroupsError or ApiFailure. */
export async function prepare(
  { type, meta }: Finding,
  options: ReplayOptions,
  home: Cluster,
  context: CommandContext,
): Promise<Prepared> {
  const { signal } = context
  const object = await readWhole(home.transport, type, meta, signal)
  if (object === undefined) throw namedNotFound(type, meta.name)
  const subject = { object, resource: resourceName(type) }
  const source = { ...home, pageSize: DEFAULT_PAGE_SIZE, signal }
  const { groups, place } = await readGroups(subject, options, source)
  const clusterOf = targetClusters(home, meta.namespace, options.targets, context)
  const live = await findGroups(groups, { clusterOf, file: place, deleteAll: options.deleteAll, signal })
  await refuseOwnObjects(live, object, subject.resource, home, place, signal)
  const protections = protectionsOf(live, await readProspects(live, context))
  return { object, groups, place, live, protections }
}
