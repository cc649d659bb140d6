import { refOf } from '../../api/object-ref.ts'
import { SILENCE_SECONDS } from '../controller/absence.ts'
import { isCustom } from '../controller/search.ts'
import type { Evidence, ObjectRefOrSubject } from '../explanation.ts'
import type { DirectlyHeld, Holding } from '../held.ts'
import { formatSeconds } from '../seconds.ts'
import { type Absence, absenceOf } from './controller-absence.ts'
import { type Case, removal, wholesOf } from './controller-case.ts'

const READ = 'clusterroles, rolebindings, deployments, statefulsets, daemonsets, cronjobs, pods'

/**
 * ControllerMissing: all roles, bindings and workloads could be read, nothing that runs may change the object by a rule that
 * names its type, and what an uninstall leaves behind, or a long silence of the finalizer's writer, proves that it is gone.
 */
export function controllerMissing(found: Case): Holding | undefined {
  const { held, finalizer, search, context } = found
  if (search.candidates.length > 0 || search.scheduled.length > 0) return undefined
  if (search.unreadable.length > 0) return undefined
  const absence = absenceOf(found)
  if (absence?.proof === undefined || absence.unread.length > 0) return undefined
  const { definition, installation } = absence
  const crdType = context.facts.types.find(type => type.plural === 'customresourcedefinitions')
  const subject: ObjectRefOrSubject =
    definition && crdType
      ? refOf(crdType, definition.metadata)
      : { kind: 'Deployment', name: search.manager ?? context.catalogue.find(finalizer)?.controller.name ?? finalizer }
  const who = installation.release ?? search.manager ?? held.type.group
  return {
    verdict: 'stuck',
    cause: {
      key: `ControllerMissing/${who === '' ? finalizer : who}`,
      code: 'ControllerMissing',
      subject,
      finalizer,
      summary: direct =>
        `Nobody is left to remove the finalizer ${finalizersText(finalizer, direct)}: its operator is not installed any more.`,
      evidence: evidenceOf(found, absence),
      remedies: (_blocks, direct) => {
        // An object stands there once for each of its finalizers.
        const objects = [...new Map(direct.map(({ ref }) => [ref.uid, ref])).values()]
        const deletions = objects.length === 1 ? 'this deletion' : 'these deletions'
        const release = installation.release ? ` (Helm release ${installation.release})` : ''
        return [
          {
            kind: 'repair',
            summary: `install the operator again${release}; it will finish ${deletions} by itself`,
            commands: [],
            risk: 'low',
            leaks: [],
          },
          removal(found, direct, wholesOf(objects, found)),
        ]
      },
    },
  }
}

function evidenceOf({ held, search, identity }: Case, { installation, idle, silentSeconds = 0 }: Absence): Evidence[] {
  return [
    ...installation.evidence,
    search.suspects.length > 0 || !isCustom(held)
      ? { fact: 'nothing that runs is shown to be its controller', source: READ }
      : { fact: `nothing runs that a rule for ${held.ref.resource} lets patch them`, source: READ },
    ...search.leaving,
    ...idle.map(({ namespace, name, binding }) => ({
      fact: `service account ${namespace}/${name} may (${binding}), and nothing runs as it`,
      source: 'rolebindings, pods',
    })),
    ...search.dangling.map(({ binding, role }) => ({
      fact: `${binding} refers to ${role}, which no longer exists`,
      source: 'rolebindings',
    })),
    // What wrote lately is no evidence that it is gone.
    ...(identity.writer && silentSeconds >= SILENCE_SECONDS
      ? [
          {
            fact: `last written by manager "${identity.writer.manager}" ${formatSeconds(silentSeconds)} ago`,
            source: 'managedFields',
          },
        ]
      : []),
  ]
}

/** `a`, `a and 2 more`: the operator of one may have put several on the same objects. */
function finalizersText(first: string, direct: readonly DirectlyHeld[]): string {
  const others = new Set(direct.map(({ heldBy }) => heldBy).filter(name => name !== undefined && name !== first)).size
  return others === 0 ? first : `${first} and ${others} more`
}
