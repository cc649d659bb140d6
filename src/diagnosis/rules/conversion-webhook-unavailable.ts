import type { V1CustomResourceDefinition } from '@kubernetes/client-node'
import { DEFINITIONS } from '../../api/definitions.ts'
import type { KubeObject } from '../../api/object.ts'
import { refIn } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { serverWords } from '../../api/terminating.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { conversionFailures, isConversionFailure } from '../../statements/stored-objects.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { type Answerer, answererOf, type Called } from '../service/answerer.ts'
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
  const found = Map.groupBy(brokenFor(held, context), each => placeOf(each, context.facts))
  return [...found].map(([place, same]) => holding(place, same, context))
}

/** A CRD whose objects cannot be converted, and what says so; `isForeseen`: perhaps none of them has to be. */
interface Broken {
  readonly resource: string
  readonly definition: KubeObject | undefined
  readonly said: Evidence
  readonly isForeseen?: boolean
}

function brokenFor(held: StuckObject, context: RuleContext): readonly Broken[] {
  const unwritable = unwritableObject(held, context)
  if (unwritable !== undefined) return [unwritable]
  const told = problemsOf(held, context, isConversionFailure)
  // An object that can be read in the version that it is stored in, and not in the one that clients use.
  const isTold =
    held.meta.deletionTimestamp === undefined || told.some(({ resource }) => resource === held.ref.resource)
  const own = isTold ? undefined : unlisted(held.ref.resource, context, isConversionFailure)
  const ahead = context.together?.isLive(held.ref.uid) && held.ref.resource === 'namespaces' ? context.unreadable : []
  const foreseen = ahead.map(each => ({ message: serverWords(each), source: each.resource, resource: each.resource }))
  return [...told, ...(own === undefined ? [] : [own]), ...foreseen].flatMap(problem =>
    conversionFailures(problem.message).flatMap((failure): readonly Broken[] => {
      const resource = problem.resource ?? resourceOf(failure, context.facts)
      if (resource === undefined) return []
      const read = context.facts.read({ about: 'object', resource: DEFINITIONS, name: resource })
      const definition = read.state === 'known' ? read.value : undefined
      // The report may be older than the repair.
      if (read.state === 'absent' || (definition !== undefined && calledBy(definition) === undefined)) return []
      const said = factFrom(problem.source, 'ConversionWebhookFailed', failure)
      return [{ resource, definition, said, isForeseen: foreseen.some(each => each === problem) }]
    }),
  )
}

/**
 * An object that is read as it is stored needs the webhook only to be written in the storage version. A dry run does
 * not convert, and is accepted: that the Service has nothing behind it is the proof.
 */
function unwritableObject({ ref, type, meta }: StuckObject, context: RuleContext): Broken | undefined {
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
  return { resource: ref.resource, definition: definition.value, said: { fact, source: 'customresourcedefinitions' } }
}

/** The server names only the kind. */
function resourceOf(failure: { group: string; kind: string }, { types }: Facts): string | undefined {
  const type = types.find(({ group, kind }) => group === failure.group && kind === failure.kind)
  return type && resourceName(type)
}

/** The same for all CRDs that what answers there converts for. */
function placeOf({ resource, definition }: Broken, facts: Facts): string {
  const called = definition && calledBy(definition)
  const { service } = called === undefined ? {} : answererOf(called, facts)
  const at = service && `${service.namespace}/${service.name}:${service.port ?? 443}`
  return at ?? called?.url ?? resource
}

function holding(place: string, same: readonly Broken[], context: RuleContext): Blocker {
  const { facts } = context
  const [{ resource, definition }] = same as [Broken]
  const called = definition && calledBy(definition)
  const answerer = called && answererOf(called, facts)
  const allOf = (direct: readonly StuckObject[]): readonly string[] => {
    const telling = new Map(direct.map(each => [TELLS.has(each.ref.resource) ? each.ref.uid : each.ref.resource, each]))
    const all = [...telling.values()].flatMap(each => brokenFor(each, context))
    return [...new Set(all.filter(each => placeOf(each, facts) === place).map(each => each.resource))].toSorted()
  }
  const end = answerer && endOf(message('CalledConversionWebhook', { resources: [resource] }), answerer, facts)
  return blocker(same.every(({ isForeseen }) => isForeseen) ? 'unknown' : 'stuck', {
    key: `ConversionWebhookUnavailable/${place}`,
    subject: definition ? refIn(DEFINITIONS, definition) : { kind: 'CustomResourceDefinition', name: resource },
    summary: direct => {
      const resources = allOf(direct)
      return message('ConversionWebhookUnreachable', { resources, count: resources.length, because: end?.because })
    },
    evidence: [...same.map(({ said }) => said), ...(end?.evidence ?? [])],
    remedies: (_blocks, direct) => remediesOf(allOf(direct), answerer, facts),
  })
}

/** A Namespace and a CRD tell of types that are not their own. */
const TELLS: ReadonlySet<string> = new Set(['namespaces', DEFINITIONS])

/** undefined: it converts without a webhook. */
function calledBy(definition: KubeObject): Called | undefined {
  const { spec } = definition as unknown as V1CustomResourceDefinition
  if (spec?.conversion?.strategy !== 'Webhook') return undefined
  return (spec.conversion.webhook?.clientConfig ?? {}) as Called
}

function remediesOf(resources: readonly string[], answerer: Answerer | undefined, facts: Facts): readonly Remedy[] {
  const definitions = ['customresourcedefinition', ...resources]
  const isAddress = answerer?.service === undefined && answerer?.api === undefined
  if (answerer === undefined || isAddress) {
    const show = commandLine('kubectl', 'get', ...definitions, '-o', 'yaml')
    return [toRepair(message('MakeConversionWebhookAnswer', { resources }), [show], 'low')]
  }
  const { repair: back } = endOf(message('CalledConversionWebhook', { resources }), answerer, facts)
  const isLost = isGoneForGood(answerer, facts)
  if (answerer.backend.state !== 'absent' && !isLost) return [back]
  const none = JSON.stringify({ spec: { conversion: { strategy: 'None', webhook: null } } })
  const command = commandLine('kubectl', 'patch', ...definitions, '--type=merge', '-p', none)
  return [...(isLost ? [] : [back]), toRepair(message('ConvertWithoutWebhook'), [command], 'high')]
}
