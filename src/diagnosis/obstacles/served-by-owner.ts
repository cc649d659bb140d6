import { message } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import { namesKind } from '../../statements/in-use.ts'
import type { Quote } from '../../statements/quote.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { english } from '../../statements/words/english.ts'
import type { Case } from '../dossier/dossier.ts'
import { ownersBlockedBy } from '../ownership/blocking-dependents.ts'
import { ownerState } from '../ownership/owner-lookup.ts'
import { toInspect } from '../remedy.ts'
import { backendOf } from '../service/backend.ts'
import { showServing } from '../serving/no-answer.ts'
import type { ErrorCause } from './error-cause.ts'

/**
 * The cleanup calls a server that is of the object's own owner, and that goes with it, or has gone: what is deleted in
 * the foreground loses its workloads first, and then waits for this object (mariadb-operator/mariadb-operator#1223).
 */
export function servedByOwner(errors: readonly Quote[], { held, context }: Case): ErrorCause | undefined {
  const { ref, meta } = held
  const { facts, terminating } = context
  const object = `${ref.kind} ${ref.name}`
  const called = claimsOf('no answer', errors).filter(({ namespace }) => namespace === ref.namespace)
  for (const owner of meta.ownerReferences ?? []) {
    if (!called.some(({ name }) => name === owner.name || name.startsWith(`${owner.name}-`))) continue
    const isGone = ownerState(owner, held, context) === 'gone'
    const service = called.find(each => backendOf(each, facts).state === 'absent')
    if (service === undefined || !(isGone || terminating.has(owner.uid))) continue
    const names = { owner: `${owner.kind} ${owner.name}`, object, service: service.name, isGone }
    return {
      key: `owner/${owner.uid}`,
      evidence: [{ fact: message('OwnerServesCleanup', names), source: 'ownerReferences' }],
      remedies: last => [{ ...last, summary: message('RemoveAsServerWent', names) }],
    }
  }
  const ill = errors.filter(({ fact }) => english.has('unwell', fact))
  const awaited = ownersBlockedBy(held, context).find(({ ref: { kind, name } }) =>
    ill.some(each => namesKind(each, kind) || hasWord(name)(each.fact)),
  )
  if (awaited === undefined || ref.namespace === undefined) return undefined
  const names = { owner: `${awaited.ref.kind} ${awaited.ref.name}`, object }
  return {
    key: `owner/${awaited.ref.uid}`,
    evidence: [{ fact: message('OwnerWaitsForObject', names), source: 'ownerReferences' }],
    remedies: last => [
      toInspect(message('SeeWhetherOwnerServes', names), [showServing(ref.namespace!)]),
      { ...last, summary: message('RemoveAsOwnerWaits', names) },
    ],
  }
}
