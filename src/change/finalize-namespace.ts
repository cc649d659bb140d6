import { NAMESPACE } from '../api/builtin-finalizers.ts'
import { messageOf } from '../api/failure.ts'
import { NAMESPACE_TYPE, specFinalizersOf } from '../api/namespace-type.ts'
import type { KubeObject } from '../api/object.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { isOtherState, isUnheard } from './carry-through.ts'
import { namesText, STRANDED } from './guards/namespace-not-empty.ts'
import { type Content, type NamespaceContent, readNamespaceContent } from './namespace-content.ts'
import type { NamespaceEnd } from './namespace-end.ts'
import type { Step } from './outcome.ts'
import { holdsNow } from './proof.ts'
import { putFinalize } from './put-finalize.ts'
import { changeSince } from './still-as-shown.ts'
import type { Tools } from './tools.ts'
import { waitUntilGone } from './wait-until-gone.ts'

/** How often the PUT is made anew because the Namespace changed in ways that decide nothing. */
const MOST_TRIES = 5

type Came = Pick<Step, 'result' | 'guard' | 'message' | 'backup'>

/**
 * Ends a Namespace by force, as it was shown and agreed to: each try reads it and every list anew, and goes on only when
 * nothing is there that was not shown; then backup, PUT with uid and resourceVersion as preconditions, proof. Never
 * rejects: what went wrong is in the step.
 */
export async function finalizeNamespace(end: NamespaceEnd, tools: Tools): Promise<Step> {
  const { stranded, ...came } = await carryThrough(end, tools)
  const step: Step = { ref: end.ref, action: 'FinalizeNamespace', finalizer: NAMESPACE, ...came }
  return came.result === 'changed' || came.result === 'skipped' ? step : { ...step, ...strandedBy(stranded ?? []) }
}

/** What a step says of the objects that the end of their namespace leaves without it. */
export function strandedBy(objects: readonly Pick<Content, 'ref'>[]): Pick<Step, 'stranded'> {
  return objects.length === 0 ? {} : { stranded: objects.map(({ ref }) => ref) }
}

/** `stranded` is what was there when it was sent. */
async function carryThrough(
  end: NamespaceEnd,
  tools: Tools,
): Promise<Came & { readonly stranded?: readonly Content[] }> {
  let kept: Pick<Step, 'backup'> & { readonly stranded?: readonly Content[] } = {}
  let sent = false
  try {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const now = await readWhole(tools.transport, NAMESPACE_TYPE, end.ref)
      if (now?.metadata.uid !== end.ref.uid) {
        return sent
          ? { result: 'done', message: 'it is gone', ...kept }
          : { result: 'gone', message: 'it was gone before anything was changed' }
      }
      // Nobody heard the answer to a request that was granted.
      if (sent && !specFinalizersOf(now).includes(NAMESPACE)) return { ...(await proofOf(now, end, tools)), ...kept }
      const change = changeSince(end.object, now)
      if (change !== undefined) return { ...changed(`${change}; run it again`), ...kept }
      const content = await readNamespaceContent(tools.transport, end.ref.name)
      const news = newsIn(content, end.content)
      if (news !== undefined) return { ...changed(`${news}; run it again`), ...kept }
      if (tools.signal.aborted) return { result: 'skipped', message: 'interrupted before it was sent', ...kept }
      const stranded = content.objects
      kept = { ...(!tools.dryRun && { backup: await tools.backups.keep(end.ref, now) }), stranded }
      // No backup has these: they are not changed, and nothing in the cluster says any more that they are left.
      if (!tools.dryRun && stranded.length > 0)
        await tools.backups.keepList(
          `stranded_${end.ref.name}`,
          stranded.map(({ ref }) => ({ ref })),
        )
      try {
        const answer = await putFinalize(tools.transport, now, tools)
        if (tools.dryRun) return { result: 'planned', message: 'the server accepts it', ...kept }
        return { ...(await proofOf(answer, { ...end, content }, tools)), ...kept }
      } catch (error) {
        sent ||= isUnheard(error)
        if (!isUnheard(error) && !isOtherState(error)) throw error
      }
    }
    return {
      ...changed(`it could not be sent in ${MOST_TRIES} tries: somebody writes the Namespace all the time`),
      ...kept,
    }
  } catch (error) {
    const unknown = sent ? '. Whether it was done before is not known' : ''
    return { result: 'failed', message: `${messageOf(error)}${unknown}`, ...kept }
  }
}

/** What is in it, or cannot be read, and was not shown; what went meanwhile is no news. */
function newsIn(now: NamespaceContent, shown: NamespaceContent): string | undefined {
  const known = new Set(shown.objects.map(({ ref }) => ref.uid))
  const unseen = now.objects.filter(({ ref }) => !known.has(ref.uid))
  if (unseen.length > 0) return `something is in it that was not shown: ${namesText(unseen)}`
  const gaps = new Set(shown.unreadable.map(({ resource }) => resource))
  const unread = now.unreadable.filter(({ resource }) => !gaps.has(resource)).map(({ resource }) => resource)
  return unread.length === 0 ? undefined : `what could be read before cannot be read any more: ${unread.join(', ')}`
}

/** Gone by uid, or what holds it now; and what it stranded. */
async function proofOf(answer: KubeObject, { ref, content }: NamespaceEnd, tools: Tools): Promise<Came> {
  const isLast = (answer.metadata.finalizers ?? []).length + specFinalizersOf(answer).length === 0
  const stranded = content.objects.length === 0 ? '' : `; stranded without it: ${namesText(content.objects, STRANDED)}`
  try {
    const now = await waitUntilGone(ref, NAMESPACE_TYPE, isLast ? tools : { ...tools, waitSeconds: 0 })
    if (now === undefined) return { result: 'done', message: `it is gone${stranded}` }
    if (specFinalizersOf(now).includes(NAMESPACE)) return { result: 'failed', message: 'kubernetes is on it again' }
    const result = isLast && tools.waitSeconds > 0 && !tools.signal.aborted ? 'timeout' : 'done'
    return { result, message: `it is still there: ${holdsNow(now)}${stranded}` }
  } catch (error) {
    return { result: 'failed', message: `finalized, but what became of it could not be read: ${messageOf(error)}` }
  }
}

function changed(message: string): Came {
  return { result: 'changed', guard: 'Changed', message }
}
