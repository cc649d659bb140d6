import { accountsOf } from '../../../src/execute/account.ts'
import type { Event } from '../../../src/execute/journal.ts'
import type { Step } from '../../../src/plan/outcome.ts'
import type { Audited } from '../rig/audited.ts'

/** A run as its journal and its answer tell it. */
export interface Told {
  /** Of its journal; none where it left none. */
  readonly events: readonly Event[]
  /** Of its answer; undefined where there is none, as it was killed. */
  readonly steps: readonly Step[] | undefined
}

const ACTION: Readonly<Record<string, readonly string[]>> = { delete: ['Delete'], patch: ['Suspend', 'Resume'] }

/**
 * What is not as it has to be between what the API server was asked for in a run of `delete`, and what that run tells of it: each a sentence.
 * None when every change was asked for by this program, of just the object that the journal has by uid, in just the state that was
 * read, as often as the journal has it, and no change was asked for that the answer does not tell.
 */
export function problemsBetween(requests: readonly Audited[], { events, steps }: Told): readonly string[] {
  const problems: string[] = []
  const sent = accountsOf(events).filter(({ sends }) => sends > 0)
  const counts = new Map(sent.map(account => [account, 0]))
  for (const request of requests.filter(isChange)) {
    const uid = uidOf(request)
    const [about] = candidates(request, uid, sent, counts)
    if (!request.userAgent.startsWith('kubectl-finalize/')) problems.push(`not by this program: ${textOf(request)}`)
    if (about === undefined) problems.push(`in no journal: ${textOf(request)}`)
    else counts.set(about, counts.get(about)! + 1)
    if (uid === undefined || stateOf(request) === undefined) problems.push(`for any state of it: ${textOf(request)}`)
  }
  // A process that was killed may have been so between the journal and the request.
  const isEnded = events.length === 0 || events.some(({ event }) => event === 'ended')
  for (const [{ step, sends }, count] of counts)
    if (count > sends || (isEnded && count < sends))
      problems.push(`${step.action} of ${step.ref.name}: ${sends} in the journal, and ${count} asked for`)
  return [...problems, ...(steps === undefined ? [] : untold(sent, steps))]
}

/** Of a change that is done and undone by the same kind of request, the one that is not complete yet comes first. */
function candidates<Account extends { readonly step: Step; readonly sends: number }>(
  { verb, objectRef }: Audited,
  uid: string | undefined,
  sent: readonly Account[],
  counts: ReadonlyMap<Account, number>,
): readonly Account[] {
  const own = sent.filter(
    ({ step: { action, ref } }) =>
      ACTION[verb]?.includes(action) &&
      ref.uid === uid &&
      ref.name === objectRef?.name &&
      ref.resource.split('.')[0] === objectRef.resource &&
      // Of a Namespace the audit log says that it is in itself.
      (ref.resource === 'namespaces' || (ref.namespace ?? '') === (objectRef.namespace ?? '')),
  )
  return [...own.filter(each => counts.get(each)! < each.sends), ...own]
}

function untold(sent: readonly { readonly step: Step }[], steps: readonly Step[]): readonly string[] {
  const told = new Map(steps.map(step => [`${step.action} ${step.ref.uid}`, step]))
  const own = new Set(sent.map(({ step }) => `${step.action} ${step.ref.uid}`))
  return [
    ...sent
      .filter(({ step }) => !told.has(`${step.action} ${step.ref.uid}`))
      .map(({ step }) => `${step.action} of ${step.ref.name} was sent, and is not in the answer`),
    ...[...told]
      .filter(([key, { result }]) => own.has(key) && ['refused', 'skipped', 'planned'].includes(result))
      .map(([, { action, ref, result }]) => `${action} of ${ref.name} was sent, and is told as ${result}`),
  ]
}

/** It asks for more than a dry run, and for more than what somebody may do. */
export function isChange({ requestURI, requestObject, objectRef }: Audited): boolean {
  const isDry = /[?&]dryRun=All\b/.test(requestURI) || requestObject?.dryRun?.includes('All') === true
  const isReview = /^(authorization|authentication)\.k8s\.io$/.test(objectRef?.apiGroup ?? '')
  return !isDry && !isReview
}

function uidOf({ requestObject }: Audited): string | undefined {
  return requestObject?.preconditions?.uid ?? requestObject?.metadata?.uid
}

function stateOf({ requestObject }: Audited): string | undefined {
  return requestObject?.preconditions?.resourceVersion ?? requestObject?.metadata?.resourceVersion
}

function textOf({ verb, requestURI, responseStatus }: Audited): string {
  return `${verb} ${requestURI}: ${responseStatus?.code}`
}
