import { itemsOf } from '../../api/fact.ts'
import { NOT_RECORDED, serverWords, type Unreadable } from '../../api/terminating.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import { innermost, namespaceErrorIn } from '../../statements/namespace-errors.ts'
import { droppedVersion, isConversionFailure } from '../../statements/stored-objects.ts'
import { namesIn } from '../../statements/whole-word.ts'
import { toInspect, toWait } from '../explanation.ts'
import { once } from '../facts.ts'
import { awaitsNamespaceController, type DeletionError, deletionErrors } from '../namespaces/terminating-namespaces.ts'
import { API_SERVICES, aggregatedApi } from '../service/answerer.ts'
import { showServing } from '../serving/no-answer.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker, type Rule, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { unreadFact } from '../unread.ts'
import { apiServiceUnavailable } from './api-service-unavailable.ts'
import { conversionWebhookUnavailable } from './conversion-webhook-unavailable.ts'
import { tooLargeIn } from './object-too-large.ts'
import { undecodable } from './undecodable.ts'
import { definitionsWithout, versionDropped } from './version-dropped.ts'

const tellOfApis: readonly Rule[] = [apiServiceUnavailable, conversionWebhookUnavailable, undecodable, versionDropped]

/** Reasons for which this program could not read a type that the namespace controller may well read. */
const SAYS_NOTHING_OF_THE_API: ReadonlySet<string> = new Set(['Forbidden', 'Unauthorized', NOT_RECORDED])

/**
 * CleanupFailing of the namespace controller: it tries, and its conditions name an error that no other rule explains.
 * `unknown`: it goes on trying, and an error may pass.
 */
export function namespaceDeletionFailing(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (!awaitsNamespaceController(held)) return []
  const isTold = once(context.facts, `APIs that hold ${held.ref.name}`, () =>
    tellOfApis.some(rule => rule(held, context).length > 0),
  )
  const unread = context.unreadable.filter(({ reason }) => !SAYS_NOTHING_OF_THE_API.has(reason))
  const isToldElsewhere = (message: string): boolean => {
    const { ofAdmission, ofApis, ofDiscovery, ofSize } = namespaceErrorIn(message)
    if (ofAdmission || (isTold && ofApis) || (unread.length === 0 && ofDiscovery)) return true
    return ofSize && tooLargeIn(held, context).length > 0
  }
  const errors = (deletionErrors(held, context) ?? []).filter(({ message }) => !isToldElsewhere(message))
  if (errors.length === 0) return []
  const { name } = held.ref
  if (errors.every(({ message }) => isRepaired(message, unread, context))) return [notLookedSince(held, errors)]
  const servers = serversOf(unread, errors, context)
  return [
    blocker('unknown', {
      key: `CleanupFailing/namespaces/${name}`,
      subject: held.ref,
      finalizer: 'kubernetes',
      summary: message('NamespaceNotEmptied', { namespace: name, api: servers[0]?.ref.name }),
      evidence: [
        ...errors.map(({ type, message }) => ({ fact: `${type}: ${message}`, source: 'namespaces' })),
        ...unread.map(unreadFact),
        ...servers.map(({ ref, service }) =>
          factFrom(ref.resource, 'ServedByApi', { api: ref.name, service: `${service.namespace}/${service.name}` }),
        ),
      ],
      remedies: () => [
        toInspect(message('FixNamespaceError'), [
          commandLine('kubectl', 'get', 'namespace', name, '-o', 'yaml'),
          ...servers.map(({ service }) => showServing(service.namespace)),
        ]),
      ],
    }),
  ]
}

/** Aggregated APIs of what cannot be read (cozystack/cozystack#1674), or that errors name (karmada-io/karmada#2685). */
function serversOf(unread: readonly Unreadable[], errors: readonly DeletionError[], { facts }: RuleContext) {
  const apis = itemsOf(facts.read({ about: 'list', resource: API_SERVICES })).flatMap(each => aggregatedApi(each) ?? [])
  const works = apis.filter(({ available }) => available === 'True')
  // `buckets.lake.example.com`, `lake.example.com/v1`; a right that is lacking may be denied before it is called.
  const told = errors.filter(each => claimsOf('denied', [{ fact: each.message, source: 'namespaces' }]).length === 0)
  const named = [...unread.map(({ resource }) => resource), ...told.flatMap(each => namesIn(each.message))]
  const isGroup = (word: string) => apis.some(({ group }) => group === word)
  const groups = new Set(named.map(word => (isGroup(word) ? word : word.slice(word.indexOf('.') + 1))))
  return works.filter(({ group }) => groups.has(group))
}

/** It names APIs or stored objects that could not be read, and none of those that cannot be read now. */
function isRepaired(message: string, unread: readonly Unreadable[], context: RuleContext): boolean {
  const lost = droppedVersion(message)
  // A list may come from a cache that still has what is stored in it.
  if (lost !== undefined && definitionsWithout(lost.group, lost.version, context)?.length !== 0) return false
  if (!namespaceErrorIn(message).ofApis && !isConversionFailure(message)) return false
  return unread.every(each => {
    const group = each.resource.slice(each.resource.indexOf('.') + 1)
    const why = innermost(serverWords(each))
    return !message.includes(group) && (why === '' || !message.includes(why))
  })
}

/** CleanupInProgress, `unknown`: its conditions are of its last look, and what stopped it then is there again. */
function notLookedSince({ ref }: StuckObject, errors: readonly DeletionError[]): Blocker {
  return blocker('unknown', {
    key: `CleanupInProgress/namespaces/${ref.name}/repaired`,
    subject: ref,
    finalizer: 'kubernetes',
    summary: message('NotCheckedSinceRepair', { namespace: ref.name }),
    evidence: errors.map(({ type, message: report }) =>
      factFrom('namespaces', 'ReportedAtLastCheck', { type, report }),
    ),
    remedies: () => [toWait(message('ExplainAgainLater'))],
  })
}
