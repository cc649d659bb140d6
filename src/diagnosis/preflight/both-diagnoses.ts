import { message } from '../../messages/sentence.ts'
import type { Diagnosis } from '../diagnose.ts'
import type { Cause } from '../explanation.ts'
import type { Reached } from './reach.ts'

/**
 * What blocks objects that are deleted at once, and those that are deleted once their owner is gone. If the owner
 * itself is blocked, it does not come to that: such a cause is `waiting`.
 */
export function bothDiagnoses(first: Diagnosis, second: Diagnosis, reach: ReadonlyMap<string, Reached>): Diagnosis {
  const held = new Set(
    first.causes.flatMap(({ verdict, blocks }) => (verdict === 'progressing' ? [] : blocks.map(({ uid }) => uid))),
  )
  const isToCome = (uid: string): boolean => {
    const { why, of } = reach.get(uid) ?? {}
    return (why === 'Dependent' || why === 'Volume') && of !== undefined && (held.has(of.uid) || isToCome(of.uid))
  }
  const causes = new Map(first.causes.map(cause => [cause.id, cause]))
  for (const cause of second.causes) {
    const known = causes.get(cause.id)
    // What would go by itself, and is not deleted yet, holds nothing.
    const isIdle = cause.verdict === 'progressing' && cause.blocks.every(({ uid }) => isToCome(uid))
    if (known !== undefined || !isIdle) causes.set(cause.id, joined(known, cause, isToCome))
  }
  return {
    objects: [...first.objects, ...second.objects],
    causes: [...causes.values()],
    direct: new Map([...first.direct, ...second.direct]),
  }
}

function joined(known: Cause | undefined, cause: Cause, isToCome: (uid: string) => boolean): Cause {
  const now = cause.blocks.filter(({ uid }) => !isToCome(uid))
  if (known !== undefined) return { ...known, blocks: [...known.blocks, ...now] }
  if (now.length > 0) return { ...cause, blocks: now }
  const fact = message('DeletedWithOwnerOnly')
  return { ...cause, verdict: 'waiting', evidence: [...cause.evidence, { fact, source: 'ownerReferences' }] }
}
