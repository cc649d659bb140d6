import type { AnsweredCause, AnsweredRemedy } from './answer.ts'
import type { KeptAnswer } from './corpus-files.ts'

/** In the order in which they are told: what is held by what first, words last. */
export const KINDS = [
  'cause',
  'verdict',
  'object',
  'blocks',
  'finalizers',
  'evidence',
  'remedies',
  'summary',
  'id',
  'order',
  'unrecorded',
] as const

export type Kind = (typeof KINDS)[number]

/** One thing that is answered differently. */
export interface Difference {
  readonly kind: Kind
  /** The cause or object, where it is about one. */
  readonly of: string
  readonly before: readonly string[]
  readonly now: readonly string[]
}

/** What is answered differently now, the gravest first. */
export function differencesOf(before: KeptAnswer, now: KeptAnswer): readonly Difference[] {
  const pairs = paired(before.causes, now.causes)
  const found = [
    ...pairs.flatMap(([one, other]) => ofCause(one, other)),
    ...ofObjects(before, now),
    ...between('order', 'causes', labels(before, pairs, 0), labels(now, pairs, 1)),
    ...between('unrecorded', 'questions', before.unrecorded ?? [], now.unrecorded ?? []),
  ]
  return found.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
}

type Pair = readonly [AnsweredCause | undefined, AnsweredCause | undefined]

/** The causes of both, each with its like: of the same code and subject, else the same id, else the same subject. */
function paired(before: readonly AnsweredCause[], now: readonly AnsweredCause[]): readonly Pair[] {
  const left = new Set(now)
  const found = new Map<AnsweredCause, AnsweredCause>()
  const subject = ({ cause }: AnsweredCause) => cause.slice(cause.indexOf(' '))
  for (const key of [
    ({ cause, id }: AnsweredCause) => `${cause}\n${id}`,
    ({ cause }: AnsweredCause) => cause,
    ({ id }: AnsweredCause) => id,
    subject,
  ]) {
    for (const one of before) {
      if (found.has(one)) continue
      const other = [...left].find(each => key(each) === key(one))
      if (other === undefined) continue
      found.set(one, other)
      left.delete(other)
    }
  }
  return [...before.map((one): Pair => [one, found.get(one)]), ...[...left].map((other): Pair => [undefined, other])]
}

function ofCause(before: AnsweredCause | undefined, now: AnsweredCause | undefined): readonly Difference[] {
  if (before === undefined || now === undefined) {
    return between('cause', '', before ? [told(before)] : [], now ? [told(now)] : [])
  }
  const of = now.cause
  return [
    ...between('cause', '', [before.cause], [of]),
    ...between('verdict', of, [before.verdict], [now.verdict]),
    ...between('blocks', of, before.blocks, now.blocks),
    ...between('finalizers', of, before.finalizers ?? [], now.finalizers ?? []),
    ...between('evidence', of, before.evidence, now.evidence),
    ...between('remedies', of, before.remedies.map(remedyText), now.remedies.map(remedyText)),
    ...between('summary', of, [before.summary], [now.summary]),
    ...between('id', of, [before.id], [now.id]),
  ]
}

function told({ cause, verdict, blocks }: AnsweredCause): string {
  return `${cause} (${verdict}, blocks ${blocks.join(', ')})`
}

function remedyText({ kind, risk, summary, commands = [], leaks = [] }: AnsweredRemedy): string {
  return [
    `${kind} (risk ${risk}): ${summary}`,
    ...commands.map(line => `$ ${line}`),
    ...leaks.map(line => `leaks ${line}`),
  ].join('\n')
}

function ofObjects(before: KeptAnswer, now: KeptAnswer): readonly Difference[] {
  const names = new Set([...Object.keys(before.objects), ...Object.keys(now.objects)])
  const lines = ({ objects }: KeptAnswer, name: string): readonly string[] => {
    const object = objects[name]
    if (object === undefined) return []
    const { verdict, waitingFor = [], causes = [] } = object
    return [verdict, ...waitingFor.map(each => `waits for ${each}`), ...causes.map(each => `held by ${each}`)]
  }
  return [...names].flatMap(name => between('object', name, lines(before, name), lines(now, name)))
}

/** The order of those causes that both have. */
function labels({ causes }: KeptAnswer, pairs: readonly Pair[], side: 0 | 1): readonly string[] {
  return causes.flatMap(cause => {
    const pair = pairs.find(each => each[side] === cause)!
    return pair[0] === undefined || pair[1] === undefined ? [] : [pair[1].cause]
  })
}

function between(kind: Kind, of: string, before: readonly string[], now: readonly string[]): readonly Difference[] {
  const isSame = before.length === now.length && before.every((each, at) => each === now[at])
  return isSame ? [] : [{ kind, of, before, now }]
}

/** The differences as people read them; of lists only the lines that differ. */
export function differencesText(differences: readonly Difference[]): string {
  return differences
    .map(({ kind, of, before, now }) => {
      const gone = before.filter(line => !now.includes(line))
      const come = now.filter(line => !before.includes(line))
      const isMoved = gone.length === 0 && come.length === 0
      const lines = [
        ...(isMoved ? before : gone).map(line => `-   ${indented(line)}`),
        ...(isMoved ? now : come).map(line => `+   ${indented(line)}`),
      ]
      return [`  ${kind}${of === '' ? '' : ` of ${of}`}${isMoved ? ', in another order' : ''}`, ...lines].join('\n')
    })
    .join('\n')
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n      ')
}
