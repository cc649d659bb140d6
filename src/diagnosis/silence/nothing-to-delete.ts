import { resourceName } from '../../api/resource-type.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { quoteOf, readConditions } from '../../statements/condition.ts'
import { recordOf, timeOf } from '../../statements/statement.ts'
import { statusTexts } from '../../statements/status-texts.ts'
import { conditions } from '../../statements/words/conditions.ts'
import { english } from '../../statements/words/english.ts'
import { fields } from '../../statements/words/status-fields.ts'
import { isUnseen } from '../controller/since-deletion.ts'
import { type Case, keptBy } from '../dossier/dossier.ts'
import { type Clue, clueOf, toInspect, toRepair, toWait } from '../explanation.ts'
import { typeNamed } from '../references/reference.ts'
import { commandOn, describeCommand, yamlCommand } from '../shell-quote.ts'
import type { Volume } from '../volumes/consumers.ts'
import { logCommand } from '../workloads/log-places.ts'
import type { Workload } from '../workloads/workloads.ts'

/**
 * That by its policy nothing outside is deleted with the object: controllers that look only at those that have to
 * delete something never come to its finalizer (kubernetes-sigs/sig-storage-lib-external-provisioner#20).
 */
export function nothingToDelete({ finalizer, known, held, context }: Case): Clue | undefined {
  const row = known.entry?.keptBy
  // Before a deletion there is nothing that it has not done.
  const evidence = context.together === undefined ? keptBy(row, held, context) : undefined
  if (row === undefined || evidence === undefined) return undefined
  const policy = row.value
  const remedy = toInspect(message('SeeThatItMayStay', { policy }), [yamlCommand(held.ref)])
  return { key: `kept/${finalizer}`, why: message('NothingToDelete', { policy }), evidence: [evidence], remedy }
}

/**
 * A PersistentVolume that is Failed: provisioners delete only what is Released. kube-controller-manager sets it so
 * where no driver provisioned it, and finds no way to delete it (Azure/AKS#4316;
 * kubernetes-sigs/sig-storage-lib-external-provisioner:controller/controller.go, shouldDelete).
 */
export function failedVolume({ held, finalizer, known, reports: { whole } }: Case): Clue | undefined {
  const { metadata, spec, status } = (whole ?? {}) as Partial<Volume>
  if (held.ref.resource !== 'persistentvolumes' || status?.phase !== 'Failed' || !spec?.csi) return undefined
  // Others, as that of an attacher, are for something else than what is behind it.
  if (known.entry?.keptBy === undefined) return undefined
  const isStatic = metadata?.annotations?.['pv.kubernetes.io/provisioned-by'] === undefined
  return {
    key: `failed/${finalizer}`,
    why: message('VolumeFailed', { isStatic }),
    evidence: [
      factFrom('persistentvolumes', 'VolumePhase', { phase: status.phase, message: status.message, isStatic }),
    ],
    remedy: toInspect(message('SeeThatVolumeMayStay', { isStatic }), [yamlCommand(held.ref)]),
    ...(isStatic && { removal: message('RemoveFromHandMade') }),
  }
}

/** That the object itself says that its deletion is done, and only its finalizer is left (gardener/gardener#3152). */
export function saidDone({ finalizer, held, reports: { done } }: Case): Clue | undefined {
  if (done === undefined) return undefined
  const remedy = toInspect(message('SeeThatNothingIsLeft'), [yamlCommand(held.ref)])
  return { key: `done/${finalizer}`, why: message('DeletionSaidDone'), evidence: [done.evidence], remedy }
}

/** That what is outside is only deleted on a date to come, by the status (aws-controllers-k8s/community#1787). */
export function deletedLater({ held, reports: { whole }, context }: Case): Clue | undefined {
  const status = recordOf(whole?.status) ?? {}
  const found = Object.entries({ ...recordOf(status.atProvider), ...status }).find(
    ([name, value]) => fields.has('date of its end', name) && timeOf(value)! > context.facts.now.getTime(),
  )
  if (found === undefined) return undefined
  const at = rfc3339(new Date(timeOf(found[1])!))
  const fact = message('FieldIs', { path: `status.${found[0]}`, value: at })
  return clueOf(`later/${held.ref.uid}`, message('DeletedLater', { at }), fact, 'status', toWait(message('WaitForEnd')))
}

