import { message, type Sentence } from '../../messages/sentence.ts'
import type { Gift } from '../admission/give.ts'
import type { Operation } from '../admission/matches.ts'
import { refuserOf } from '../admission/refusal-words.ts'
import type { Evidence, ObjectRefOrSubject, Remedy } from '../explanation.ts'
import { toInspect } from '../remedy.ts'
import { yamlCommand } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'

export interface Denied {
  readonly operation: Operation
  readonly source: Sentence
}

/** A refusal in words that name nobody: a plugin that a row knows, else the object with the words, and no claim. */
export function byWords(
  held: StuckObject,
  why: string,
  { source }: Denied,
  { facts }: RuleContext,
): readonly Blocker[] {
  const refuser = refuserOf(why, held, facts)
  const { ref } = held
  const evidence = [{ fact: why, source }]
  const of = `${ref.kind} ${ref.name}`
  const summary = message('CompletingUpdateRejected', { of, why })
  if (refuser !== undefined) return [stuck(refuser.subject, summary, evidence, refuser.remedies)]
  const look = toInspect(message('CheckRejectedObject'), [yamlCommand(ref)])
  return [{ ...stuck(ref, summary, evidence, [look]), verdict: 'unknown' }]
}

export function stuck(
  subject: ObjectRefOrSubject,
  summary: Sentence,
  evidence: readonly Evidence[],
  remedies: readonly Remedy[],
  gift?: Gift,
): Blocker {
  const one = 'uid' in subject && !/Configuration$|Policy$/.test(subject.kind) ? subject.uid : subject.name
  const key = `RequestDenied/${subject.kind}/${one}` as const
  const all = [...evidence, ...(gift?.evidence ?? [])]
  return blocker('stuck', {
    ...{ key, subject, summary, evidence: all },
    remedies: (_blocks, direct) => [...(gift === undefined ? [] : [gift.remedy(direct)]), ...remedies],
  })
}
