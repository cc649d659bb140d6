import { resourceName } from '../../api/resource-type.ts'
import { factFrom, message, type Sentence, sentenceKey } from '../../messages/sentence.ts'
import { quoteOf, readConditions } from '../../statements/condition.ts'
import { gistOf } from '../../statements/gist.ts'
import type { Quote } from '../../statements/quote.ts'
import { isTrusted } from '../author.ts'
import { isOneOf, restOf } from '../catalogue/wildcard.ts'
import { isHeldBy } from '../controller/holders.ts'
import { listenersEvidence } from '../controller/listeners.ts'
import { isForType } from '../controller/rbac-grants.ts'
import { type Case, lastWriter, removal, suspectsOf, unreadEvidence } from '../dossier/dossier.ts'
import { stateOf } from '../dossier/state.ts'
import { type Evidence, evidenceOf, type Remedy, toInspect, toRepair, toWait } from '../explanation.ts'
import { closedNamespace, namespaceBeingEmptied, nothingCreated } from '../namespaces/terminating-namespaces.ts'
import { describeCommand } from '../shell-quote.ts'
import { type Blocker, blocker, type DirectlyHeld } from '../stuck-object.ts'
import { logCommand } from '../workloads/log-places.ts'
import { type Workload, workloadsOf, workloadText } from '../workloads/workloads.ts'

const MAX_UNWELL = 3

/**
 * A controller that is known to run other than as a Pod of this cluster, and is not shown to be gone: CleanupInProgress
 * while it shows signs of work, else ControllerUnknown, which says where it runs and what to look at. That no Pod of it
 * is here proves nothing.
 */
export function controllerOutside(found: Case): Blocker | undefined {
  const { held, finalizer, search, reports, context } = found
  const { outside } = search
  if (outside === undefined || search.candidates.length > 0) return undefined
  const known: Evidence = factFrom(outside.source, 'RemovedOutside', { where: outside.where })
  const working = atWork(found, known)
  if (working !== undefined) return working
  const isCut = isCutOff(found)
  const closing = outside.creates === undefined ? undefined : namespaceBeingEmptied(held.ref.namespace, context)
  const ending = closing?.ref.name
  // The object's own conditions (Azure/ARO-HCP#5337).
  const ofConditions = ({ source }: Quote) => source.startsWith('status.conditions')
  const reported = (reports.done ?? [...reports.waits, ...reports.unwell].find(ofConditions))?.evidence
  const member = memberOf(found)
  const called = calledAsWriter(found)
  const isForeseen = closing !== undefined && context.together?.isLive(closing.ref.uid) === true
  return blocker('unknown', {
    key: `ControllerUnknown/outside/${outside.source}${isCut ? '/unlinked' : ''}${reported === undefined ? '' : `/${gistOf(sentenceKey(reported.fact), [held.ref.name])}`}${ending === undefined ? '' : `/terminating/${ending}`}${member === undefined ? '' : `/of/${held.ref.namespace}`}${called === undefined ? '' : `/called/${called.name}`}`,
    subject: held.ref,
    summary: message('ControllerOutside', {
      finalizer,
      where: outside.where,
      why:
        ending !== undefined && outside.creates !== undefined
          ? { creates: outside.creates, namespace: ending, isForeseen }
          : isCut
            ? 'cut off'
            : member !== undefined
              ? { member: member.evidence.fact }
              : reports.unwell.some(({ source }) => source === 'events')
                ? 'error'
                : reported === undefined
                  ? calledText(called)
                  : { reports: reported.fact },
    }),
    evidence: [...(member === undefined ? [] : [member.evidence]), ...evidenceFor(found, known, ending, isCut)],
    incomplete: outside.runs !== 'server' && search.unreadable.length > 0,
    undecided: true,
    remedies: (_blocks, direct) => {
      if (isCut) return rejoinOrRemove(found, direct)
      if (member?.isWell === false)
        return [look(found), freed(found, direct, next => message('RemoveIfMemberGone', { next }))]
      if (ending === undefined) return [look(found, called)]
      return [
        look(found),
        freed(found, direct, next => message('RemoveIfNotCreated', { creates: outside.creates, next })),
      ]
    },
  })
}

