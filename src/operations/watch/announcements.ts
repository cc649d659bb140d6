import { createHash } from 'node:crypto'
import type { KubeObject, ObjectMeta } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { FIELD_MANAGER } from '../../api/removal-patch.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import { commandFor, NO_AIM } from '../../plan/aim.ts'

/** Where an Event about a cluster-scoped object, a Namespace, or an object whose namespace takes none has to be. */
const DEFAULT = 'default'
/** Of the cluster-scoped objects of one cause, so many have an Event. */
const MOST_OF_CAUSE = 10

/** The note of an Event about a cause and how many objects it holds there, with the command that tells the rest. */
export type NoteOf = (cause: Cause, count: number, command: string) => string

/** An Event that is to be there as long as the cause holds something. */
export interface Announcement {
  /** The same in every process that sees the cause, so that none repeats what another one said. */
  readonly name: string
  /** Of those with the same one only one is said in a while: objects of a cause come and go. */
  readonly slot: string
  readonly namespace: string
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly note: Parameters<NoteOf>
  readonly regarding: Pick<ObjectRef, 'apiVersion' | 'kind' | 'name' | 'namespace'> & { readonly uid?: string }
}

/**
 * For each cause and namespace one about the Namespace, in `default` (a terminating one accepts none), and one about
 * the first object inside while it is alive; and one per cluster-scoped object. None about what goes by itself.
 */
export function announcementsOf(
  causes: readonly Cause[],
  isAlive: (namespace: string) => boolean,
): readonly Announcement[] {
  return causes
    .filter(({ verdict }) => verdict !== 'progressing')
    .flatMap(cause => {
      const places = Map.groupBy(cause.blocks.toSorted(byName), placeOf)
      return [...places].flatMap(([place, objects]) => {
        if (place === '')
          return objects
            .slice(0, MOST_OF_CAUSE)
            .map((each, at) => announcement(cause, DEFAULT, each, [each], { within: place, slot: `${at}` }))
        const own = objects.find(({ resource }) => resource === 'namespaces')
        const about = own ?? { apiVersion: 'v1', kind: 'Namespace', name: place }
        const inside = objects.filter(each => each !== own)
        return [
          announcement(cause, DEFAULT, about, objects, { within: place, slot: place }),
          ...(inside.length > 0 && isAlive(place)
            ? [announcement(cause, place, inside[0]!, inside, { within: place, slot: 'inside' })]
            : []),
        ]
      })
    })
}

/** The Event as it is created. A note and a type never change: the server refuses that (1.36.3, read). */
export function eventOf(
  { name, namespace, type, reason, note, regarding }: Announcement,
  noteOf: NoteOf,
  now: Date,
): KubeObject {
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name, namespace } as ObjectMeta,
    eventTime: microTime(now),
    reportingController: FIELD_MANAGER,
    reportingInstance: FIELD_MANAGER,
    action: 'Diagnose',
    type,
    reason,
    note: noteOf(...note),
    regarding,
  }
}

/** metav1.MicroTime. */
export function microTime(time: Date): string {
  return time.toISOString().replace('Z', '000Z')
}

function announcement(
  cause: Cause,
  namespace: string,
  { apiVersion, kind, namespace: place, name, ...rest }: Announcement['regarding'],
  objects: readonly ObjectRef[],
  { within, slot }: { readonly within: string; readonly slot: string },
): Announcement {
  const { uid } = rest
  const where = within === '' ? [] : ['-n', within]
  const regarding = { apiVersion, kind, name, ...(place !== undefined && { namespace: place }), ...(uid && { uid }) }
  const key = JSON.stringify([cause.id, cause.verdict, namespace, regarding])
  return {
    name: `${FIELD_MANAGER}.${createHash('sha256').update(key).digest('hex').slice(0, 20)}`,
    slot: JSON.stringify([cause.id, cause.verdict, namespace, slot]),
    namespace,
    type: cause.verdict === 'stuck' ? 'Warning' : 'Normal',
    reason: cause.code,
    note: [aboutOwn(cause, objects), objects.length, commandFor(NO_AIM, 'kubectl', 'finalize', 'explain', ...where)],
    regarding,
  }
}

/** A cause that is one of the objects it holds names that of the place: users there may not know of others. */
function aboutOwn(cause: Cause, [first]: readonly ObjectRef[]): Cause {
  const { subject, blocks } = cause
  const isHeld = 'uid' in subject && blocks.some(({ uid }) => uid === subject.uid)
  return isHeld && first !== undefined && subject.namespace !== first.namespace ? { ...cause, subject: first } : cause
}

function placeOf({ resource, namespace, name }: ObjectRef): string {
  return namespace ?? (resource === 'namespaces' ? name : '')
}

function byName(a: ObjectRef, b: ObjectRef): number {
  const [one, other] = [a, b].map(({ resource, name }) => `${resource} ${name}`) as [string, string]
  return one < other ? -1 : 1
}
