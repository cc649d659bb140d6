import { ApiFailure } from '../../api/failure.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Cause, ExplainedObject } from '../../diagnosis/explanation.ts'
import type { Clusters, OpenCluster } from '../../execute/ordered/ordered-tools.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { LiveObject } from '../../plan/ordered/live-groups.ts'
import { EVERYTHING, inspectCluster } from '../inspect/inspect-cluster.ts'
import { type DiagnosedObject, stuckIn } from '../inspect/stuck-objects.ts'
import type { Ports } from '../ports.ts'
import { QUIET } from '../scan-progress.ts'

export interface Left extends DiagnosedObject {
  readonly object: LiveObject
  /** All that hold it, those of its chain included. */
  readonly every: readonly Cause[]
  /** What has not been deleted, at the ends of the chains of what it waits for. */
  readonly awaits: readonly ObjectRef[]
}

/** Explains what is still there, as `explain` does, cluster by cluster. What cannot be looked at is left out. */
export async function explainLeft(objects: readonly LiveObject[], clusters: Clusters, ports: Ports): Promise<Left[]> {
  const left: Left[] = []
  for (const [name, own] of Map.groupBy(objects, ({ cluster }) => cluster.name)) {
    const open = clusters.get(name)!
    const named = (await Promise.all(own.map(object => terminating(object, open)))).filter(each => each !== undefined)
    if (named.length === 0) continue
    const request = { ...EVERYTHING, ...open, fallbackNamespace: 'default', named }
    const looked = await inspectCluster(request, ports, QUIET)
    const causes = new Map(looked.causes.map(cause => [cause.id, cause]))
    const explained = new Map(looked.objects.map(each => [each.ref.uid, each]))
    for (const stuck of stuckIn(looked)) {
      const object = own.find(({ ref }) => ref.uid === stuck.held.ref.uid)
      if (object === undefined) continue
      const every = stuck.explained.causes.map(id => causes.get(id)!)
      left.push({ ...stuck, object, every, awaits: awaitedBy(stuck.explained, explained) })
    }
  }
  return left
}

/** A lock is waited for, and not that its holder goes. */
function awaitedBy(from: ExplainedObject, explained: ReadonlyMap<string, ExplainedObject>): readonly ObjectRef[] {
  const seen = new Map<string, ObjectRef>()
  const queue = [from]
  for (let object = queue.shift(); object !== undefined; object = queue.shift()) {
    for (const { ref, reason } of object.waitingFor) {
      if (reason === 'Leader' || seen.has(ref.uid)) continue
      seen.set(ref.uid, ref)
      const next = explained.get(ref.uid)
      if (next !== undefined) queue.push(next)
    }
  }
  return [...seen.values()].filter(({ uid }) => explained.get(uid)?.deletionTimestamp === undefined)
}

async function terminating({ type, ref }: LiveObject, { transport }: OpenCluster) {
  try {
    const object = await readWhole(transport, type, ref)
    const meta = object?.metadata
    return meta?.uid === ref.uid && meta.deletionTimestamp !== undefined ? { type, meta } : undefined
  } catch (error) {
    if (error instanceof ApiFailure) return undefined
    throw error
  }
}

/** Why each is there, a sentence for each uid. */
export function reasons(left: readonly Left[]): ReadonlyMap<string, Sentence> {
  return new Map(
    left.map(({ object, explained, every }) => {
      const finalizers = explained.finalizers.map(({ name }) => name)
      const causes = every.map(({ code, summary }) => ({ code, summary }))
      return [object.ref.uid, message('HeldBy', { finalizers, causes })]
    }),
  )
}
