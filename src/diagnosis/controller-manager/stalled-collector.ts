import { serverWords, type Unreadable } from '../../api/terminating.ts'
import { isConversionFailure, isUndecodable } from '../../statements/stored-objects.ts'
import { controllerManager } from '../controller-manager-lease.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { PROMPT_SECONDS } from '../thresholds.ts'
import { awaitedWork, GARBAGE_COLLECTOR } from './awaited-work.ts'
import { isLate } from './patience.ts'

/** Before, the collector did not start while a type could not be listed (kubernetes/kubernetes#125796). */
const STARTS_ALL_THE_SAME = 32

/**
 * Types with an unreadable object that keep the garbage collector from its work on this one: it is late although
 * kube-controller-manager lives, and of a release that waits for the lists of all types.
 */
export function keptFromStarting(held: StuckObject, context: RuleContext): readonly Unreadable[] {
  const unlisted = context.unreadable.filter(each => isUndecodable(each) || isConversionFailure(serverWords(each)))
  if (unlisted.length === 0) return []
  const awaited = awaitedWork(held, context)
  if (awaited?.controller !== GARBAGE_COLLECTOR) return []
  const manager = controllerManager(context.facts)
  // It is not slow with many of them: it has not begun.
  if (manager.state !== 'works' || !isLate({ ...awaited, patienceSeconds: PROMPT_SECONDS }, manager)) return []
  const version = context.facts.read({ about: 'version' })
  const minor = version.state === 'known' ? Number(/^v?1\.(\d+)/.exec(version.value)?.[1]) : Number.NaN
  return minor < STARTS_ALL_THE_SAME ? unlisted : []
}