function evidenceFor(found: Case, known: Evidence, ending: string | undefined, isCut: boolean): readonly Evidence[] {
  const { search, reports } = found
  const { outside } = search
  const state = stateOf(found)
  const link = outside?.link && `${outside.link.namespace}/${outside.link.name}`
  return [
    // What could not be read comes first: the guard IncompleteRead tells it.
    ...(outside?.runs === 'server' ? [] : unreadEvidence(found)),
    known,
    ...(state.is === 'outside' && state.listeners !== undefined ? listenersEvidence(state.listeners) : []),
    ...reports.progress.map(evidenceOf),
    ...reports.unwell.slice(0, MAX_UNWELL).map(evidenceOf),
    ...(ending === undefined ? [] : [nothingCreated(ending)]),
    ...(isCut ? [factFrom('pods', 'LinkMissing', { link })] : []),
    ...suspectsOf(found),
    ...lastWriter(found),
  ]
}

/** Any user of the namespace can write an Event; and nothing works on a deletion that was not asked for yet. */
function atWork({ held, finalizer, reports, context }: Case, known: Evidence): Blocker | undefined {
  if (context.together?.isLive(held.ref.uid) || reports.progress.every(({ source }) => source === 'events'))
    return undefined
  return blocker('progressing', {
    key: `CleanupInProgress/outside/${known.source}`,
    subject: held.ref,
    summary: message('OutsideWorks', { finalizer }),
    evidence: [known, ...reports.progress.map(evidenceOf)],
    remedies: () => [toWait(message('NothingButWait'))],
  })
}

/** What is ready, called as the finalizer's writer, and has a right for the type that no user of a namespace gave. */
function calledAsWriter({ search: { manager, holders }, context: { facts } }: Case): Workload | undefined {
  const may = holders.filter(each => isTrusted(each) && isForType(each.grant))
  return workloadsOf(facts).all.find(
    each => each.name === manager && each.readyReplicas > 0 && may.some(holder => isHeldBy(holder, each)),
  )
}

function calledText(called: Workload | undefined) {
  return called === undefined ? 'untold' : { called: workloadText(called) }
}

/** All that runs here could be read, and the workload by which the controller would reach this cluster is not there. */
function isCutOff({ search: { outside, unreadable }, context }: Case): boolean {
  if (outside?.link === undefined || unreadable.length > 0) return false
  return !workloadsOf(context.facts).all.some(({ name }) => name === outside.link?.name)
}

/** How the cluster in which it runs is, by the object here that stands for that; undefined where none tells. */
function memberOf({ held: { ref }, search: { outside }, context: { facts } }: Case) {
  const { resource = '', namespace: pattern = '', condition } = outside?.member ?? {}
  const type = facts.types.find(each => resourceName(each) === resource)
  if (type === undefined || ref.namespace === undefined || !isOneOf([pattern], ref.namespace)) return undefined
  const name = restOf(pattern, ref.namespace)
  const read = facts.read({ about: 'object', resource, name })
  if (read.state === 'absent') return { isWell: false, evidence: factFrom(resource, 'NotFound', { resource, name }) }
  const told = read.state === 'known' ? readConditions(read.value).find(each => each.type === condition) : undefined
  if (told === undefined) return undefined
  const fact = message('MemberReports', { object: `${type.kind} ${name}`, said: quoteOf(told).fact })
  return { isWell: told.status === 'True', evidence: { fact, source: resource } }
}

function look({ held: { ref }, search: { outside }, context: { facts } }: Case, called?: Workload): Remedy {
  const log = called === undefined ? [] : [logCommand(called, facts)]
  const commands = [...log, describeCommand(ref), ...(outside?.commands ?? [])]
  return toInspect(message('CheckWhereItRuns', { look: outside?.look }), commands)
}

/** What waits in the link's own namespace keeps that from taking in a new one (rancher/rancher#47863); that alone. */
function rejoinOrRemove(found: Case, direct: readonly DirectlyHeld[]): readonly Remedy[] {
  const { link } = found.search.outside!
  const after = closedNamespace(link?.namespace, found.context)?.ref.name
  const workload = link?.name
  const inTheWay = after === undefined ? [] : direct.filter(({ ref }) => (ref.namespace ?? ref.name) === after)
  const others = direct.filter(each => !inTheWay.includes(each))
  const only = (next: Sentence) => message('LinkOnlyAfterRemoval', { workload, after: after ?? '', next })
  const rejoin = [
    toRepair(message('InstallLinkAgain', { workload, after }), [], 'low'),
    freed(found, others, next => message('RemoveIfClusterGone', { next })),
  ]
  return [...(inTheWay.length > 0 ? [freed(found, inTheWay, only)] : []), ...(others.length > 0 ? rejoin : [])]
}

/** The removal, past the one guard that asks whether somebody may come yet: that is what whoever runs it knows. */
function freed(found: Case, direct: readonly DirectlyHeld[], when: (next: Sentence) => Sentence): Remedy {
  const remedy = removal(found, direct)
  return { ...remedy, summary: when(remedy.summary) }
}
