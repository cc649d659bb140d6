import { BUILTIN_FINALIZERS, isMisplacedName, NAMESPACE, OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import { toRemove } from '../explanation.ts'
import { isOfSomeProgram, isTelling, writerOfFinalizer } from '../managers.ts'
import { removeCommands } from '../remove-commands.ts'
import { type Blocker, blocker, isCustom, type RuleContext, type StuckObject } from '../stuck-object.ts'

/**
 * FinalizerUnhandled by Kubernetes itself: one of its own finalizers on an object where none of its controllers looks
 * for it (`kubernetes` on a ConfigMap, a claim's protection on a Pod, a misspelt foregroundDeletion, one of them in
 * spec.finalizers of a Namespace: kubernetes/kubernetes#77086). Usually copied by hand; removing it loses nothing.
 */
export function finalizerMisplaced(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (held.meta.deletionTimestamp === undefined) return []
  const names = new Set(
    held.finalizers.filter(({ name, field }) => field === 'metadata' || name !== NAMESPACE).map(({ name }) => name),
  )
  return [...names].filter(name => isMisplaced(held, name)).map(name => holdingOf(held, name, context))
}

/** A program that puts such a name on an object by itself may well take it off, whatever Kubernetes does with it. */
export function isMisplaced(held: StuckObject, finalizer: string): boolean {
  const { ref, meta } = held
  if (!isMisplacedName(finalizer, ref.resource) && !isInSpec(held, finalizer)) return false
  const writer = writerOfFinalizer(meta, finalizer)?.manager
  // `foreground-deletion` is an operator's own, who may be called `manager` (opendatahub-io/distributed-workloads#105).
  if (isCustom(held) && !BUILTIN_FINALIZERS.some(({ name }) => name === finalizer))
    return writer !== undefined && !isOfSomeProgram(writer)
  return writer === undefined || !isTelling(writer)
}

/** Of Kubernetes' own finalizers only `kubernetes` is removed from the spec of a Namespace. */
function isInSpec({ finalizers }: StuckObject, finalizer: string): boolean {
  const fields = finalizers.filter(({ name }) => name === finalizer).map(({ field }) => field)
  return OF_KUBERNETES.has(finalizer) && finalizer !== NAMESPACE && fields.length > 0 && !fields.includes('metadata')
}

/** That nothing removes it from an object of this kind. */
export function misplacedSentence(finalizer: string, kind: string): Sentence {
  const row = BUILTIN_FINALIZERS.find(({ name }) => name === finalizer)
  const handled = row && (finalizer === NAMESPACE ? 'inSpec' : row.on === undefined ? 'inMetadata' : { on: row.on })
  return message('FinalizerMisplaced', { finalizer, kind, handled })
}

function holdingOf(held: StuckObject, finalizer: string, context: RuleContext): Blocker {
  const { ref } = held
  const row = BUILTIN_FINALIZERS.find(({ name }) => name === finalizer)
  const on = row?.on ?? 'metadata.finalizers'
  const writer = writerOfFinalizer(held.meta, finalizer)
  return blocker('stuck', {
    key: `FinalizerUnhandled/misplaced/${ref.resource}/${finalizer}`,
    subject: ref,
    finalizer,
    summary: misplacedSentence(finalizer, ref.kind),
    evidence: [
      row === undefined
        ? factFrom('catalogue', 'NoControllerLooksFor', { finalizer })
        : factFrom('catalogue', 'RemovedFromNothingElse', { controller: row.controller, finalizer, on }),
      ...(writer === undefined
        ? []
        : [factFrom('managedFields', 'WrittenByNoController', { manager: writer.manager })]),
    ],
    remedies: (_blocks, direct) => [
      toRemove(message('RemoveMisplaced', { resource: ref.resource }), removeCommands(direct, context), 'low'),
    ],
  })
}
