import type { KubeObject } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import { type Gone, goneAs, withoutNames } from '../../statements/gone.ts'
import type { Quote } from '../../statements/quote.ts'
import type { Remedy } from '../explanation.ts'
import { ownNames } from '../references/own-names.ts'
import { toInspect } from '../remedy.ts'
import type { DirectlyHeld, RuleContext } from '../stuck-object.ts'
import { wholeOf } from '../whole-object.ts'

/** Whether each of these errors of the controller says that what it has to clean up for an object no longer exists. */
export function goneBy(errors: readonly Quote[], whole: KubeObject | undefined): Gone | undefined {
  if (whole === undefined || errors.length === 0) return undefined
  const called = { name: whole.metadata.name, kind: whole.kind, names: ownNames(whole) }
  const said = errors.map(error => goneAs(error, called))
  if (said.includes(undefined)) return undefined
  return said.includes('likely') ? 'likely' : 'gone'
}

/** In place of a repair: the error names nothing that could be fixed. */
export function checkGone(commands: readonly string[]): Remedy {
  return toInspect(message('CheckThatItIsGone'), commands)
}

/** Its own words say that there is nothing left to clean up; without the name of the thing they may be of another. */
export function removalOfGone(last: Remedy, gone: Gone, direct: readonly DirectlyHeld[], context: RuleContext): Remedy {
  const wholes = direct.flatMap(held => wholeOf(held, context) ?? [])
  return {
    ...last,
    summary: message('RemoveIfNothingIsLeft'),
    risk: gone === 'gone' ? 'low' : 'medium',
    leaks: withoutNames(last.leaks, wholes.flatMap(ownNames)),
  }
}
