import { message } from '../../messages/sentence.ts'
import { isKin, namesOf, wordsOf } from '../controller/kinship.ts'
import type { Case } from '../dossier/dossier.ts'
import { isProgram, isTelling, programsThatWrote } from '../managers.ts'
import { once } from '../once.ts'
import { toInspect } from '../remedy.ts'
import { yamlCommand } from '../shell-quote.ts'
import { type Workload, workloadsOf, workloadText } from '../workloads/workloads.ts'
import { type Clue, clueOf } from './clue.ts'

/**
 * That the finalizer and the status were written by a program that no workload of this cluster is called after, while
 * this one wrote the object under a name of its own: as an agent of another cluster does (stolostron/rhacm-docs#1887).
 */
export function writerElsewhere({ held, identity, context: { facts } }: Case, workload: Workload): Clue | undefined {
  const manager = identity.writer?.manager
  if (manager === undefined || !isProgram(manager) || !isTelling(manager)) return undefined
  const wrote = programsThatWrote(held.meta)
  const own = wrote.find(each => each.manager !== manager && namesOf(workload).includes(each.manager))
  if (own === undefined || !wrote.some(each => each.manager === manager && each.reports)) return undefined
  const { all, leaving, failed, unreadable } = workloadsOf(facts)
  const isHere = once(facts, `called ${manager}`, () =>
    [...all, ...leaving, ...failed].some(each => namesOf(each).some(name => name.includes(manager))),
  )
  // One program may write under several names: cert-manager-certificates-trigger.
  if (unreadable.length > 0 || isHere || isKin(workload, wordsOf(manager))) return undefined
  const fact = message('WrittenByNoneHere', { manager, workload: workloadText(workload), own: own.manager })
  const written = yamlCommand(held.ref, '--show-managed-fields')
  const remedy = toInspect(message('FindWhereWriterRuns', { manager }), [written])
  return clueOf(`writer/${manager}`, message('WriterIsElsewhere', { manager }), fact, 'managedFields', remedy)
}
