import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { placedText } from '../api/object-text.ts'
import type { Reference } from '../api/reference.ts'
import { planLine } from './hanging.ts'

/** What will be created, what is left out of the backup and why, and what will hold the object when it is deleted. */
export function formatRestorePlan(
  ref: ObjectRef,
  { metadata: { finalizers = [] } }: KubeObject,
  dropped: readonly Reference[],
  width: number | undefined,
): string {
  const line = (label: string, text: string): string[] => planLine(label, text, width)
  const lines = [
    `${placedText(ref)}: creates it again, with a new uid`,
    ...(ref.resource === 'jobs.batch' ? line('runs', 'again, from the start') : []),
    ...dropped.flatMap(reference => line('without', droppedText(reference))),
    ...(finalizers.length === 0 ? [] : line('with', `finalizers ${finalizers.join(', ')}`)),
  ]
  return lines.map(text => `${text}\n`).join('')
}

function droppedText({ field, kind, name, uid, exists }: Reference): string {
  const object = `${kind.toLowerCase()}/${name} (uid ${uid})`
  const state = exists === null ? 'could not be read' : 'no longer exists'
  return field === 'claimRef'
    ? `the uid of its claim ${object}, which ${state}: the volume waits for a claim of that name and is not reclaimed`
    : `its owner ${object}, which ${state}: the garbage collector would delete it`
}
