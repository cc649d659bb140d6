import type { V1CustomResourceDefinition } from '@kubernetes/client-node'
import { DEFINITIONS } from '../../api/definitions.ts'
import type { KubeObject } from '../../api/object.ts'
import { refIn } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { conversionFailures, isConversionFailure } from '../../statements/stored-objects.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { answererOf, type Called } from '../service/answerer.ts'
import { endOf, isGoneForGood } from '../serving/end.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { problemsOf, unlisted } from '../unreadable/problems.ts'

/**
 * ConversionWebhookUnavailable: the webhook that converts a CRD's objects between versions does not answer, so that the
 * server can neither list nor change them. Blocks the objects, their CRD when it is being deleted, and every
 * terminating namespace whose content the namespace controller therefore cannot list.
 */
export function conversionWebhookUnavailable(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const unwritable = unwritableObject(held, context)
  if (unwritable !== undefined) return [unwritable]
  const told = problemsOf(held, context, isConversionFailure)
  // An object that can be read in the version that it is stored in, and not in the one that clients use.
  const isTold =
    held.meta.deletionTimestamp === undefined || told.some(({ resource }) => resource === held.ref.resource)
  const own = isTold ? undefined : unlisted(held.ref.resource, context, isConversionFailure)
  const failures = [...told, ...(own === undefined ? [] : [own])].flatMap(({ message: problem, ...each }) =>
    conversionFailures(problem).map(failure => ({ ...each, failure })),
  )
  return failures.flatMap(({ failure, source, resource: named }) => {
    const resource = named ?? resourceOf(failure, context.facts)
    if (resource === undefined) return []
    const definition = context.facts.read({ about: 'object', resource: DEFINITIONS, name: resource })
    const said = factFrom(source, 'ConversionWebhookFailed', failure)
    const known = definition.state === 'known' ? definition.value : undefined
    // The report may be older than the repair.
    if (definition.state === 'absent' || (known !== undefined && calledBy(known) === undefined)) return []
    return [holding(resource, known, said, context)]
  })
}

/**
 * An object that is read as it is stored needs the webhook only to be written in the storage version. A dry run does
 * not convert, and is accepted: that the Service has nothing behind it is the proof.
 */
function unwritableObject({ ref, type, meta }: StuckObject, context: RuleContext): Blocker | undefined {
  // Without a dot in its group it is built in, and has no CRD.
  if (meta.deletionTimestamp === undefined || !type.group.includes('.')) return undefined
  const definition = context.facts.read({ about: 'object', resource: DEFINITIONS, name: ref.resource })
  const called = definition.state === 'known' ? calledBy(definition.value) : undefined
  if (definition.state !== 'known' || called === undefined) return undefined
  const { spec } = definition.value as unknown as V1CustomResourceDefinition
  const storage = spec.versions?.find(version => version.storage)?.name
  if (storage === undefined || storage === type.version) return undefined
  if (!answererOf(called, context.facts).isSilent) return undefined
  const fact = message('WrittenByConversion', { resource: ref.resource, read: type.version, written: storage })
  return holding(ref.resource, definition.value, { fact, source: 'customresourcedefinitions' }, context)
}

/** The server names only the kind. */
function resourceOf(failure: { group: string; kind: string }, { types }: Facts): string | undefined {
  const type = types.find(({ group, kind }) => group === failure.group && kind === failure.kind)
  return type && resourceName(type)
}

function holding(resource: string, found: KubeObject | undefined, said: Evidence, { facts }: RuleContext): Blocker {
  const called = found && calledBy(found)
  const answerer = called && answererOf(called, facts)
  const end = answerer && endOf(message('CalledConversionWebhook', { resource }), answerer, facts)
  const subject = found ? refIn(DEFINITIONS, found) : { kind: 'CustomResourceDefinition', name: resource }
  return blocker('stuck', {
    key: `ConversionWebhookUnavailable/${resource}`,
    subject,
    summary: message('ConversionWebhookUnreachable', { resource, because: end?.because }),
    evidence: [said, ...(end?.evidence ?? [])],
    remedies: () => remediesOf(resource, called, facts),
  })
}

/** undefined: it converts without a webhook. */
function calledBy(definition: KubeObject): Called | undefined {
  const { spec } = definition as unknown as V1CustomResourceDefinition
  if (spec?.conversion?.strategy !== 'Webhook') return undefined
  return (spec.conversion.webhook?.clientConfig ?? {}) as Called
}

function remediesOf(resource: string, called: Called | undefined, facts: Facts): readonly Remedy[] {
  const show = toRepair(
    message('MakeConversionWebhookAnswer', { resource }),
    [commandLine('kubectl', 'get', 'customresourcedefinition', resource, '-o', 'yaml')],
    'low',
  )
  const answerer = called && answererOf(called, facts)
  const isAddress = answerer?.service === undefined && answerer?.api === undefined
  if (answerer === undefined || isAddress) return [show]
  const { repair: back } = endOf(message('CalledConversionWebhook', { resource }), answerer, facts)
  const isLost = isGoneForGood(answerer, facts)
  if (answerer.backend.state !== 'absent' && !isLost) return [back]
  const none = JSON.stringify({ spec: { conversion: { strategy: 'None', webhook: null } } })
  const command = commandLine('kubectl', 'patch', 'customresourcedefinition', resource, '--type=merge', '-p', none)
  return [...(isLost ? [] : [back]), toRepair(message('ConvertWithoutWebhook'), [command], 'high')]
}
