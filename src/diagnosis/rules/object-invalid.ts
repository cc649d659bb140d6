import { DEFINITIONS } from '../../api/definitions.ts'
import type { StatusCause } from '../../api/status.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { nameOf, wordsOf } from '../../statements/rejection.ts'
import { faultOf } from '../admission/alteration.ts'
import { MAX_PROBES, probeOf } from '../admission/probe.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import { commandLine, editCommand } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'

/**
 * ObjectInvalid: the stored object is no longer valid (its schema or a CEL rule has changed), so that no update of it
 * passes, not even one that only removes a finalizer. Proven by the server's dry run of that update. An object that
 * only admission makes invalid is not at fault.
 */
export function objectInvalid(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const fault = faultOf(held, context)
  if (fault?.of !== 'object') return []
  const { ref } = held
  const { causes } = fault
  const notProbed = probeOf(held, context)?.notProbed ?? 0
  const rest: Evidence[] =
    notProbed === 0
      ? []
      : [factFrom('dry run', 'LikeItNotTried', { count: notProbed, resource: ref.resource, max: MAX_PROBES })]
  return [
    blocker('stuck', {
      key: `ObjectInvalid/${ref.uid}`,
      subject: ref,
      summary: message('ObjectNotValid', { object: `${ref.kind} ${ref.name}`, why: wordsOf(causes[0]!) }),
      evidence: [...causes.map(cause => ({ fact: wordsOf(cause), source: 'dry run' })), ...rest],
      remedies: () => remediesOf(held, causes, context),
    }),
  ]
}

function remediesOf({ ref }: StuckObject, causes: readonly StatusCause[], { facts }: RuleContext): readonly Remedy[] {
  const fields = causes.map(cause => nameOf(cause.field)).filter(field => field !== undefined)
  const fix = toRepair(message('CorrectFields', { fields }), [editCommand(ref)], 'low')
  // Only a CRD has a schema that can be changed; its name is the resource's.
  const definition = { resource: DEFINITIONS, name: ref.resource }
  if (facts.read({ about: 'object', ...definition }).state !== 'known') return [fix]
  const relax = toRepair(
    message('RelaxSchema', { resource: ref.resource }),
    [commandLine('kubectl', 'edit', 'customresourcedefinition', ref.resource)],
    'medium',
  )
  return [fix, relax]
}
