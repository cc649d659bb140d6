import type { ObjectRef } from '../api/object-ref.ts'
import type { Cause } from '../diagnosis/explanation.ts'
import { message, type Sentence } from '../messages/sentence.ts'
import { type Aim, aimed, commandFor } from './aim.ts'

/** How whoever reads a message gets to the cluster that it is about. */
export type Reach =
  /** By commands that are given this. */
  | Aim
  /** By no command that can be printed: `in the cluster of Target t1`. */
  | { readonly place: Sentence }

/** What to do, in words, and the commands that do it there, each whole. Renderers give each command its own line. */
export interface Advice {
  readonly what: Sentence
  readonly commands: readonly string[]
}

/** What to do, with its command for that cluster, or else where it is to be done. */
export function advised(what: Sentence, reach: Reach, ...words: readonly string[]): Advice {
  if ('place' in reach) return { what: message('DoneAtPlace', { what, place: reach.place }), commands: [] }
  return { what, commands: [commandFor(reach, ...words)] }
}

/** The words of the command that tells what holds just this object. */
export function explainWords(ref: ObjectRef): readonly string[] {
  return ['kubectl', 'finalize', 'explain', ...wordsOf(ref)]
}

/** The words of the command that deletes just this object. */
export function deleteWords(ref: ObjectRef): readonly string[] {
  return ['kubectl', 'finalize', 'delete', ...wordsOf(ref)]
}

function wordsOf({ resource, namespace, name }: ObjectRef): readonly string[] {
  return [`${resource}/${name}`, ...(namespace === undefined ? [] : ['-n', namespace])]
}

/** A cause whose remedies have their commands for this cluster. */
export function reachedCause(cause: Cause, reach: Reach): Cause {
  const remedies = cause.remedies.map(remedy => {
    if (!('place' in reach)) return { ...remedy, commands: remedy.commands.map(each => aimed(each, reach)) }
    if (remedy.commands.length === 0) return remedy
    return { ...remedy, summary: message('DoneAtPlace', { what: remedy.summary, place: reach.place }), commands: [] }
  })
  return { ...cause, remedies }
}
