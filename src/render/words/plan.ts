import { counted, grouped } from '../../api/object-text.ts'
import { formatAge } from '../age.ts'
import { brief } from '../brief.ts'
import type { Sentence, Words } from './template.ts'

interface Args {
  readonly HeldByCause: HoldingCause
  readonly AlsoRefused: { readonly finalizers: number; readonly guards: readonly (string | undefined)[] }
  readonly RemoveFinalizers: { readonly finalizers: number; readonly objects: number }
  /** What becomes of an object when its finalizers are removed; `kubelet`: why it stays where no finalizer is left. */
  readonly ObjectThen: { readonly left: readonly string[]; readonly kubelet: string | undefined }
  /** `left`: so many seconds, where the pace tells it. */
  readonly DoneOfSet: {
    readonly doing: 'asking' | 'removing' | 'trying'
    readonly done: number
    readonly total: number
    readonly left?: number
  }
  readonly OrElse: { readonly what: Sentence }
  readonly WithFact: { readonly why: Sentence; readonly fact: Sentence }
  readonly OneAfterAnother: { readonly sentences: readonly Sentence[] }
  readonly HeldBy: { readonly finalizers: readonly string[]; readonly causes: readonly HoldingCause[] }
  readonly Refused: { readonly reasons: readonly Reason[]; readonly overrides?: readonly string[] }
}

interface Reason {
  readonly why: Sentence
  readonly instead?: Sentence | undefined
}

interface HoldingCause {
  readonly summary: Sentence
  readonly code: string
}

/** What is said about a plan: what to do, why it is refused, and what came of a step. */
export const planWords = {
  NoResources: 'No resources found',
  PlanFor: 'Plan for {place}:',
  BackupOfEach: 'A backup of each object is kept in {directory} before it is changed.',
  NotKept: 'No backup is kept of {count:count} {count=1?object that goes|objects that go} with what is deleted.',
  BackupsOfSet: 'Backups of {count:count} {count=1?object|objects}, each kept before its object is changed: {files}',
  GoesUnshown: 'more would now be deleted with it than was shown: {objects:names}',
  LostUnshown: 'more would now be lost than was shown: {why:sentence}',
  WhichOfThem: 'Which of them? (space selects, enter continues)',
  HeldByOthers: 'held by others',
  HeldByCause: ({ code, summary }, inWords) => `${code}: ${brief(inWords(summary))}`,
  AlsoRefused: ({ finalizers, guards }) =>
    `In addition, ${counted(finalizers, 'finalizer')} stay${finalizers === 1 ? 's' : ''}, refused by ${guards.map(guard => guard ?? 'an error').join(', ')}: the reasons are printed at the end.`,
  RemoveFinalizers: ({ finalizers, objects }) =>
    `Remove ${counted(finalizers, 'finalizer')}${objects === 1 ? '' : ` of ${counted(objects, 'object')}`}`,
  CreateIt: 'Create {name}',
  TypeToConfirm: 'Type "{word}" to confirm:',
  NotConfirmed: 'not confirmed: expected "{word}"',
  ConsentRequired: 'confirmation required: run in a terminal or pass --yes',
  WithStop: '{sentence:sentence}.',
  InPlace: '{what:sentence} in {place}',
  ObjectThen: ({ left, kubelet }) => {
    if (left.length > 0) return `the object stays, held by ${left.join(', ')}`
    return kubelet === undefined ? 'the object then goes' : `the object stays: ${kubelet}`
  },
  InterruptedRun: 'interrupted: nothing was changed',
  InterruptedAfter:
    'interrupted: {done:number} done{waiting=0?|, # requested and not finished}{failed=0?|, # failed or unknown}{left=0?|, # not started}; run it again to continue',
  DoneOfSet: ({ doing, done, total, left }) => {
    const what = doing === 'asking' ? 'asking the server' : doing
    return `${what}: ${grouped(done)} of ${grouped(total)}${left === undefined ? '' : `, about ${formatAge(left)} left`}`
  },
  StoppedInWave:
    'stopped in wave {wave:number} ({reason}): nothing after it was deleted; resolve what holds the rest, then run it again to continue',
  /** For a command that cannot be printed: `in the cluster of Target t1`. */
  DoneAtPlace: '{what:sentence}, {place:sentence}',
  OrElse: ({ what }, inWords) => {
    const words = inWords(what)
    return words.startsWith('or ') ? words : `or ${words}`
  },
  WithFact: ({ why, fact }, inWords) => `${withoutStop(inWords(why))} (${inWords(fact)})`,
  OneAfterAnother: ({ sentences }, inWords) => sentences.map(each => withoutStop(inWords(each))).join('. '),
  Followed: '{sentence:sentence} {by:sentence}',
  WriteFailsBeyondDryRun: '{cause:sentence} A write of {object} fails, though its dry run does not',
  OfObject: '{object}: {sentence:sentence}',
  AndAlso: '{sentence:sentence}; {also:sentence}',
  HeldBy: ({ finalizers, causes }, inWords) => {
    const why = causes.map(({ summary, code }) => `${inWords(summary)} (${code})`).join(' ')
    const held = finalizers.length === 0 ? '' : `held by ${finalizers.join(', ')}`
    return [held, why].filter(text => text !== '').join(': ') || 'nothing is known to hold it'
  },
  OwnFinalizerWouldHold: 'its own finalizer {finalizer} would hold it: {why:sentence}',
  OwnFinalizersUnplanned: 'its own finalizers, which are removed first: {why:sentence}',
  NamespaceRecreatedByOther: 'another client recreated the namespace ({why:sentence}); run it again',
  ManagerNotRunning: 'kube-controller-manager is not running, and nothing else ends a namespace: {fact:sentence}',
  DeletionNotKnown: 'whether all of it would go is not known: {why:sentence}',
  Refused: ({ reasons, overrides = [] }, inWords) => {
    const all = reasons.map(({ why, instead }) => {
      const reason = withoutStop(inWords(why))
      return instead === undefined ? reason : `${reason}; ${inWords(instead)}`
    })
    return `${sentences(all)}${overrides.length === 0 ? '' : ` (or --override ${overrides.join(',')})`}`
  },
} as const satisfies Words<Args>

function withoutStop(text: string): string {
  return text.replace(/\.$/, '')
}

/** Reasons as one text; each but the first begins like a sentence, unless with the name of an object. */
function sentences(reasons: readonly string[]): string {
  const begun = (why: string): string => (/^[^ ]*\//.test(why) ? why : why.charAt(0).toUpperCase() + why.slice(1))
  return reasons.map((why, index) => (index === 0 ? why : begun(why))).join('. ')
}
