import { DEFINITIONS } from '../../api/definitions.ts'
import { resourceName } from '../../api/resource-type.ts'
import { allWebhooks, type ConfiguredWebhook, matches } from '../../diagnosis/admission/webhook.ts'
import { eachTogether, together } from '../../diagnosis/answered.ts'
import type { Facts } from '../../diagnosis/facts.ts'
import { type Called, servingService } from '../../diagnosis/service/answerer.ts'
import { heldOf } from '../../diagnosis/stuck-object.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import { type Advice, advised, type Reach } from '../../plan/reach.ts'
import { stoppedByRescue } from '../../plan/rescue/hold.ts'
import { dependentsOf, type Rescue, type Saved } from '../../plan/rescue/rescue.ts'
import { askUntilKnown } from '../inspect/ask-until-known.ts'
import type { RescueSearch } from './find-content.ts'

export interface OwnWebhooks {
  readonly refusals: readonly Refusal[]
  /** What else the server rejects while they are stopped. */
  readonly rejected: readonly Sentence[]
}

/** What is deleted, created and changed in a rescue, as far as webhooks are asked about it. */
type Requested = Pick<Rescue, 'units' | 'volumes' | 'controllers'>

/**
 * Many operators serve the webhooks of their own types: once stopped, the server rejects what the rescue sends,
 * with the object gone and no way to create it. A dry run, before the stop, misses that. Rejects with ApiFailure.
 */
export async function findOwnWebhooks(rescue: Requested, search: RescueSearch): Promise<OwnWebhooks> {
  const stopped = stoppedByRescue(rescue.controllers)
  if (stopped.length === 0) return { refusals: [], rejected: [] }
  const { answer } = await askUntilKnown(search, search.clock.now(), facts => {
    const [refused, ofTypes, rejected] = together(
      () => webhooksOn(rescue, stopped, facts, search.reach),
      () => conversionsOn(rescue, stopped, facts),
      () => webhooksBeside(rescue, stopped, facts),
    )
    return { refusals: [...refused, ...ofTypes], rejected }
  })
  return answer
}

function webhooksOn(rescue: Requested, stopped: readonly Saved[], facts: Facts, reach: Reach): readonly Refusal[] {
  return eachTogether(allWebhooks(facts).webhooks, (each): readonly Refusal[] => {
    const { webhook, configuration } = each
    if (webhook.failurePolicy === 'Ignore') return []
    const server = serverOf(webhook.clientConfig, stopped, facts)
    if (server === undefined || !isAsked(each, rescue, facts)) return []
    const args = { webhook: webhook.name, configuration: `${configuration.kind} ${configuration.name}` }
    const why = message('ServesWebhookOf', { workload: textOf(server), ...args })
    return [{ guard: 'RepairFirst', why, instead: [ignoring(each, reach)] }]
  }).flat()
}

/** Webhooks that are asked about requests of others alone, which fail for the while. */
function webhooksBeside(rescue: Requested, stopped: readonly Saved[], facts: Facts): readonly Sentence[] {
  return eachTogether(allWebhooks(facts).webhooks, each => {
    const { webhook } = each
    const server = webhook.failurePolicy === 'Ignore' ? undefined : serverOf(webhook.clientConfig, stopped, facts)
    if (server === undefined || isAsked(each, rescue, facts)) return []
    const types = (webhook.rules ?? []).flatMap(({ apiGroups = [], resources = [] }) =>
      resources.flatMap(resource => apiGroups.map(group => (group === '' ? resource : `${resource}.${group}`))),
    )
    const args = { workload: textOf(server), webhook: webhook.name, types: [...new Set(types)] }
    return [message('ServesWebhookFor', args)]
  }).flat()
}

/** Whether a request of the rescue comes to it. Conditions in CEL only the server can decide: they may hold. */
function isAsked({ webhook }: ConfiguredWebhook, rescue: Requested, facts: Facts): boolean {
  const { units, volumes, controllers } = rescue
  const is = (saved: Saved, operation: 'CREATE' | 'UPDATE', isNew = false): boolean => {
    const { deletionTimestamp: _, ...created } = saved.object.metadata
    const held = heldOf(saved.type, isNew ? created : saved.object.metadata)
    return ['yes', 'unknown'].includes(matches(webhook, held, operation, facts))
  }
  const changed = [...units, ...volumes, ...dependentsOf(units), ...stoppedByRescue(controllers)]
  return units.some(each => is(each, 'CREATE', true)) || changed.some(each => is(each, 'UPDATE'))
}

interface Definition {
  readonly spec?: { readonly conversion?: { readonly webhook?: { readonly clientConfig?: Called } } }
  readonly status?: { readonly storedVersions?: readonly string[] }
}

/**
 * Types whose objects cannot be read or written meanwhile. The server converts none where all are stored in the
 * requested version: `storedVersions` has every version in which one was ever stored, and the next storage version.
 */
function conversionsOn({ units }: Pick<Rescue, 'units'>, stopped: readonly Saved[], facts: Facts): readonly Refusal[] {
  const custom = [...units, ...dependentsOf(units)].filter(({ type }) => type.group.includes('.'))
  const versions = new Map(custom.map(({ type }) => [resourceName(type), type.version]))
  return eachTogether(versions, ([name, version]): readonly Refusal[] => {
    const found = facts.read({ about: 'object', resource: DEFINITIONS, name })
    const { spec, status }: Definition = found.state === 'known' ? (found.value as Definition) : {}
    const server = serverOf(spec?.conversion?.webhook?.clientConfig, stopped, facts)
    const stored = status?.storedVersions ?? []
    if (server === undefined || (stored.length > 0 && stored.every(each => each === version))) return []
    const why = message('ConvertsStored', { workload: textOf(server), type: name, stored, asked: version })
    return [{ guard: 'RepairFirst', why, instead: message('StoreAllAs', { version }) }]
  }).flat()
}

/** The one of these whose Pods the Service selects. */
function serverOf(called: Called | undefined, stopped: readonly Saved[], facts: Facts): Saved | undefined {
  const service = called && servingService(called, facts)
  if (service === undefined) return undefined
  const { name, namespace } = service
  const found = facts.read({ about: 'object', resource: 'services', namespace, name })
  if (found.state !== 'known') return undefined
  const wanted = Object.entries((found.value.spec as { selector?: Record<string, string> }).selector ?? {})
  if (wanted.length === 0) return undefined
  return stopped.find(({ object }) => {
    const labels = (object.spec as Templated | undefined)?.template?.metadata?.labels ?? {}
    return object.metadata.namespace === namespace && wanted.every(([key, value]) => labels[key] === value)
  })
}

interface Templated {
  readonly template?: { readonly metadata?: { readonly labels?: Readonly<Record<string, string>> } }
}

function ignoring({ webhook, configuration, siblings }: ConfiguredWebhook, reach: Reach): Advice {
  const at = `/webhooks/${siblings.indexOf(webhook)}`
  const patch = [
    { op: 'test', path: `${at}/name`, value: webhook.name },
    { op: 'add', path: `${at}/failurePolicy`, value: 'Ignore' },
  ]
  const { kind, name } = configuration
  const words = ['kubectl', 'patch', kind.toLowerCase(), name, '--type=json', '-p', JSON.stringify(patch)]
  return advised(message('IgnoreMeanwhile'), reach, ...words)
}

function textOf({ object: { kind, metadata } }: Saved): string {
  return `${kind.toLowerCase()}/${metadata.name} in namespace ${metadata.namespace}`
}
