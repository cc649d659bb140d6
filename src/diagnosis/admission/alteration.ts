import { DEFINITIONS } from '../../api/definitions.ts'
import type { KubeObject } from '../../api/object.ts'
import type { StatusCause } from '../../api/status.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { valueIn } from '../../statements/refusal.ts'
import { wordsOf } from '../../statements/rejection.ts'
import type { Evidence } from '../explanation.ts'
import { type RuleContext, type StuckObject, wholeOf } from '../stuck-object.ts'
import { type Mutator, mutatorsOf } from './mutators.ts'
import { probeOf } from './probe.ts'

/** Whose fault it is that an update which takes nothing but finalizers away is not valid. */
export type Fault =
  /** Of the object, as it is stored. */
  | { readonly of: 'object'; readonly causes: readonly StatusCause[] }
  /** Of admission, which changes the object on its way; by these at most, so far as they could be read. */
  | {
      readonly of: 'admission'
      readonly why: string
      readonly mutators: readonly Mutator[]
      readonly evidence: readonly Evidence[]
      readonly unread: boolean
    }

/**
 * Tells an object that is no longer valid from one that admission makes invalid on every update. It is admission if the
 * server says that an immutable field changed (the probe changes none), complains of a value that the object does not
 * have, or also rejects an update of a custom resource that changes nothing, in spite of ratcheting. undefined: the
 * update is valid, or rejected by something else.
 */
export function faultOf(held: StuckObject, context: RuleContext): Fault | undefined {
  const probed = probeOf(held, context)
  const rejection = probed?.rejection
  if (rejection?.by !== 'validation' && rejection?.by !== 'mutation') return undefined
  const { state, mutators } = mutatorsOf(held, 'UPDATE', context.facts)
  const { causes } = rejection
  const ofObject: Fault = { of: 'object', causes }
  const ofAdmission = (why: string, evidence: readonly Evidence[] = []): Fault => {
    return { of: 'admission', why, mutators, evidence, unread: state === 'unreadable' }
  }
  const definition = context.facts.read({ about: 'object', resource: DEFINITIONS, name: held.ref.resource })
  const isCustom = definition.state === 'known'
  // The server itself changes no custom resources: without a webhook or a policy, it is a rule that no update fulfils.
  const isPossible = mutators.length > 0 || state === 'unreadable' || !isCustom
  if (rejection.by === 'mutation') return isPossible || causes.length === 0 ? ofAdmission(rejection.why) : ofObject
  // What does not validate is the one object that was asked about.
  if (probed!.probe !== held) return undefined
  if (!isPossible) return ofObject
  const stored = wholeOf(held, context)
  const compared = causes.map(cause => ({ cause, match: stored && compare(cause, stored) }))
  const differs = compared.find(({ match }) => match === 'differs')
  if (differs !== undefined) {
    const fact = message('StoredFieldDiffers', { field: differs.cause.field! })
    return ofAdmission(wordsOf(differs.cause), [{ fact, source: held.ref.resource }])
  }
  if (compared.some(({ match }) => match === 'same')) return ofObject
  if (!isCustom) return mutators.length > 0 ? ofAdmission(wordsOf(causes[0]!)) : ofObject
  return ofIdleUpdate(held, context, ofAdmission, ofObject, causes)
}

/** Since 1.30 (CRDValidationRatcheting), unchanged fields are not validated: only a change makes the update invalid. */
function ofIdleUpdate(
  { ref }: StuckObject,
  { facts }: RuleContext,
  ofAdmission: (why: string, evidence: readonly Evidence[]) => Fault,
  ofObject: Fault,
  causes: readonly StatusCause[],
): Fault | undefined {
  // Became stable in the same release in which the forgiveness became the default.
  const forgives = facts.types.some(
    ({ plural, version }) => plural === 'validatingadmissionpolicies' && version === 'v1',
  )
  if (!forgives) return ofObject
  const { resource, namespace, name, uid } = ref
  const idle = facts.read({ about: 'update', resource, namespace, name, uid })
  if (idle.state !== 'known' || idle.value.accepted || idle.value.code !== 422) return ofObject
  return ofAdmission(wordsOf(causes[0]!), [factFrom('dry run', 'IdleUpdateRejected')])
}

/** What the server writes in place of a value, where only the type is told. */
const TYPE_NAMES = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'])

/** Whether the object has what the server complains of. undefined: its words do not tell. */
function compare({ field = '', message = '' }: StatusCause, stored: KubeObject): 'same' | 'differs' | undefined {
  const value = valueAt(stored, field)
  if (value === unknownPath) return undefined
  const isThere = value !== undefined && value !== null && value !== ''
  if (message.startsWith('Required value')) return isThere ? 'differs' : 'same'
  if (message.startsWith('Forbidden')) return isThere ? undefined : 'differs'
  const said = valueIn(message)
  if (said === undefined) return undefined
  if (typeof said === 'string' && TYPE_NAMES.has(said)) return undefined
  if (typeof value === 'object' && value !== null) return undefined
  return value === said ? 'same' : 'differs'
}

const unknownPath = Symbol('unknown path')

/** `spec.template.metadata.labels[app.kubernetes.io/name]`, `spec.containers[0].image`. */
function valueAt(object: unknown, field: string): unknown {
  if (!/^[A-Za-z]\w*(?:\.[\w-]+|\[[^[\]]+\])*$/.test(field)) return unknownPath
  let value: unknown = object
  for (const [, key, index] of field.matchAll(/(?:^|\.)([\w-]+)|\[([^[\]]+)\]/g)) {
    const step = key ?? index!.replace(/^"|"$/g, '')
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'object' || (Array.isArray(value) && !/^\d+$/.test(step))) return unknownPath
    value = (value as Record<string, unknown>)[step]
  }
  return value
}
