import { OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { message } from '../../messages/sentence.ts'
import type { FinalizerSubject, Guard } from '../guard.ts'
import { advised, explainWords } from '../reach.ts'

/**
 * Nothing shows whose finalizer it is: its controller may be about to act. Where only unreadable facts stand between
 * that and a missing controller, IncompleteRead alone says so.
 */
export const controllerUnknown: Guard = subject => {
  const own = ownCauses(subject)
  const unknown = own.find(each => each.cause.code === 'ControllerUnknown' && (!each.incomplete || each.undecided))
  const instead = [advised(message('FindRemover'), subject.reach, ...explainWords(subject.ref))]
  if (unknown?.incomplete) return { guard: 'ControllerUnknown', why: message('OwnerNotShown'), instead }
  if (unknown !== undefined) return { guard: 'ControllerUnknown', why: unknown.cause.summary, instead }
  if (own.length > 0 || OF_KUBERNETES.has(subject.finalizer)) return undefined
  // Only one that is known and lives has no cause of its own while it waits for what it made: ControllerAlive says so.
  if (subject.waitingFor?.some(({ reason }) => reason === 'Owned')) return undefined
  return { guard: 'ControllerUnknown', why: message('RemoverNotKnown', { finalizer: subject.finalizer }), instead }
}

/** What would decide could not be read: that no controller runs is then not proven. */
export const incompleteRead: Guard = subject => {
  const gap = ownCauses(subject).find(({ incomplete }) => incomplete)
  if (gap === undefined) return undefined
  const [missing] = gap.cause.evidence
  const { summary } = gap.cause
  const why = missing === undefined ? summary : message('Followed', { by: missing.fact, sentence: summary })
  return { guard: 'IncompleteRead', why, instead: message('RunAsReader') }
}

function ownCauses({ causes, finalizer }: FinalizerSubject): FinalizerSubject['causes'] {
  return causes.filter(each => each.finalizer === finalizer)
}
