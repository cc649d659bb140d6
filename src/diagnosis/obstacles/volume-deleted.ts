import { message } from '../../messages/sentence.ts'
import type { LogLine } from '../../statements/log/line.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { logWords } from '../../statements/words/log.ts'
import { askedAt } from '../controller/since-deletion.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Heard } from '../dossier/log.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import { SAME_TRY_SECONDS } from '../thresholds.ts'
import { linesIn, loggedIn } from '../workloads/log-places.ts'

/**
 * That the volume of a PersistentVolume was deleted, by the log of its trusted controller, which does so before it asks
 * for the deletion of the object (kubernetes-csi/external-provisioner#1217). An error may quote what others wrote.
 */
export function volumeDeleted({ sources, isTrusted }: Heard, { held, context }: Case): Evidence | undefined {
  const { resource, name } = held.ref
  if (resource !== 'persistentvolumes' || !isTrusted) return undefined
  const since = askedAt(held) - SAME_TRY_SECONDS * 1000
  const isOfIt = ({ message, fields }: LogLine) => hasWord(name)(message) || [...fields.values()].includes(name)
  const isSaid = (line: LogLine) =>
    (line.at ?? 0) >= since && line.level !== 'error' && logWords.has('volume deleted', line.message) && isOfIt(line)
  for (const source of sources) {
    const line = linesIn(source, context.facts).findLast(isSaid)
    if (line !== undefined) return loggedIn(source, line)
  }
  return undefined
}

/** A removal after that leaves nothing behind. */
export const withoutLoss = (each: Remedy): Remedy =>
  each.kind === 'remove' ? { ...each, summary: message('RemoveIfNothingIsLeft'), risk: 'low', leaks: [] } : each
