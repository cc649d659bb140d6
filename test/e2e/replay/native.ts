import { stuckObject } from '../explain/operator.ts'
import { crd, namespace } from '../rig/rig.ts'
import { file } from './apps.ts'

/** A custom resource c1 whose operator is gone, and the words that name it. */
export async function stuckResource() {
  const type = await crd({ kind: 'App' })
  const place = await namespace()
  const resource = await stuckObject(type, place, 'c1')
  return {
    type,
    place,
    resource,
    finalizer: `${type.group}/cleanup`,
    words: [`${type.resource}/c1`, '-n', place] as const,
  }
}

interface Resource {
  readonly apiVersion?: string
  readonly kind: string
  readonly names?: readonly string[]
  readonly namespaces?: readonly string[]
  readonly labelSelector?: string
}

/** The text of a `kind: DeletionGroups` with these groups. */
export function deletionGroups(...groups: (readonly Resource[])[]): string {
  const written = groups.map(resources => ({ resources: resources.map(each => ({ apiVersion: 'v1', ...each })) }))
  return JSON.stringify({ apiVersion: 'kubectl-finalize/v1', kind: 'DeletionGroups', groups: written }, null, 2)
}

/** The same in a file: its path. */
export function groupsFile(...groups: (readonly Resource[])[]): string {
  return file(deletionGroups(...groups))
}
