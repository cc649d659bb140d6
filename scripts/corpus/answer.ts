import { kindAndName, type ObjectRef } from '../../src/api/object-ref.ts'
import type { Diagnosis } from '../../src/diagnosis/diagnose.ts'
import { type Cause, type Remedy, wordedCause } from '../../src/render/words/explanation.ts'

/** What a diagnosis answers, as it is kept: to be read and compared by people. What only repeats the input is left out. */
export interface Answer {
  /** By `resource namespace/name`. */
  readonly objects: Readonly<Record<string, AnsweredObject>>
  /** In the order in which they are told. */
  readonly causes: readonly AnsweredCause[]
}

export interface AnsweredObject {
  readonly verdict: string
  /** `REASON resource namespace/name`. */
  readonly waitingFor?: readonly string[]
  /** `CODE Kind namespace/name` of each. */
  readonly causes?: readonly string[]
}

export interface AnsweredCause {
  /** `CODE Kind namespace/name`: code and subject. */
  readonly cause: string
  readonly verdict: string
  readonly id: string
  readonly finalizers?: readonly string[]
  readonly blocks: readonly string[]
  readonly summary: string
  /** `fact | source`. */
  readonly evidence: readonly string[]
  readonly remedies: readonly AnsweredRemedy[]
}

export type AnsweredRemedy = Omit<Remedy, 'commands' | 'leaks'> & Partial<Pick<Remedy, 'commands' | 'leaks'>>

export function answerOf({ objects, causes: coded }: Pick<Diagnosis, 'objects' | 'causes'>): Answer {
  const causes = coded.map(wordedCause)
  const labels = new Map(causes.map(cause => [cause.id, labelOf(cause)]))
  const all = objects.map(({ ref, verdict, waitingFor, causes }): [string, AnsweredObject] => [
    nameOf(ref),
    {
      verdict,
      ...unlessEmpty(
        'waitingFor',
        waitingFor.map(({ ref, reason }) => `${reason} ${nameOf(ref)}`),
      ),
      ...unlessEmpty(
        'causes',
        causes.map(id => labels.get(id)!),
      ),
    },
  ])
  return { objects: Object.fromEntries(toldApart(all)), causes: causes.map(answeredCause) }
}

function answeredCause(cause: Cause): AnsweredCause {
  const { id, verdict, summary, finalizer, finalizers, evidence, blocks, remedies } = cause
  return {
    cause: labelOf(cause),
    verdict,
    id,
    ...unlessEmpty('finalizers', finalizers ?? (finalizer === undefined ? [] : [finalizer])),
    blocks: blocks.map(nameOf),
    summary,
    evidence: evidence.map(({ fact, source }) => `${fact} | ${source}`),
    remedies: remedies.map(({ kind, risk, summary, commands, leaks }) => ({
      kind,
      risk,
      summary,
      ...unlessEmpty('commands', commands),
      ...unlessEmpty('leaks', leaks),
    })),
  }
}

function labelOf({ code, subject }: Cause): string {
  return `${code} ${kindAndName(subject)}`
}

function nameOf({ resource, namespace, name }: ObjectRef): string {
  return `${resource} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

function unlessEmpty<Name extends string>(
  name: Name,
  values: readonly string[],
): Partial<Record<Name, readonly string[]>> {
  return values.length === 0 ? {} : ({ [name]: values } as Record<Name, readonly string[]>)
}

/** Two objects of one name, the earlier of which is gone: the second gets a number. */
function toldApart<Value>(named: readonly [string, Value][]): [string, Value][] {
  const met = new Map<string, number>()
  return named.map(([name, value]) => {
    const times = (met.get(name) ?? 0) + 1
    met.set(name, times)
    return [times === 1 ? name : `${name} #${times}`, value]
  })
}
