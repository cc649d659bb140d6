import { OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { isAtWork } from '../../diagnosis/policy.ts'
import { message } from '../../messages/sentence.ts'
import { firstRemedy } from '../first-remedy.ts'
import type { FinalizerSubject, Guard, Refusal } from '../guard.ts'
import { advised, explainWords } from '../reach.ts'

/** A controller that works on the finalizer, even one that fails at it, is asked first. */
export const controllerAlive: Guard = subject => {
  const { causes, finalizer } = subject
  const own = causes.filter(each => each.finalizer === finalizer)
  const alive = own.find(({ cause }) => isAtWork(cause))
  if (alive === undefined) return own.length === 0 ? waitsForOwn(subject) : undefined
  const { summary, evidence } = alive.cause
  const fact = evidence[0]?.fact
  return {
    guard: 'ControllerAlive',
    why: fact === undefined ? summary : message('WithFact', { why: summary, fact }),
    instead: firstRemedy(alive.cause) ?? message('WaitUntilControllerFinishes'),
  }
}

/** One that lives has no cause of its own while it waits for what it made: what holds those is the cause. */
function waitsForOwn({ finalizer, waitingFor = [], ref, reach }: FinalizerSubject): Refusal | undefined {
  const awaited = waitingFor.find(({ reason }) => reason === 'Owned')
  if (awaited === undefined || OF_KUBERNETES.has(finalizer)) return undefined
  const { kind, name, namespace } = awaited.ref
  return {
    guard: 'ControllerAlive',
    why: message('ControllerWaitsFor', { kind, name: namespace === undefined ? name : `${namespace}/${name}` }),
    instead: [advised(message('EndHolder'), reach, ...explainWords(ref))],
  }
}
