import { resourceName } from '../../api/resource-type.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { matches } from '../../diagnosis/admission/matches.ts'
import { allWebhooks, type ConfiguredWebhook } from '../../diagnosis/admission/webhook.ts'
import type { Facts } from '../../diagnosis/facts.ts'
import { heldOf } from '../../diagnosis/object-of.ts'
import type { ServiceName } from '../../diagnosis/service/backend.ts'
import type { Refusal } from '../../plan/guard.ts'
import { type Advice, advised, type Reach } from '../../plan/reach.ts'
import { stoppedByRescue } from '../../plan/rescue/hold.ts'
import { dependentsOf, type Rescue, type Saved } from '../../plan/rescue/rescue.ts'
import { askUntilKnown } from '../inspect/ask-until-known.ts'

/**
 * Many operators serve the webhooks of their own types: stopped, the server would reject what the rescue sends, with the
 * object let go and nothing to create it by. No dry run shows that, for they run when it is made. Rejects with ApiFailure.
 */
export async function findOwnWebhooks(
  rescue: Pick<Rescue, 'units' | 'volumes' | 'controllers'>,
  source: FactSource,
  reach: Reach,
  now: Date,
): Promise<readonly Refusal[]> {
  const stopped = stoppedByRescue(rescue.controllers)
  if (stopped.length === 0) return []
  const { answer } = await askUntilKnown(source, now, facts => [
    ...webhooksOn(rescue, stopped, facts, reach),
    ...conversionsOn(rescue, stopped, facts),
  ])
  return answer
}

function webhooksOn(
  rescue: Pick<Rescue, 'units' | 'volumes' | 'controllers'>,
  stopped: readonly Saved[],
  facts: Facts,
  reach: Reach,
): readonly Refusal[] {
  return allWebhooks(facts).webhooks.flatMap((each): readonly Refusal[] => {
    const { webhook, configuration } = each
    if (webhook.failurePolicy === 'Ignore') return []
    const server = serverOf(webhook.clientConfig?.service, stopped, facts)
    if (server === undefined || !isAsked(each, rescue, facts)) return []
    const why = `${textOf(server)} serves webhook ${webhook.name} of ${configuration.kind} ${configuration.name}: while it is stopped, the server rejects what is sent here`
    return [{ guard: 'RepairFirst', why, instead: [ignoring(each, reach)] }]
  })
}

/** Whether a request of the rescue comes to it. Conditions in CEL only the server can decide: they may hold. */
function isAsked(
  { webhook }: ConfiguredWebhook,
  { units, volumes, controllers }: Pick<Rescue, 'units' | 'volumes' | 'controllers'>,
  facts: Facts,
): boolean {
  const is = (saved: Saved, operation: 'CREATE' | 'UPDATE', isNew = false): boolean => {
    const { deletionTimestamp: _, ...created } = saved.object.metadata
    const held = heldOf(saved.type, isNew ? created : saved.object.metadata)
    return ['yes', 'unknown'].includes(matches(webhook, held, operation, facts))
  }
  const changed = [...units, ...volumes, ...dependentsOf(units), ...stoppedByRescue(controllers)]
  return units.some(each => is(each, 'CREATE', true)) || changed.some(each => is(each, 'UPDATE'))
}

interface Definition {
  readonly conversion?: { readonly webhook?: { readonly clientConfig?: { readonly service?: ServiceName | null } } }
}

/** A type whose objects nobody can read meanwhile. */
function conversionsOn({ units }: Pick<Rescue, 'units'>, stopped: readonly Saved[], facts: Facts): readonly Refusal[] {
  const names = new Set(units.filter(({ type }) => type.group.includes('.')).map(({ type }) => resourceName(type)))
  return [...names].flatMap((name): readonly Refusal[] => {
    const found = facts.read({ about: 'object', resource: 'customresourcedefinitions.apiextensions.k8s.io', name })
    const { conversion } = (found.state === 'known' ? (found.value.spec ?? {}) : {}) as Definition
    const server = serverOf(conversion?.webhook?.clientConfig?.service, stopped, facts)
    if (server === undefined) return []
    const why = `${textOf(server)} converts objects of ${name}: while it is stopped, those that are stored in another version can neither be read nor written`
    const instead = `if all of them are stored in the version that is asked for, go on; else have another workload serve the conversion`
    return [{ guard: 'RepairFirst', why, instead }]
  })
}

/** The one of these whose Pods the Service selects. */
function serverOf(service: ServiceName | null | undefined, stopped: readonly Saved[], facts: Facts): Saved | undefined {
  if (service === null || service === undefined) return undefined
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
  return advised('have the server do without it for the while, and set it to Fail again afterwards', reach, ...words)
}

function textOf({ object: { kind, metadata } }: Saved): string {
  return `${kind.toLowerCase()}/${metadata.name} in namespace ${metadata.namespace}`
}
