import { FOREGROUND, NAMESPACE } from '../../api/builtin-finalizers.ts'
import { message } from '../../messages/sentence.ts'
import { everyRepair } from '../first-remedy.ts'
import type { Guard } from '../guard.ts'
import { advised } from '../reach.ts'

/** The server accepts the patch and the finalizer is there all the same: a mutating webhook puts it back, as a rule. */
export const wouldBeUndone: Guard = ({ probe, finalizer, object, ref, causes, reach }) => {
  if (!probe?.accepted || !probe.finalizersLeft.includes(finalizer)) return undefined
  if (object.kind === 'Namespace' && finalizer === FOREGROUND) {
    return {
      guard: 'WouldBeUndone',
      why: message('ReleasedOnlyAfter', { finalizer: FOREGROUND, after: NAMESPACE }),
      instead: [advised(message('EndNamespace'), reach, 'kubectl', 'finalize', 'namespace', ref.name)],
    }
  }
  const readded = causes.find(({ cause }) => cause.code === 'FinalizerReadded')?.cause
  return {
    guard: 'WouldBeUndone',
    why: readded?.summary ?? message('RemovalReverted'),
    instead: everyRepair(readded) ?? message('StopAdder'),
  }
}
