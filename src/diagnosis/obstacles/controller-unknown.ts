import { factFrom, message } from '../../messages/sentence.ts'
import type { Quote } from '../../statements/quote.ts'
import { untriedEvidence } from '../admission/untried.ts'
import type { CatalogueEntry } from '../catalogue/entry.ts'
import { isHeldByHand } from '../controller/by-hand.ts'
import { isAnyUsed } from '../controller/idle-accounts.ts'
import { listenersEvidence, waysToTell } from '../controller/listeners.ts'
import { complaintsOf, eventsOf } from '../controller/object-events.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { absenceOf, goingEvidence } from '../dossier/absence.ts'
import { tracesOf } from '../dossier/absence-signs.ts'
import { type Case, lastWriter, suspectsOf, unreadEvidence } from '../dossier/dossier.ts'
import { type Evidence, evidenceOf, toInspect } from '../explanation.ts'
import { isKubernetes, programsThatWrote } from '../managers.ts'
import { isLost, lostNodeEvidence, nodeNameOf } from '../pods/ending.ts'
import { nodeState } from '../pods/node-state.ts'
import { yamlCommand } from '../shell-quote.ts'
import { type Blocker, blocker, isCustom } from '../stuck-object.ts'
import { unreadFact } from '../unread.ts'

/** ControllerUnknown: nothing shows whose finalizer it is, or too little could be read to say that none runs. */
export function controllerUnknown(found: Case): Blocker {
  const { held, finalizer, search, reports, context } = found
  const own = [...reports.failures, ...reports.earlier, ...reports.waits].slice(0, 2)
  const lost = lostAgent(found)
  const traces = search.candidates.length === 0 ? absenceOf(found) : undefined
  const absence = search.scheduled.length === 0 ? traces : undefined
  const incomplete = search.unreadable.length > 0 || (absence?.unread.length ?? 0) > 0
  // What one program put on objects of Kubernetes' own types is one, of whatever types those are.
  const isShared = !incomplete && !isCustom(held) && search.manager !== undefined && !isKubernetes(search.manager)
  const untried = untriedEvidence(held, context)
  const mayBe = suspectsOf(found)
  // What runs and may be it, or has reported since (kcp-dev/kcp#1353), contradicts that nothing is installed.
  const isHeard = [mayBe, reports.failures, reports.waits].some(each => each.length > 0)
  const isUnwatched = absence?.listeners.are === 'none' && !incomplete
  const first = isUnwatched ? mayBe : []
  const evidence = [
    ...lost,
    ...first,
    ...untried,
    // Whoever said it, of this finalizer or not: it may tell who that is.
    ...(own.length > 0 ? own : errorOfUnproven(found)).map(evidenceOf),
    ...unreadEvidence(found),
    ...(absence?.unread ?? []).map(unreadFact),
    ...(absence === undefined ? [] : [...goingEvidence(absence, context), ...listenersEvidence(absence.listeners)]),
    ...(absence?.doubts ?? []),
    ...(traces === undefined ? [] : tracesOf(found, traces)),
    ...lastWriter(found),
    ...reporterOf(found),
    ...putOnByHand(found),
    ...knownAs(found.known.entry),
    ...search.scheduled,
    ...(first.length > 0 ? [] : mayBe),
  ]
  return blocker('unknown', {
    key: `ControllerUnknown/${finalizer}/${isShared ? `by/${search.manager}` : held.ref.resource}${untried.length > 0 ? '/untried' : ''}${lost.length > 0 ? `/${held.ref.uid}` : ''}`,
    subject: held.ref,
    summary: message('ControllerNotKnown', {
      finalizer,
      ...(isUnwatched && !isHeard && { unwatched: held.ref.resource }),
      ...(absence !== undefined && !incomplete && whatLacks(found, isHeard)),
    }),
    evidence,
    incomplete,
    undecided: incomplete && absence?.proof === undefined,
    remedies: () => [
      ...(absence === undefined ? [] : waysToTell(absence.listeners)),
      toInspect(message('FindController'), [yamlCommand(held.ref, '--show-managed-fields')]),
    ],
  })
}

/** Who runs it outside as an administrator needs no role that names the type (spidernet-io/spiderpool#798). */
function whatLacks({ held, search, context: { facts } }: Case, isHeard: boolean) {
  const mayBeHere = isHeard || !isCustom(held) || isAnyUsed(search.holders, facts)
  return { absent: search.known.join(' or ') || undefined, ungranted: mayBeHere ? undefined : held.ref.resource }
}

/**
 * The last since the deletion of what may be its controller, unnamed (democratic-csi/democratic-csi#49); else what of
 * its status or Events sounds like an error, of anyone (kubernetes-sigs/cloud-provider-azure#258).
 */
function errorOfUnproven({ held, identity, reports, context: { facts, together } }: Case): readonly Quote[] {
  const { heard } = reports.heard === undefined ? { heard: [] } : eventsOf(held, identity, askedAt(held), facts)
  const error = heard.findLast(({ means }) => means === 'failing')
  if (error !== undefined) return [error.evidence]
  // Of several controllers, it may be another's.
  const isShared = isCustom(held) && (held.meta.finalizers?.length ?? 0) > 1
  return together === undefined && !isShared ? complaintsOf(held, reports.whole, facts) : []
}

function reporterOf({ held, finalizer, identity: { writer, reporter } }: Case): readonly Evidence[] {
  if (reporter === undefined || writer === undefined) return []
  const { manager } = writer
  return [factFrom('managedFields', 'ReportsBeside', { reporter, manager, kind: held.ref.kind, finalizer })]
}

function putOnByHand({ held, finalizer, identity }: Case): readonly Evidence[] {
  if (!isHeldByHand(held, finalizer, identity)) return []
  const { manager, time: at } = identity.writer!
  return [factFrom('managedFields', 'AddedByHand', { manager, at })]
}

/** Who put it on a Pod writes the status of that too, as an agent of its node does, and that node is lost. */
function lostAgent({ held, reports, identity: { writer }, context }: Case): readonly Evidence[] {
  const node = reports.whole && nodeNameOf(reports.whole)
  if (held.ref.resource !== 'pods' || node === undefined || writer === undefined) return []
  if (!programsThatWrote(held.meta).some(each => each.reports && each.manager === writer.manager)) return []
  const state = nodeState(node, context.facts)
  if (!isLost(state)) return []
  const fact = message('AgentOfNode', { manager: writer.manager, node })
  return [lostNodeEvidence({ node, state }), { fact, source: 'managedFields' }]
}

function knownAs(entry: CatalogueEntry | undefined): readonly Evidence[] {
  const source = entry?.from === 'user' ? entry.source : 'catalogue'
  if (entry === undefined) return [factFrom(source, 'NotInCatalogue')]
  if (entry.from === 'CRD') return []
  return [factFrom(source, 'KnownAs', { project: entry.project, controller: entry.controller.name })]
}
