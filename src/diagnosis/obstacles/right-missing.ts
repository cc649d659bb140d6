import { factFrom, type Messages, message } from '../../messages/sentence.ts'
import { claims } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/line.ts'
import { askRight, giveRight, notTied } from '../controller/give-right.ts'
import { accountOf, accountText } from '../controller/lost-right.ts'
import type { Candidate } from '../controller/search.ts'
import { grantBasisOf } from '../controller/tie.ts'
import { type Case, living, removal, tieOfCandidate } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { type MissingRights, missingRights, removingVerbs, SEEING, stateOf } from '../dossier/state.ts'
import { type Remedy, toInspect } from '../explanation.ts'
import { namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import { type Blocker, blocker, type DirectlyHeld, isCustom } from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'
import { logCommand } from '../workloads/log-places.ts'
import { readyEvidence, workloadText } from '../workloads/workloads.ts'

/**
 * ControllerForbidden, as a suspicion: the controller runs and does nothing, and its account lacks a right that it may
 * need for it. Never certain: it may need another verb, which it has.
 */
export function rightMissing(found: Case): Blocker | undefined {
  const { held, finalizer, reports, context } = found
  if (reports.failures.length + reports.progress.length + reports.waits.length > 0) return undefined
  // Who is likelier the controller, and not ready, is told in its place.
  if (stateOf(found).is !== 'running' || found.search.likelier !== undefined) return undefined
  const all = living(found).map(who => ({ who, lost: missingRights(found, who.workload) }))
  const [first] = all
  // One of several that lacks nothing may be the one.
  if (first === undefined || all.some(({ lost }) => lost.length === 0)) return undefined
  // Who may update needs no other verb, unless its log says that it was refused one (projectcalico/calico#9271).
  const isPatchAlone = ({ kind, verbs }: MissingRights) => kind !== 'see' && verbs.every(verb => verb === 'patch')
  const mayUpdate = removingVerbs(found).includes('update') && all.some(({ lost }) => lost.every(isPatchAlone))
  if (mayUpdate && isLoggedWithoutRefusal(found)) return undefined
  const { who, lost } = first
  const { workload } = who
  const account = accountOf(workload)
  const { namespace } = held.ref
  const scope = namespaceBeingEmptied(namespace, context) === undefined ? '' : `/${namespace}`
  const rights = byResource(lost)
  return blocker('unknown', {
    key: `ControllerForbidden/${account.namespace}/${account.name}${scope}/perhaps/${rights.map(({ verbs, resource }) => `${verbs.join()}@${resource}`).join('/')}`,
    subject: { kind: 'ServiceAccount', ...account },
    summary: message('MayLackRights', { workload: workloadText(workload), finalizer, rights, toFail: worstOf(lost) }),
    evidence: [
      ...rights.map(right =>
        factFrom('subjectaccessreviews', 'AccountMayNot', { account: accountText(account), ...right }),
      ),
      readyEvidence(workload),
      ...who.evidence,
      ...(grantBasisOf(tieOfCandidate(found, who)) === undefined ? [notTied(account, held)] : []),
    ],
    remedies: (_blocks, direct) => remediesOf(found, who, lost, direct),
  })
}

/** Its log was read, has lines since the deletion, and in none of them a refusal. */
function isLoggedWithoutRefusal(found: Case): boolean {
  const heard = (found.held.ageSeconds ?? 0) >= EARLY_SECONDS ? heardOf(found) : undefined
  if (heard === undefined || heard.unread.length > 0 || !heard.hasLines) return false
  const { ofObject, ofProgram, unnamed } = heard
  return [...ofObject, ...ofProgram, ...unnamed].every(({ line }) => !claims('denied')(wordsOf(line)))
}

function remediesOf(
  found: Case,
  who: Candidate,
  lost: readonly MissingRights[],
  direct: readonly DirectlyHeld[],
): readonly Remedy[] {
  const account = accountOf(who.workload)
  const basis = grantBasisOf(tieOfCandidate(found, who))
  const places = new Set(direct.map(({ ref }) => ref.namespace))
  const place = places.size === 1 ? [...places][0] : undefined
  // Whoever has its other rights in the whole cluster watches the whole cluster.
  const isEverywhere = who.holder?.binding.startsWith('clusterrolebinding/')
  // To read every Secret or ConfigMap is given to no one on a suspicion.
  const given = isCustom(found.held) ? lost : lost.filter(({ kind }) => kind !== 'see')
  const grants = basis === undefined ? [] : byVerbs(given)
  return [
    toInspect(message('ReadLogForForbidden'), [logCommand(who.workload, found.context.facts)]),
    ...grants.flatMap(({ verbs, resources }) => {
      const namespace = isEverywhere && verbs.some(verb => SEEING.includes(verb)) ? undefined : place
      const what = message('GrantIfNeeded', { account: accountText(account), verbs })
      return giveRight(basis!, { account, verbs, resources, namespace }, found.context, what)
    }),
    toInspect(
      message('AskWhetherMay'),
      lost.flatMap(({ verbs, resource }) => verbs.map(verb => askRight(account, verb, resource, place))),
    ),
    removal(found, direct),
  ]
}

/** What may come of it: of the worst that is missing. */
function worstOf(lost: readonly MissingRights[]): Messages['MayLackRights']['toFail'] {
  const kinds = lost.map(({ kind }) => kind)
  if (kinds.includes('see')) return 'see'
  return kinds.includes('remove') ? 'remove' : 'write'
}

type Right = { readonly verbs: readonly string[]; readonly resource: string }

function byResource(lost: readonly MissingRights[]): readonly Right[] {
  return [...Map.groupBy(lost, ({ resource }) => resource)].map(([resource, same]) => ({
    resource,
    verbs: same.flatMap(({ verbs }) => verbs),
  }))
}

/** As few roles as there are sets of verbs: none gives more than is missing. */
function byVerbs(lost: readonly MissingRights[]) {
  return [...Map.groupBy(byResource(lost), ({ verbs }) => verbs.join()).values()].map(same => ({
    verbs: same[0]!.verbs,
    resources: same.map(({ resource }) => resource),
  }))
}
