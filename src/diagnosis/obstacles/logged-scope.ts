import { message } from '../../messages/sentence.ts'
import { type Case, living, removal } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { lastWord } from '../dossier/log-words.ts'
import { toRepair } from '../remedy.ts'
import { type Blocker, blocker } from '../stuck-object.ts'
import { manifestOf } from '../workloads/commands.ts'
import { readyEvidence, workloadText } from '../workloads/workloads.ts'

/** OutOfScope: the controller last logged that it leaves the object to another; `unknown`: that it passes it over. */
export function loggedScope(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  const said = heard && lastWord(heard)
  const [who, ...others] = living(found)
  // Of several one may be the one that looks after it.
  if (heard === undefined || said === undefined || who === undefined || others.length > 0) return undefined
  if (said.means !== 'outOfScope' && said.means !== 'perhapsOutOfScope') return undefined
  const { workload, evidence } = who
  const { kind, namespace, name } = workload
  const isSure = said.means === 'outOfScope' && heard.isTrusted
  const text = workloadText(workload)
  return blocker(isSure ? 'stuck' : 'unknown', {
    key: `OutOfScope/${kind}/${namespace}/${name}/log`,
    code: 'OutOfScope',
    subject: { kind, namespace, name },
    finalizer: found.finalizer,
    summary: message('LeftOutAsLogged', { workload: text, isSure }),
    evidence: [said.evidence, readyEvidence(workload), ...evidence],
    remedies: (_blocks, direct) => [
      toRepair(message('SelectByLine', { workload: text }), [manifestOf(workload)], 'low'),
      removal(found, direct),
    ],
  })
}
