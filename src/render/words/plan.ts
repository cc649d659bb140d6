import { counted, grouped } from '../../api/object-text.ts'
import type { PlanMessages } from '../../messages/plan.ts'
import { formatAge } from '../age.ts'
import { brief } from '../brief.ts'
import type { WordsFor } from './words-for.ts'

export const planWords: WordsFor<PlanMessages> = {
  NoResources: () => 'No resources found',
  PlanFor: ({ place }) => `Plan for ${place}:`,
  BackupOfEach: ({ directory }) => `A backup of each object is kept in ${directory} before it is changed.`,
  BackupsOfSet: ({ count, files }) =>
    `Backups of ${counted(count, 'object')}, each kept before its object is changed: ${files}`,
  WhichOfThem: () => 'Which of them? (space selects, enter continues)',
  HeldByOthers: () => 'held by others',
  HeldByCause: ({ code, summary }, inWords) => `${code}: ${brief(inWords(summary))}`,
  AlsoRefused: ({ finalizers, guards }) =>
    `In addition, ${counted(finalizers, 'finalizer')} stay${finalizers === 1 ? 's' : ''}, refused by ${guards.map(guard => guard ?? 'an error').join(', ')}: the reasons are printed at the end.`,
  RemoveFinalizers: ({ finalizers, objects }) =>
    `Remove ${counted(finalizers, 'finalizer')}${objects === 1 ? '' : ` of ${counted(objects, 'object')}`}`,
  CreateIt: ({ name }) => `Create ${name}`,
  TypeToConfirm: ({ word }) => `Type "${word}" to confirm:`,
  NotConfirmed: ({ word }) => `not confirmed: expected "${word}"`,
  ConsentRequired: () => 'confirmation required: run in a terminal or pass --yes',
  WithStop: ({ sentence }, inWords) => `${inWords(sentence)}.`,
  InPlace: ({ what, place }, inWords) => `${inWords(what)} in ${place}`,
  ObjectThen: ({ left, kubelet }) => {
    if (left.length > 0) return `the object stays, held by ${left.join(', ')}`
    return kubelet === undefined ? 'the object then goes' : `the object stays: ${kubelet}`
  },
  InterruptedRun: () => 'interrupted: nothing was changed',
  InterruptedAfter: ({ done, waiting, failed, left }) => {
    const rest = [
      waiting > 0 && `, ${waiting} requested and not finished`,
      failed > 0 && `, ${failed} failed or unknown`,
      left > 0 && `, ${left} not started`,
    ]
    return `interrupted: ${done} done${rest.filter(text => text !== false).join('')}; run it again to continue`
  },
  DoneOfSet: ({ doing, done, total, left }) => {
    const what = doing === 'asking' ? 'asking the server' : doing
    return `${what}: ${grouped(done)} of ${grouped(total)}${left === undefined ? '' : `, about ${formatAge(left)} left`}`
  },
  StoppedInWave: ({ wave, reason }) =>
    `stopped in wave ${wave} (${reason}): nothing after it was deleted; resolve what holds the rest, then run it again to continue`,
  DoneAtPlace: ({ what, place }, inWords) => `${inWords(what)}, ${inWords(place)}`,
  OrElse: ({ what }, inWords) => {
    const words = inWords(what)
    return words.startsWith('or ') ? words : `or ${words}`
  },
  WithFact: ({ why, fact }, inWords) => `${withoutStop(inWords(why))} (${inWords(fact)})`,
  OneAfterAnother: ({ sentences }, inWords) => sentences.map(each => withoutStop(inWords(each))).join('. '),
  Followed: ({ sentence, by }, inWords) => `${inWords(sentence)} ${inWords(by)}`,
  WriteFailsBeyondDryRun: ({ cause, object }, inWords) =>
    `${inWords(cause)} A write of ${object} fails, though its dry run does not`,
  OfObject: ({ object, sentence }, inWords) => `${object}: ${inWords(sentence)}`,
  AndAlso: ({ sentence, also }, inWords) => `${inWords(sentence)}; ${inWords(also)}`,
  HeldBy: ({ finalizers, causes }, inWords) => {
    const why = causes.map(({ summary, code }) => `${inWords(summary)} (${code})`).join(' ')
    const held = finalizers.length === 0 ? '' : `held by ${finalizers.join(', ')}`
    return [held, why].filter(text => text !== '').join(': ') || 'nothing is known to hold it'
  },
  OwnFinalizerWouldHold: ({ finalizer, why }, inWords) =>
    `its own finalizer ${finalizer} would hold it: ${inWords(why)}`,
  OwnFinalizersUnplanned: ({ why }, inWords) => `its own finalizers, which are removed first: ${inWords(why)}`,
  NamespaceRecreatedByOther: ({ why }, inWords) =>
    `another client recreated the namespace (${inWords(why)}); run it again`,
  ManagerNotRunning: ({ fact }, inWords) =>
    `kube-controller-manager is not running, and nothing else ends a namespace: ${inWords(fact)}`,
  DeletionNotKnown: ({ why }, inWords) => `whether all of it would go is not known: ${inWords(why)}`,
  Refused: ({ reasons, overrides = [] }, inWords) => {
    const all = reasons.map(({ why, instead }) => {
      const reason = withoutStop(inWords(why))
      return instead === undefined ? reason : `${reason}; ${inWords(instead)}`
    })
    return `${sentences(all)}${overrides.length === 0 ? '' : ` (or --override ${overrides.join(',')})`}`
  },
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, '')
}

/** Reasons as one text; each but the first begins like a sentence. */
function sentences(reasons: readonly string[]): string {
  return reasons.map((why, index) => (index === 0 ? why : why.charAt(0).toUpperCase() + why.slice(1))).join('. ')
}
