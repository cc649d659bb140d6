import type { StatusCause } from '../../api/status.ts'
import { MOST_PROBES, probeOf } from '../admission/probe.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import type { Held, Holding, RuleContext } from '../held.ts'
import { commandLine, typeAndName } from '../shell-quote.ts'

/**
 * ObjectInvalid: the object as it is stored does not validate any more (its schema or a CEL rule changed since), so that
 * no update of it can pass, not even one that only takes a finalizer away. Proven by the server's dry run of it.
 */
export function objectInvalid(held: Held, context: RuleContext): readonly Holding[] {
  const probed = probeOf(held, context)
  // What does not validate is the one object that was asked about.
  if (probed?.rejection?.by !== 'validation' || probed.probe !== held) return []
  const { ref } = held
  const { causes } = probed.rejection
  const rest: Evidence[] =
    probed.notProbed === 0
      ? []
      : [
          {
            fact: `${probed.notProbed} more ${ref.resource} like it were not tried: not more than ${MOST_PROBES} are`,
            source: 'dry run',
          },
        ]
  return [
    {
      verdict: 'stuck',
      cause: {
        key: `ObjectInvalid/${ref.uid}`,
        code: 'ObjectInvalid',
        subject: ref,
        summary: `${ref.kind} ${ref.name} is not valid any more, and the API server rejects every update of it: ${wordsOf(causes[0]!)}`,
        evidence: [...causes.map(cause => ({ fact: wordsOf(cause), source: 'dry run' })), ...rest],
        remedies: () => remediesOf(held, causes, context),
      },
    },
  ]
}

function wordsOf({ field, message }: StatusCause): string {
  return nameOf(field) === undefined ? (message ?? 'Invalid') : `${field}: ${message ?? 'Invalid'}`
}

/** A rule on the root of a schema has no field: the server writes `<nil>`. */
function nameOf(field: string | undefined): string | undefined {
  return field === undefined || field === '' || field === '<nil>' ? undefined : field
}

function remediesOf({ ref }: Held, causes: readonly StatusCause[], { facts }: RuleContext): readonly Remedy[] {
  const place = ref.namespace === undefined ? [] : ['-n', ref.namespace]
  const fields = causes.map(cause => nameOf(cause.field)).filter(field => field !== undefined)
  const fix: Remedy = {
    kind: 'repair',
    summary: `correct ${fields.length === 0 ? 'the object' : fields.join(', ')}; the finalizer can be removed then`,
    commands: [commandLine('kubectl', 'edit', ...typeAndName(ref.resource, ref.name), ...place)],
    risk: 'low',
    leaks: [],
  }
  // Only a CRD has a schema that can be changed; its name is the resource's.
  const definition = { resource: 'customresourcedefinitions.apiextensions.k8s.io', name: ref.resource }
  if (facts.read({ about: 'object', ...definition }).state !== 'known') return [fix]
  const relax: Remedy = {
    kind: 'repair',
    summary: `relax the schema of ${ref.resource}, if many objects do not fit it any more`,
    commands: [commandLine('kubectl', 'edit', 'customresourcedefinition', ref.resource)],
    risk: 'medium',
    leaks: [],
  }
  return [fix, relax]
}
