import type { Given } from '../../api/fact.ts'
import { NOT_RECORDED } from '../../api/terminating.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { admission } from '../../statements/words/admission.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import { commandLine, namespaceFlag, typeAndName } from '../shell-quote.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import type { Demand } from './demand.ts'

/** What denies a request, and a label or annotation that it demands of the object and that the object can be given. */
export interface Gift {
  readonly evidence: readonly Evidence[]
  /** For all these objects, of which each has been tried. */
  readonly remedy: (direct: readonly StuckObject[]) => Remedy
}

const MAX_OBJECTS = 5

/** What stands where any value will do. */
const ANY = 'true'

/**
 * Gives the object what `who` demands if the server then accepts it: by its dry run, or, where that could not be asked
 * (no permission, a dump), by the condition. undefined: no such demand, or the server rejects it even so.
 */
export function give(
  demands: readonly Demand[] | undefined,
  who: string,
  held: StuckObject,
  context: RuleContext,
): Gift | undefined {
  if (demands === undefined || demands.length === 0) return undefined
  const given = givenOf(demands)
  const answer = tried(given, held, context)
  if (answer === 'rejected') return undefined
  return {
    evidence: answer === 'accepted' ? [factFrom('dry run', 'GiftAccepted', { demands })] : [],
    remedy: direct =>
      toRepair(
        message('GiveDemanded', { who, demands }),
        direct
          .filter(each => tried(given, each, context) !== 'rejected')
          .slice(0, MAX_OBJECTS)
          .flatMap(each => commands(given, each)),
        'low',
      ),
  }
}

function tried(given: Given, { ref }: StuckObject, { facts }: RuleContext): 'accepted' | 'rejected' | 'untried' {
  const { resource, namespace, name, uid } = ref
  const fact = facts.read({ about: 'update', resource, namespace, name, uid, given })
  if (fact.state === 'known') {
    if (fact.value.accepted) return 'accepted'
    // The server's authorizer, which tells nothing of the request itself.
    return fact.value.code === 403 && admission.has('unauthorized', fact.value.message) ? 'untried' : 'rejected'
  }
  return fact.state === 'unreadable' && fact.why.reason === NOT_RECORDED ? 'untried' : 'rejected'
}

function givenOf(demands: readonly Demand[]): Given {
  const of = (wanted: Demand['field']) => {
    const entries = demands.filter(({ field }) => field === wanted).map(({ key, value = ANY }) => [key, value])
    return entries.length === 0 ? {} : { [wanted]: Object.fromEntries(entries) }
  }
  return { ...of('labels'), ...of('annotations') }
}

function commands({ labels, annotations }: Given, { ref }: StuckObject): readonly string[] {
  const of = (verb: string, values: Readonly<Record<string, string>> | undefined): readonly string[] =>
    values === undefined
      ? []
      : [
          commandLine(
            ...['kubectl', verb, ...typeAndName(ref.resource, ref.name), ...namespaceFlag(ref.namespace)],
            ...Object.entries(values).map(([key, value]) => `${key}=${value}`),
            '--overwrite',
          ),
        ]
  return [...of('label', labels), ...of('annotate', annotations)]
}
