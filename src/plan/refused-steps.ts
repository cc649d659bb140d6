import { refOf } from '../api/object-ref.ts'
import type { Finding } from '../cluster/scan/scan.ts'
import { message } from '../messages/sentence.ts'
import { OVERRIDABLE, type Refusal } from './guard.ts'
import type { Step } from './outcome.ts'
import type { Advice } from './reach.ts'
import type { Removal } from './removal.ts'

/** Steps for all of a removal that will not be tried: what guards refuse, and what is not there. */
export function refusedSteps({ ref, judged, absent, stay }: Removal): readonly Step[] {
  const base = { ref, action: 'RemoveFinalizer' as const }
  const refused = judged
    .filter(({ refusals }) => refusals.length > 0)
    .map(({ finalizer, refusals }): Step => ({ ...base, finalizer, ...refusedBy(refusals) }))
  const missing = absent.map((finalizer): Step => {
    const found = [...judged.map(each => each.finalizer), ...stay]
    return { ...base, finalizer, result: 'gone', message: message('NoSuchFinalizer', { found }) }
  })
  const nothing: Step[] =
    judged.length === 0 && absent.length === 0
      ? [{ ...base, result: 'skipped', message: message('HasNoFinalizer') }]
      : []
  return [...refused, ...missing, ...nothing]
}

/** What a step that these refuse says: why, what would change it, and which --override passes what can be passed. */
export function refusedBy(refusals: readonly Refusal[]): Refused {
  const passable = refusals.every(
    ({ guard, final, unoffered }) => !final && !unoffered && OVERRIDABLE.some(each => each === guard),
  )
  const names = [...new Set(refusals.map(({ guard }) => guard))]
  // The repair of one cause is said once.
  const causes = refusals.map(({ cause }) => cause)
  const told = refusals.filter(({ cause }, index) => cause === undefined || causes.indexOf(cause) === index)
  const reasons = told.map(({ why, instead }) => ({ why, instead: isAdvice(instead) ? undefined : instead }))
  const advice = told.flatMap(({ instead }) => (isAdvice(instead) ? instead : []))
  const refused = { result: 'refused', guard: refusals[0]!.guard } as const
  if (advice.length === 0) {
    return { ...refused, message: message('Refused', { reasons, ...(passable && { overrides: names }) }) }
  }
  const override = passable ? [{ what: message('OverrideGuards', { guards: names }), commands: [] }] : []
  return { ...refused, message: message('Refused', { reasons }), advice: [...advice, ...override] }
}

type Refused = Required<Pick<Step, 'result' | 'guard' | 'message'>> & Pick<Step, 'advice'>

/** Steps for objects that are not being deleted: whatever the flags, they are not touched. */
export function liveSteps(live: readonly Finding[]): readonly Step[] {
  return live.map(({ type, meta }) => ({
    ref: refOf(type, meta),
    action: 'RemoveFinalizer',
    result: 'refused',
    guard: 'NotTerminating',
    message: message('LiveUnchanged'),
  }))
}

function isAdvice(instead: Refusal['instead']): instead is readonly Advice[] {
  return Array.isArray(instead)
}
