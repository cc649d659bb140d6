import type { KubeObject } from '../../api/object.ts'
import { kindAndName, refOf } from '../../api/object-ref.ts'
import { valuesAt } from '../../api/values-at.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { isAnyKind } from '../catalogue/kinds.ts'
import { isNamed, namedForOthers } from '../catalogue/named-workload.ts'
import { isAnyUsed } from '../controller/idle-accounts.ts'
import { RELEASE, RELEASE_NAMESPACE } from '../controller/install-marks.ts'
import { overlaps, wordsOf } from '../controller/kinship.ts'
import { listenersEvidence } from '../controller/listeners.ts'
import { ownNamespaces } from '../controller/own-namespaces.ts'
import { goingEvidence, goingToday } from '../dossier/absence.ts'
import { type Absence, tracesOf } from '../dossier/absence-signs.ts'
import { type Case, removal } from '../dossier/dossier.ts'
import { stateOf } from '../dossier/state.ts'
import { type Evidence, type ObjectRefOrSubject, type Remedy, toRepair } from '../explanation.ts'
import { awaitedResources } from '../inventories/awaited.ts'
import { closedNamespace } from '../namespaces/terminating-namespaces.ts'
import { type Blocker, blocker, type DirectlyHeld, isCustom, othersOf, type RuleContext } from '../stuck-object.ts'
import { formatSeconds, SILENCE_SECONDS } from '../thresholds.ts'
import { workloadsOf, workloadText } from '../workloads/workloads.ts'

const READ = 'clusterroles rolebindings deployments statefulsets daemonsets cronjobs pods'.split(' ').join(', ')

/**
 * ControllerMissing: all roles, bindings and workloads could be read, nothing that runs may change the object by a rule
 * that names its type, and what an uninstall leaves behind, a long silence of the finalizer's writer, or that nothing
 * watches the type, proves that it is gone.
 */
export function controllerMissing(found: Case): Blocker | undefined {
  const { finalizer } = found
  const state = stateOf(found)
  if (state.is !== 'missing') return undefined
  const { absence, like = found } = state
  const { held, search, context } = like
  const {
    definition,
    installation: { release },
  } = absence
  const goingDefinition = goingToday(absence, context)
  const crdType = context.facts.types.find(type => type.plural === 'customresourcedefinitions')
  const workload = search.known[0] ?? search.manager
  const missing: ObjectRefOrSubject = workload === undefined ? held.ref : { kind: 'Deployment', name: workload }
  const subject = definition && crdType ? refOf(crdType, definition.metadata) : missing
  // Of types of the core the group tells no product.
  // Of one API there are many controllers (envoyproxy/gateway#1362); in a namespace its users could name any.
  const [name] = found.held.ref.namespace === undefined ? valuesAt(found.reports.whole, 'spec.controllerName') : []
  const named = typeof name === 'string' ? `controller ${name}` : undefined
  const who = named ?? release ?? search.manager ?? search.known[0] ?? (isCustom(held) ? held.type.group : finalizer)
  const beside = runsBeside(like)
  const unwatched = absence.proof === 'unwatched' && { unwatched: held.ref.resource }
  return blocker('stuck', {
    key: `ControllerMissing/${who}`,
    subject,
    summary: direct =>
      message('NoControllerRuns', { finalizer, more: othersOf(finalizer, direct), ...unwatched, beside }),
    evidence: evidenceOf(like, absence, finalizer),
    remedies: (_blocks, direct) => {
      const many = new Set(direct.map(({ ref }) => ref.uid)).size !== 1
      const instead = homesOf(found, absence, direct).find(home => closedNamespace(home, context) !== undefined)
      const where = { instead, isTheirs: instead !== undefined && direct.some(({ ref }) => ref.namespace === instead) }
      // An installation that brings its CRDs fails, or waits for ever, while one of them waits for its objects.
      const install =
        goingDefinition === undefined
          ? message('InstallOperatorAgain', { product: named ?? productOf(like), release, ...where, beside, many })
          : message('InstallControllerAlone', { definition: goingDefinition.metadata.name, ...where, many })
      const objects = direct.flatMap(each => liveInInventory(each, context))
      const again =
        objects.length === 0
          ? toRepair(install, [], 'low')
          : toRepair(message('InstallDeletes', { next: install, objects }), [], 'high')
      return [again, freed(removal(found, direct), goingDefinition)]
    },
  })
}

