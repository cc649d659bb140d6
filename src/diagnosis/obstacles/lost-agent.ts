import { message, type Sentence } from '../../messages/sentence.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import { programsThatWrote } from '../managers.ts'
import { isLost } from '../pods/ending.ts'
import { lostNodeEvidence } from '../pods/node-evidence.ts'
import { nodeState } from '../pods/node-state.ts'
import { toInspect } from '../remedy.ts'
import { yamlCommand } from '../shell-quote.ts'

/** What is said where the agent of a lost node may be the one that is missing. */
interface LostAgent {
  readonly node: string
  readonly summary: Sentence
  readonly evidence: Evidence
  readonly remedy: Remedy
}

/** Who put the finalizer on a Pod writes its status too, as an agent of its node does, and that node is lost. */
export function lostAgent({ held, finalizer, reports, identity, context }: Case): LostAgent | undefined {
  const { nodeName: node } = (reports.whole?.spec ?? {}) as { readonly nodeName?: string }
  const manager = identity.writer?.manager
  if (held.ref.resource !== 'pods' || node === undefined || manager === undefined) return undefined
  if (!programsThatWrote(held.meta).some(each => each.reports && each.manager === manager)) return undefined
  const state = nodeState(node, context.facts)
  if (!isLost(state)) return undefined
  return {
    node,
    summary: message('AgentOfLostNode', { finalizer, manager, node, isGone: state.state === 'absent' }),
    evidence: lostNodeEvidence({ node, state }),
    remedy: toInspect(message('SeeMachineOfAgent', { node }), [yamlCommand(held.ref, '--show-managed-fields')]),
  }
}
