import { NAMESPACE } from '../api/builtin-finalizers.ts'
import { NAMESPACE_TYPE, specFinalizersOf } from '../api/namespace-type.ts'
import type { KubeObject } from '../api/object.ts'
import { type NamespaceContent, readNamespaceContent } from '../cluster/namespace-content.ts'
import { message, type Sentence } from '../messages/sentence.ts'
import { namesOf } from '../plan/guards/namespace-content-text.ts'
import type { NamespaceEnd } from '../plan/namespace-end.ts'
import type { ChangeResult, Step } from '../plan/outcome.ts'
import { changesOf } from '../plan/plan.ts'
import { changeSince } from '../plan/still-as-shown.ts'
import { type Attempt, attempt } from './attempt.ts'
import { holdsNow } from './proof.ts'
import { putFinalize } from './requests.ts'
import type { Tools } from './tools.ts'
import { waitUntilGone } from './wait-until-gone.ts'

/**
 * Ends a Namespace by force, as it was shown and agreed to: each try reads it and every list again, and goes on only if
 * nothing new is there; then backup, PUT with uid and resourceVersion as preconditions, proof. Never rejects.
 */
export async function finalizeNamespace(end: NamespaceEnd, tools: Tools): Promise<Step> {
  const { ref } = end
  let latest: NamespaceEnd = { ...end, content: { ...end.content, objects: [] } }
  const isThere = (now: KubeObject | undefined): now is KubeObject => now?.metadata.uid === ref.uid
  const it: Attempt = {
    ref,
    type: NAMESPACE_TYPE,
    changes: () => changesOf({ action: 'FinalizeNamespace', end: latest }),
    isMade: now => !isThere(now) || !specFinalizersOf(now).includes(NAMESPACE),
    async hindrance(now): Promise<ChangeResult | undefined> {
      if (!isThere(now)) return { result: 'gone', message: message('AlreadyGone') }
      const change = changeSince(end.object, now)
      if (change !== undefined) return changed(change)
      const found = await readNamespaceContent(tools.transport, ref.name, tools.signal)
      const refusal = newsIn(found, end.content)
      if (refusal !== undefined) return refusal
      latest = { ...end, content: found }
      return undefined
    },
    // No backup has these: they are not changed, and nothing in the cluster says any more that they are left.
    async keep() {
      const stranded = latest.content.objects.map(each => ({ ref: each.ref }))
      if (stranded.length > 0) await tools.backups.keepList(`stranded_${ref.name}`, stranded)
    },
    send: (now, transport) => putFinalize(now!, [NAMESPACE], { transport, dryRun: tools.dryRun }),
    proof: answer => proofOf(isThere(answer) ? answer : undefined, latest, tools),
  }
  const [step] = await attempt(it, tools)
  return step!
}

/** What is in it, or cannot be read, and was not shown; what went meanwhile is no news. */
function newsIn(now: NamespaceContent, shown: NamespaceContent): ChangeResult | undefined {
  const known = new Set(shown.objects.map(({ ref }) => ref.uid))
  const unseen = now.objects.filter(({ ref }) => !known.has(ref.uid))
  if (unseen.length > 0) return changed(message('UnshownObjects', { objects: namesOf(unseen) }))
  const gaps = new Set(shown.unreadable.map(({ resource }) => resource))
  const unread = now.unreadable.filter(({ resource }) => !gaps.has(resource)).map(({ resource }) => resource)
  if (unread.length === 0) return undefined
  return { result: 'refused', guard: 'IncompleteRead', message: message('NoLongerReadable', { resources: unread }) }
}

/** Gone by uid, or what holds it now; and what it stranded. `answer` is undefined when it was seen to be gone. */
async function proofOf(
  answer: KubeObject | undefined,
  { ref, content }: Pick<NamespaceEnd, 'ref' | 'content'>,
  tools: Tools,
): Promise<ChangeResult> {
  if (tools.dryRun) return { result: 'planned', message: message('Accepted') }
  const stranding = (sentence: Sentence): Sentence =>
    content.objects.length === 0 ? sentence : message('Stranding', { sentence, objects: namesOf(content.objects) })
  const gone: ChangeResult = { result: 'done', message: stranding(message('ItIsGone')) }
  if (answer === undefined) return gone
  const isLast = (answer.metadata.finalizers ?? []).length + specFinalizersOf(answer).length === 0
  const seen = await waitUntilGone(ref, NAMESPACE_TYPE, isLast ? tools : { ...tools, waitSeconds: 0 })
  if (seen.state === 'gone') return gone
  if (seen.state === 'unknown') {
    const unread = stranding(message('FinalizedUnread', { why: seen.why }))
    return { result: tools.signal.aborted ? 'done' : 'failed', message: unread }
  }
  if (specFinalizersOf(seen.object).includes(NAMESPACE))
    return { result: 'failed', message: message('KubernetesReadded') }
  const result = isLast && tools.waitSeconds > 0 && !tools.signal.aborted ? 'timeout' : 'done'
  return { result, message: stranding(message('StillExists', { holds: holdsNow(seen.object) })) }
}

function changed(why: Sentence): ChangeResult {
  return { result: 'changed', guard: 'Changed', message: message('RunItAgain', { after: why }) }
}