/** What it would delete first, and has not been deleted (fluxcd/kustomize-controller#666). */
function liveInInventory(held: DirectlyHeld, context: RuleContext): readonly string[] {
  const live = awaitedResources(held, context).resources.filter(({ meta }) => meta.deletionTimestamp === undefined)
  return live.map(({ ref }) => kindAndName(ref))
}

/** A finalizer that objects of any product may have is of a framework; what a CRD says itself names no product. */
function productOf({ known: { entry } }: Case): string | undefined {
  return entry === undefined || entry.from === 'CRD' || entry.kinds.some(isAnyKind) ? undefined : entry.project
}

/** A product of several controllers is installed where another one of them runs. */
function runsBeside({ known: { entry }, context }: Case): string | undefined {
  if (entry === undefined) return undefined
  const names = namedForOthers(entry, context.catalogue.all())
  const other = workloadsOf(context.facts).all.find(each => each.readyReplicas > 0 && isNamed(each.name, names))
  return other === undefined ? undefined : workloadText(other)
}

/**
 * Where it was installed: by its release, else where its account is or was, else where its webhook is served. Where
 * nothing of it is left, the namespace of its objects, if that is called as the product (NetApp/trident#331), or has
 * it by the catalogue, or by the Helm release of an object (avinetworks/avi-helm-charts#108).
 */
function homesOf(
  { held, finalizer, search, known: { entry }, context }: Case,
  { installation: { release }, gone, idle }: Absence,
  direct: readonly DirectlyHeld[],
): readonly string[] {
  if (release !== undefined) return [release.split('/')[0]!]
  const ofAccounts = [...gone, ...idle].map(({ namespace }) => namespace)
  const own = ofAccounts.length > 0 ? ofAccounts : [...ownNamespaces(held, finalizer, context.facts).keys()]
  if (own.length > 0) return own
  const ofRelease = ({ meta: { annotations } }: DirectlyHeld) =>
    overlaps(wordsOf(annotations?.[RELEASE] ?? ''), search.words) ? (annotations?.[RELEASE_NAMESPACE] ?? []) : []
  const usual = new Set([...(entry?.controller.namespaces ?? []), ...direct.flatMap(ofRelease)])
  const namespaces = direct.flatMap(({ ref }) => ref.namespace ?? [])
  return namespaces.filter(namespace => usual.has(namespace) || overlaps(wordsOf(namespace), search.words))
}

/** What follows a removal where the CRD goes with its last object. */
function freed(remedy: Remedy, definition: KubeObject | undefined): Remedy {
  if (definition === undefined) return remedy
  return {
    ...remedy,
    summary: message('DefinitionGoesWithLast', { remove: remedy.summary, definition: definition.metadata.name }),
  }
}

function evidenceOf(found: Case, absence: Absence, finalizer: string): Evidence[] {
  const { held, search, identity, known, context } = found
  const { entry } = known
  const { installation, proof, silentSeconds = 0 } = absence
  const traces = tracesOf(found, absence)
  const same = { manager: search.manager ?? '', finalizer, like: found.finalizer }
  const sameProgram = factFrom('managedFields', 'SameProgram', same)
  const none = search.isNoneOfProduct
    ? message('NoWorkloadOfProduct', { controller: entry!.controller.name, product: entry!.project })
    : message('NoWorkloadNamed', { controllers: search.known })
  const isGranted = () => isAnyUsed(search.holders, context.facts)
  return [
    ...installation.evidence,
    ...goingEvidence(absence, context),
    // Controllers of its other finalizers may have the right as well, and who may do everything has it.
    search.suspects.length > 0 || !isCustom(held) || identity.rivals.length > 0 || isGranted()
      ? factFrom(READ, 'NoWorkloadIdentified')
      : factFrom(READ, 'NoWorkloadGranted', { resource: held.ref.resource }),
    ...(proof === 'catalogue' ? [{ fact: none, source: 'catalogue' }] : []),
    ...(absence.listeners.are === 'none' ? listenersEvidence(absence.listeners) : []),
    ...traces.filter(each => !installation.evidence.includes(each)),
    ...(finalizer === found.finalizer ? [] : [sameProgram]),
    // What wrote lately is no evidence that it is gone.
    ...(identity.writer && silentSeconds >= SILENCE_SECONDS
      ? [
          factFrom('managedFields', 'LastWrittenBy', {
            manager: identity.writer.manager,
            ago: formatSeconds(silentSeconds),
          }),
        ]
      : []),
  ]
}
