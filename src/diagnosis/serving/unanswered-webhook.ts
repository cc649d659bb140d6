import { selectsAll } from '../../api/label-selector.ts'
import type { KubeObject } from '../../api/object.ts'
import { isCompleted } from '../../api/pod-phase.ts'
import { resourceName } from '../../api/resource-type.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import { admission } from '../../statements/words/admission.ts'
import { type ConfiguredWebhook, matches, type Webhook } from '../admission/webhook.ts'
import { together } from '../answered.ts'
import { type Evidence, type ObjectRefOrSubject, type Remedy, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { type Answerer, answererOf, apiServiceOf } from '../service/answerer.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker, type CauseDraft, heldOf } from '../stuck-object.ts'
import { endOf, isGoneForGood } from './end.ts'
import { oldCertificate } from './old-certificate.ts'

/**
 * WebhookUnavailable: one cause for all webhooks of a configuration that have the same server, which is the one
 * thing to repair. `why` is what the API server says of it, if anything.
 */
export function unansweredWebhook(
  found: ConfiguredWebhook,
  proof: Evidence,
  facts: Facts,
  why = '',
): Blocker & { readonly cause: CauseDraft } {
  const { webhook, configuration } = found
  const answerer = answererOf(webhook.clientConfig ?? {}, facts)
  const { service, url } = answerer
  const server = service ? `${service.namespace}/${service.name}` : (apiServiceOf(answerer) ?? url)
  const [{ because, evidence }, old] = together(
    () => endOf(`webhook ${webhook.name}`, answerer, facts),
    () => oldCertificate(webhook.clientConfig ?? {}, why, facts),
    () => isGoneForGood(answerer, facts),
  )
  const all = [proof, ...evidence, ...(old === undefined ? [] : [old.evidence])]
  const repair = () => [...(old === undefined ? [] : [old.remedy]), ...webhookRepair(found, why, facts)]
  const key = `${configuration.kind}/${configuration.name}/${server}`
  // Without its APIService the API server itself has no such path.
  const isUnknownPath = because === undefined && admission.has('no such path', why)
  return webhookUnreachable(key, configuration, { webhook: webhook.name, because, isUnknownPath }, all, repair)
}

/** The same of a webhook of which no more may be known than its name. */
export function webhookUnreachable(
  key: string,
  subject: ObjectRefOrSubject,
  told: { readonly webhook: string; readonly because?: Sentence | undefined; readonly isUnknownPath?: boolean },
  evidence: readonly Evidence[],
  remedies: () => readonly Remedy[],
): Blocker & { readonly cause: CauseDraft } {
  const configuration = `${subject.kind} ${subject.name}`
  const summary = message('WebhookUnreachable', { ...told, configuration })
  return blocker('stuck', {
    key: `WebhookUnavailable/${key}`,
    subject,
    summary,
    evidence,
    remedies,
  })
}

/**
 * How to end the rejections by a webhook that does not answer: bring its Service back, or, if that is gone for good,
 * remove the webhook; the whole configuration only if all its webhooks are gone. `why` is the API server's error: a
 * webhook whose certificate is not accepted does answer.
 */
function webhookRepair(found: ConfiguredWebhook, why: string, facts: Facts): Remedy[] {
  const { webhook, siblings } = found
  const answerer = answererOf(webhook.clientConfig ?? {}, facts)
  if (admission.has('bad certificate', why) && !answerer.isSilent)
    return [toRepair(message('RenewCertificate', { isOfApi: false }), [showClientConfig(found, '.caBundle')], 'low')]
  const { repair: back, because } = endOf(`webhook ${webhook.name}`, answerer, facts)
  const match = toRepair(message('MatchWebhookVersions'), [showClientConfig(found)], 'low')
  if (because === undefined && admission.has('no such path', why)) return [match, takeOut(found, true)]
  const isLost = isGoneForGood(answerer, facts)
  if (answerer.service === undefined && answerer.backend.state !== 'absent')
    return [shown(back, found), takeOut(found, true)]
  if (!isLost && !isServiceGone(webhook, facts)) return [back]
  const isAllGone = siblings.every(each => isServiceGone(each, facts))
  const away = withApi(isAllGone ? deleteAll(found, !isLost) : takeOut(found, !isLost), answerer)
  if (!isLost && refusesOwnPods(webhook, answerer, facts))
    return [{ ...away, summary: message('RefusesOwnPods', { next: away.summary }) }, back]
  if (!isLost) return [back, away]
  const { namespace } = answerer.service!
  return [{ ...away, summary: message('NothingServesAgain', { namespace, next: away.summary }) }]
}

/** Its Pods, which are gone, could not be created: the API server would have to ask it (kyverno/kyverno#2750). */
function refusesOwnPods(webhook: Webhook, { service }: Answerer, facts: Facts): boolean {
  const type = facts.types.find(each => resourceName(each) === 'pods')
  const isForAll = selectsAll(webhook.objectSelector) && (webhook.failurePolicy ?? 'Fail') === 'Fail'
  if (type === undefined || service === undefined || !isForAll) return false
  const pods = facts.read({ about: 'list', resource: 'pods', namespace: service.namespace })
  const isLeft = (pod: KubeObject) => pod.metadata.deletionTimestamp === undefined && !isCompleted(pod)
  const made = heldOf(type, { name: '', uid: '', namespace: service.namespace })
  return pods.state === 'known' && !pods.value.some(isLeft) && matches(webhook, made, 'CREATE', facts) === 'yes'
}

/** An address is in the configuration alone. */
function shown(back: Remedy, { configuration: { kind, name } }: ConfiguredWebhook): Remedy {
  return {
    ...back,
    commands: [...back.commands, commandLine('kubectl', 'get', kind.toLowerCase(), name, '-o', 'yaml')],
  }
}

/** What registered the API for the webhook is left too. */
function withApi(away: Remedy, { api }: Answerer): Remedy {
  if (api === undefined || !('ref' in api)) return away
  return {
    ...away,
    summary: message('AndAlso', { sentence: away.summary, also: message('DeleteItsApiService') }),
    commands: [...away.commands, commandLine('kubectl', 'delete', 'apiservice', api.ref.name)],
  }
}

function showClientConfig({ webhook, configuration }: ConfiguredWebhook, field = ''): string {
  const path = `jsonpath={.webhooks[?(@.name=="${webhook.name}")].clientConfig${field}}`
  return commandLine('kubectl', 'get', configuration.kind.toLowerCase(), configuration.name, '-o', path)
}

/** Proof that nothing serves a webhook: the Service does not exist that has to answer, or cannot come back. */
function isServiceGone({ clientConfig = {} }: Webhook, facts: Facts): boolean {
  const answerer = answererOf(clientConfig, facts)
  return answerer.isSilent && (answerer.backend.state === 'absent' || isGoneForGood(answerer, facts))
}

function deleteAll({ configuration: { kind, name } }: ConfiguredWebhook, ifUninstalled: boolean): Remedy {
  const command = commandLine('kubectl', 'delete', kind.toLowerCase(), name)
  return toRepair(message('DeleteWebhookConfiguration', { ifUninstalled }), [command], 'medium')
}

function takeOut({ webhook, configuration, siblings }: ConfiguredWebhook, ifUninstalled: boolean): Remedy {
  const place = `/webhooks/${siblings.indexOf(webhook)}`
  const patch = [
    { op: 'test', path: `${place}/name`, value: webhook.name },
    { op: 'remove', path: place },
  ]
  const resource = configuration.kind.toLowerCase()
  return toRepair(
    message('RemoveWebhook', { webhook: webhook.name, ifUninstalled }),
    [commandLine('kubectl', 'patch', resource, configuration.name, '--type=json', '-p', JSON.stringify(patch))],
    'medium',
  )
}
