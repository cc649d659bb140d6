import { factFrom, message } from '../../messages/sentence.ts'
import { recordOf } from '../../statements/statement.ts'
import { fields } from '../../statements/words/status-fields.ts'
import type { Case } from '../dossier/dossier.ts'
import { type Clue, toInspect } from '../explanation.ts'
import { yamlCommand } from '../shell-quote.ts'

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
    const evidence = [factFrom(path, 'PartsNotComplete', { path, parts: open })]
    const remedy = toInspect(message('SeePartsNotComplete', { path }), [yamlCommand(held.ref)])
    return { key: `parts/${held.ref.uid}`, why: message('PartsNotComplete', { path, parts: open }), evidence, remedy }
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
  return { key: `repeated/${held.ref.uid}`, why, evidence: [{ fact, source: 'metadata.finalizers' }], remedy }
}