/**
 * That by its status the controller is at work on the object, and has not seen the deletion: the deletion has a
 * generation of its own. Many come to an object again only when that work ends (fluxcd/flux2#4507).
 */
export function begunBefore({ held, reports: { whole }, context }: Case, workload: Workload): Clue | undefined {
  if (whole === undefined || context.together !== undefined || !isUnseen(whole)) return undefined
  const condition = readConditions(whole).find(
    ({ type, status }) => status === 'True' && conditions.has('at work', type),
  )
  if (condition === undefined) return undefined
  const told = quoteOf(condition)
  const outputs = statusTexts(whole).filter(({ source }) => source.endsWith('.stdout'))
  const output = outputs.find(({ fact }) => english.has('awaits', fact))
  return {
    key: `begun/${held.ref.uid}`,
    why: message('BegunBefore', { told: told.fact }),
    evidence: output === undefined ? [told] : [told, { ...output, fact: output.fact.trim().slice(-300) }],
    remedy: toInspect(message('SeeWhatWasBegun'), [describeCommand(held.ref), logCommand(workload, context.facts)]),
  }
}

/**
 * That the last that it reported is the deletion of an object that is gone by now, as one does that has missed the end
 * of that (agones-dev/agones#2360). Who may write Events may have written it: it is a hint.
 */
export function deletedIsGone({ held, reports, context }: Case): Clue | undefined {
  const told = reports.heard?.evidence
  const [, kind, name] = english.find('deletes one', told?.fact ?? '')
  const group = kind === 'Pod' ? { apiVersion: 'v1' } : {}
  const type = kind === undefined ? undefined : typeNamed({ kind, ...group }, held, context.facts)
  if (told === undefined || type === undefined || name === undefined || context.together !== undefined) return undefined
  const place = { resource: resourceName(type), namespace: type.namespaced ? held.ref.namespace : undefined, name }
  if (context.facts.read({ about: 'existence', ...place }).state !== 'absent') return undefined
  const part = `${type.kind} ${name}`
  const touch = commandOn(held.ref, 'annotate', 'touched=again', '--overwrite')
  return {
    key: `deleted-gone/${held.ref.uid}`,
    why: message('DeletedIsGone', { part }),
    evidence: [told, factFrom(resourceName(type), 'DeletedNotFound', { part })],
    remedy: toRepair(message('TouchAfterDeletion', { part }), [touch], 'low'),
  }
}

/**
 * What the object's own controller counts as not complete, by name, while other parts are (or the whole has ended):
 * `taskResultsCompletionStatus: {build-1: false, build-2: true}` (argoproj/argo-workflows#13556).
 */
export function unfinishedParts({ held, reports: { whole } }: Case): Clue | undefined {
  for (const [field, value] of Object.entries(recordOf(whole?.status) ?? {})) {
    const parts = fields.has('completion of parts', field) ? Object.entries(recordOf(value) ?? {}) : []
    const open = parts.filter(([, isComplete]) => isComplete === false).map(([name]) => name)
    if (open.length === 0 || parts.some(([, isComplete]) => typeof isComplete !== 'boolean')) continue
    const path = `status.${field}`
    const fact = message('PartsNotComplete', { path, parts: open })
    const remedy = toInspect(message('SeePartsNotComplete', { path }), [yamlCommand(held.ref)])
    return clueOf(`parts/${held.ref.uid}`, fact, fact, path, remedy)
  }
  return undefined
}

/** That it is in the list more than once, as some controller appends it each time (the API server allows that). */
export function repeatedFinalizer({ held, finalizer }: Case): Clue | undefined {
  const all = held.meta.finalizers ?? []
  const names = [...new Set(all.filter((name, at) => all.indexOf(name) < at))].toSorted()
  if (!names.includes(finalizer)) return undefined
  // The sentence that this ends has named the finalizer.
  const why = message('FinalizerRepeated')
  const fact = message('FinalizersRepeated', { names })
  const remedy = toInspect(message('SeeWhoRepeats', { names }), [yamlCommand(held.ref)])
  return clueOf(`repeated/${held.ref.uid}`, why, fact, 'metadata.finalizers', remedy)
}
