import { type Messages, message, type Sentence } from '../../messages/sentence.ts'
import { claims, claimsOf } from '../../statements/claims.ts'
import type { Quote } from '../../statements/quote.ts'
import { english } from '../../statements/words/english.ts'
import { logWords } from '../../statements/words/log.ts'
import { server } from '../../statements/words/server.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { basisFor, type Case, living } from '../dossier/dossier.ts'
import { isTriedAgain } from '../dossier/log-words.ts'
import { closedNamespace } from '../namespaces/terminating-namespaces.ts'
import { commandLine, targetOf } from '../shell-quote.ts'

interface Fix {
  readonly next: Sentence
  /** It asks for a restart of the controller. */
  readonly isRestart: boolean
}

export function fixOf(args: Messages['FixError']): Fix {
  return { next: message('FixError', args), isRestart: args.next === 'lost' || args.next === 'never' }
}

/** To end what these errors name, where that can be, and what has to be done for the controller to try again. */
export function fixError(errors: readonly Quote[], isVague: boolean, found: Case): Fix {
  const { held, context } = found
  const isMissed = errors.some(({ fact }) => english.has('misses', fact))
  const closed = isMissed ? closedNamespace(held.ref.namespace, context)?.ref.name : undefined
  const isFault = errors.some(each => claims('panic')(each) || logWords.has('own fault', each.fact))
  const isNameless = errors.some(({ fact }) => server.has('no name given', fact))
  const next = isNameless ? 'nameless' : isVague ? 'perhaps' : isFinal(errors, found) ? 'final' : 'again'
  const then = claimsOf('gave up', errors)[0]?.next ?? next
  return fixOf({ next: isFault ? 'panics' : isLimited(errors) ? 'limited' : then, closed })
}

/** The restart of a controller that more than a name ties to the object. */
export function restartOf(found: Case): readonly string[] {
  const [controller] = living(found)
  if (controller === undefined || basisFor(found, controller) === undefined) return []
  const { workload } = controller
  const isRolledOut = ['Deployment', 'StatefulSet', 'DaemonSet'].includes(workload.kind)
  return isRolledOut ? [commandLine('kubectl', 'rollout', 'restart', targetOf(workload), '-n', workload.namespace)] : []
}

/**
 * By what its status says since the deletion, where the log does not show that it tries again. A phase beside
 * conditions that tell of the error may be of a run before (argoproj/argo-workflows#13499).
 */
function isFinal(errors: readonly Quote[], found: Case): boolean {
  const since = found.reports.failures.filter(each => errors.includes(each) && each.at >= askedAt(found.held))
  const conditions = since.filter(({ source }) => source === 'status.conditions')
  const telling = conditions.length > 0 ? conditions : since
  return telling.some(({ fact }) => english.has('final state', fact)) && !isTriedAgain(found)
}

/** What is called takes no more requests: that is no fault, and passes (crossplane/crossplane#3341). */
export function isLimited(errors: readonly Quote[]): boolean {
  return errors.length > 0 && errors.every(({ fact }) => english.has('limited', fact))
}
