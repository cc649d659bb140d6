import { askRight, giveRight, notTied } from '../controller/give-right.ts'
import { grantBasisOf } from '../controller/tie.ts'
import { logCommand, readyEvidence, workloadText } from '../controller/workloads.ts'
import { type Case, living, removal, tieOfCandidate } from '../dossier/dossier.ts'
import { type MissingRights, missingRights } from '../dossier/missing-rights.ts'
import { stateOf } from '../dossier/state.ts'
import type { Holding } from '../held.ts'
import { namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import { toInspect } from '../remedy.ts'

/**
 * ControllerForbidden, as a suspicion: the controller runs and does nothing, and its account lacks a right that it may need for it. Never
 * certain: it may need another verb, which it has.
 */
export function rightMissing(found: Case): Holding | undefined {
  const { held, finalizer, reports, context } = found
  if (reports.failures.length + reports.progress.length + reports.waits.length > 0) return undefined
  // Who is likelier the controller, and not ready, is told in its place.
  if (stateOf(found).is !== 'running' || found.search.likelier !== undefined) return undefined
  const all = living(found).map(who => ({ who, lost: missingRights(found, who.workload) }))
  const [first] = all
  // One of several that lacks nothing may be the one.
  if (first === undefined || all.some(({ lost }) => lost.length === 0)) return undefined
  const { who, lost } = first
  const { workload } = who
  const account = { namespace: workload.namespace, name: workload.serviceAccount }
  const user = `service account ${account.namespace}/${account.name}`
  const basis = grantBasisOf(tieOfCandidate(found, who))
  const { namespace } = held.ref
  const isTerminating = namespaceBeingEmptied(namespace, context) !== undefined
  const lacking = lost.map(({ verbs, resource }) => `${verbs.join(' or ')} ${resource}`)
  return {
    verdict: 'unknown',
    cause: {
      key: `ControllerForbidden/${account.namespace}/${account.name}${isTerminating ? `/${namespace}` : ''}/perhaps/${lacking.join()}`,
      code: 'ControllerForbidden',
      subject: { kind: 'ServiceAccount', ...account },
      finalizer,
      summary: `${workloadText(workload)} is running and ready, and its account is not allowed to ${lacking.join(', or to ')}: ${consequence(lost, finalizer)}.`,
      evidence: [
        ...lacking.map(right => ({ fact: `${user} may not ${right}`, source: 'subjectaccessreviews' })),
        readyEvidence(workload),
        ...who.evidence,
        ...(basis === undefined ? [notTied(account, held)] : []),
      ],
      remedies: (_blocks, direct) => {
        const places = new Set(direct.map(({ ref }) => ref.namespace))
        const place = places.size === 1 ? [...places][0] : undefined
        const needed = (verbs: string) =>
          `grant ${user} ${verbs}, if its log shows that it needs it, preferably in the manifests of its product; the controller then finishes by itself`
        return [
          toInspect('read the log of the controller: the server refuses it with "forbidden", and the verb', [
            logCommand(workload),
          ]),
          ...(basis === undefined ? [] : byVerbs(lost)).flatMap(({ verbs, resources }) =>
            giveRight(basis!, { account, verbs, resources, namespace: place }, context, needed(verbs.join(' and '))),
          ),
          toInspect(
            'ask the server whether the service account may do it',
            lost.flatMap(({ verbs, resource }) => verbs.map(verb => askRight(account, verb, resource, place))),
          ),
          removal(found, direct),
        ]
      },
    },
  }
}

/** What may come of it: of the worst that is missing. */
function consequence(lost: readonly MissingRights[], finalizer: string): string {
  const kinds = lost.map(({ kind }) => kind)
  if (kinds.includes('see')) return 'it may not see the deletion'
  if (kinds.includes('remove')) return `if it removes ${finalizer} that way, the server refuses it`
  return `if it writes the status before it removes ${finalizer}, the server refuses it`
}

/** As few roles as there are sets of verbs: none gives more than is missing. */
function byVerbs(
  lost: readonly MissingRights[],
): readonly { verbs: readonly string[]; resources: readonly string[] }[] {
  const byResource = Map.groupBy(lost, ({ resource }) => resource)
  const all = [...byResource].map(([resource, same]) => ({ resource, verbs: same.flatMap(({ verbs }) => verbs) }))
  return [...Map.groupBy(all, ({ verbs }) => verbs.join()).values()].map(same => ({
    verbs: same[0]!.verbs,
    resources: same.map(({ resource }) => resource),
  }))
}
