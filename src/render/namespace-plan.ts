import { FOREGROUND, NAMESPACE } from '../api/builtin-finalizers.ts'
import { finalizePath } from '../api/namespace-type.ts'
import { heldName, type ObjectRef } from '../api/object-ref.ts'
import { counted, objectText, placedText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { Cause, ExplainedObject } from '../diagnosis/explanation.ts'
import type { NamespaceEnd } from '../plan/namespace-end.ts'
import { formatAge } from './age.ts'
import { brief, briefMessage } from './brief.ts'
import { labelled, type PlanStyle } from './removal-plan.ts'
import { formatTable } from './table.ts'
import { inWords } from './words/in-words.ts'

/** Why a Namespace does not go, in short: one line a cause. */
export function formatNamespaceCauses({ ref, ageSeconds, verdict }: ExplainedObject, causes: readonly Cause[]): string {
  const age = ageSeconds === undefined ? '' : `, terminating for ${formatAge(ageSeconds)}`
  const found = causes.length === 0 ? 'no cause was found' : counted(causes.length, 'cause')
  const rows = causes.map(({ code, subject, blocks, summary }) => [
    code,
    placedText(subject),
    counted(blocks.length, 'object'),
    brief(inWords(summary)),
  ])
  return `${objectText(ref)}${age}, ${verdict}: ${found}\n${rows.length === 0 ? '' : formatTable(undefined, rows)}`
}

/** The end of a Namespace by force: what holds it, which guards were passed, what it strands, and the exact request. */
export function formatNamespaceEnd(end: NamespaceEnd, style: PlanStyle): string {
  const { ref, object, own, content, causes, passed } = end
  const line = (label: string, text: string): string[] => labelled(label, briefMessage(text), style)
  // Its other finalizers are removed before, by a plan of theirs.
  const collected = (object.metadata.finalizers ?? []).filter(name => name === FOREGROUND)
  const left = [...collected, ...own.filter(({ refusals }) => refusals.length > 0).map(({ finalizer }) => finalizer)]
  const version = object.metadata.resourceVersion ?? ''
  return `${[
    style.paint.strong(objectText(ref)),
    ...line('removes', `${NAMESPACE} in spec.finalizers, the entry of the namespace controller`),
    ...line(
      'stays',
      left.length === 0
        ? 'no other finalizers: it is gone at once'
        : `${left.join(', ')}, which still ${left.length === 1 ? 'holds' : 'hold'} the namespace`,
    ),
    ...causes.flatMap(({ summary, code }) => line('why', `${inWords(summary)} (${code})`)),
    ...passed.flatMap(({ guard, why }) => line('despite', `${guard}: ${inWords(why)}`)),
    ...strandedLines(end, style),
    ...line(
      'unread',
      content.unreadable.length === 0
        ? 'nothing: every type was listed'
        : content.unreadable.map(({ resource }) => resource).join(', '),
    ),
    ...line('put', `${finalizePath(ref.name)}: the whole object of resourceVersion ${version}, without that entry`),
  ].join('\n')}\n`
}

/** Each object, since consent to a number says little. */
function strandedLines({ content, cleanUp: cure }: NamespaceEnd, style: PlanStyle): string[] {
  const { objects, unreadable } = content
  if (objects.length === 0) {
    return labelled('strands', unreadable.length === 0 ? 'nothing: it is empty' : 'nothing that could be read', style)
  }
  const what = `${counted(objects.length, 'object')}, which can still be read and deleted, but not updated until the namespace exists again:`
  return [
    ...labelled('strands', what, style),
    ...objects.flatMap(each => labelled('', printable(heldName(each)), style)),
    ...labelled('', `${inWords(cure.what)}${cure.commands.length === 0 ? '' : ':'}`, style),
    ...cure.commands.flatMap(command => labelled('', printable(command), { ...style, width: undefined })),
  ]
}

/** What the cure of a namespace that was ended by force does beside the removals. */
export function formatCure(
  ref: ObjectRef,
  plan: { readonly deleted: readonly string[]; readonly stays: readonly string[]; readonly removals: number },
  style: PlanStyle,
): string {
  const line = (label: string, text: string): string[] => labelled(label, briefMessage(text), style)
  const { deleted, stays, removals } = plan
  const tried = 'their dry run needs the namespace, so it is made after that, and what it rejects is skipped'
  return `${[
    style.paint.strong(`${objectText(ref)} does not exist, but objects in it still do`),
    ...line('create', `the namespace again: nothing in it can be updated without it`),
    ...(removals === 0 ? [] : line('remove', `finalizers of ${counted(removals, 'object')}, as shown below; ${tried}`)),
    ...(stays.length === 0 ? [] : line('wait', `for the controllers of: ${stays.join(', ')}`)),
    ...line(
      'delete',
      `the namespace${deleted.length === 0 ? '' : '; this also deletes objects that are not being deleted yet, each backed up first:'}`,
    ),
    ...deleted.flatMap(name => line('', name)),
  ].join('\n')}\n`
}
