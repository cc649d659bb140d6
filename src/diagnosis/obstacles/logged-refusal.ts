import { ruleAllows } from '../../api/rbac-rule.ts'
import { factFrom, type Messages, message } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/line.ts'
import { isTrusted } from '../author.ts'
import { bindingsOf, isOfControllers, roleOf, WRITES } from '../controller/account-rules.ts'
import { isForEverybody, isHeldBy } from '../controller/holders.ts'
import { domainOf, isOfOneOwner, isRival } from '../controller/identity.ts'
import { isKin, namesOf } from '../controller/kinship.ts'
import { accountOf, accountText, neverListed, toldForbidden } from '../controller/lost-right.ts'
import { askedAt } from '../controller/since-deletion.ts'
import type { Tie } from '../controller/tie.ts'
import type { Case } from '../dossier/dossier.ts'
import { heardFrom, heardOf, type Logged } from '../dossier/log.ts'
import { timeOf } from '../dossier/log-words.ts'
import { SEEING, stateOf } from '../dossier/state.ts'
import { type Facts, once } from '../facts.ts'
import { type Blocker, isCustom } from '../stuck-object.ts'
import { type Workload, workloadsOf, workloadText } from '../workloads/workloads.ts'
import { forbidden, tieOfAccount } from './controller-forbidden.ts'

const LEASES = 'leases.coordination.k8s.io'
const LISTING: readonly string[] = ['list', 'watch'] // kubernetes/client-go:tools/cache/reflector.go, ListAndWatch

/**
 * ControllerForbidden: the controller's log has a refusal of its own account by the server's authorizer, which says so
 * still. Of lines that name no object only what it needs for every object of the type, or to lead.
 */
export function loggedRefusal(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  if (heard === undefined) return undefined
  const failing = heard.ofObject.filter(({ means }) => means === 'failing')
  const lost = refusedIn([...failing, ...heard.ofProgram.filter(said => isOfType(said, found, LEASES))], found)
  return lost && refusal(lost, found, tieOfAccount(lost.right.account, found))
}

/**
 * The same of what has no right to the type that would tie it, where it looks after custom types of the owner of the
 * finalizer's domain, and its log names the object (VictoriaMetrics/operator#2543). All of a group (`*`) its clients
 * have too: of who has no more than that it counts with the right to watch the type everywhere.
 */
export function refusedByName(found: Case): Blocker | undefined {
  const state = stateOf(found)
  if (state.is !== 'forbidden' || state.sure) return undefined
  const { workload } = state.who
  const { held, finalizer, context } = found
  const { group, plural } = held.type
  const isOfOwner = (name: string) => isCustom({ type: { group: name } }) && isOfOneOwner(name, domainOf(finalizer))
  const watches = { verb: 'watch', group, resource: plural }
  const isSeen = rulesForAll(workload, context.facts).some(rule => ruleAllows(rule, watches))
  const areNamed = (all?: readonly string[]) => isOfControllers(isSeen ? all : all?.filter(each => each !== '*'))
  if (!looksAfter(isOfOwner, workload, context.facts, areNamed)) return undefined
  const said = heardFrom([state.who], found, true)?.ofObject.filter(each => claimed(each).length > 0) ?? []
  const lost = refusedIn(
    said.filter(each => isOfType(each, found)),
    found,
  )
  return lost && refusal(lost, found, { by: 'cluster' })
}

/**
 * A suspicion: it may not list a kind that it tries to list; or what may not change the type logs so, as it may have
 * lost that right. That is certain of what looks after the API group and names the object.
 */
export function perhapsRefused(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  if (heard?.ofObject.some(({ means }) => means === 'failing')) return undefined
  const lists = (heard?.ofProgram ?? []).filter(said => claimed(said).every(({ verb }) => LISTING.includes(verb)))
  const unlisted = refusedIn(lists, found, found.held.ref.resource !== 'secrets')
  if (unlisted !== undefined) {
    const right = { ...unlisted.right, verbs: LISTING }
    return refusal({ ...unlisted, right }, found, tieOfAccount(right.account, found), 'list')
  }
  const isMissing = stateOf(found).is === 'missing'
  for (const { who, isOfGroup } of bereftOf(found)) {
    const tie = tieOfAccount(accountOf(who.workload), found)
    // What a tenant could have made is no word against the proof that the controller is gone.
    if (isMissing && !isOfGroup && !(tie && isTrusted(tie))) continue
    const said = heardFrom([who], found, isOfGroup)
    const all = [...(said?.ofProgram ?? []), ...(said?.ofObject ?? [])].filter(each => claimed(each).length > 0)
    const lost = refusedIn(
      all.filter(each => isOfType(each, found)),
      found,
    )
    if (lost === undefined) continue
    // A role for another type of the group is no tie to this one: it grants nothing.
    if (isOfGroup && said!.ofObject.includes(lost.said)) return refusal(lost, found, tie ?? { by: 'named' })
    const toFail = SEEING.includes(lost.right.verbs[0]!) ? 'see' : 'remove'
    return refusal(lost, found, tie, toFail)
  }
  return undefined
}

/** The last of these lines since the deletion that repeats a refusal which the authorizer confirms. */
function refusedIn(all: readonly Logged[], { held, context }: Case, isOfEverywhere = false) {
  const asked = askedAt(held)
  for (const said of all.filter(each => timeOf(each) >= asked && isOfOwnAccount(each, isOfEverywhere)).toReversed()) {
    const own = accountOf(said.source.who.workload)
    const words = [wordsOf(said.line)]
    const lost = toldForbidden(words, context) ?? neverListed(words, own, held.ref.namespace, context)
    if (lost !== undefined) return { said, right: lost.right }
  }
  return undefined
}

/** `perhaps`: what may come of it, where it is open whether the controller needs the right, or is the controller. */
function refusal(
  { said, right }: NonNullable<ReturnType<typeof refusedIn>>,
  found: Case,
  tie: Tie | undefined,
  perhaps?: Messages['MayLackRights']['toFail'],
): Blocker {
  const { finalizer } = found
  const [account, verb, resource] = [accountText(right.account), right.verbs[0]!, right.resources[0]!]
  const may = { workload: workloadText(said.source.who.workload), rights: [{ verbs: [verb], resource }] }
  const summary = perhaps
    ? message('MayLackRights', { ...may, finalizer, toFail: perhaps })
    : message('LacksNeededRight', { finalizer, account, verb, resource })
  const told = [said.evidence, factFrom('subjectaccessreviews', 'AccountMayNot', { account, verbs: [verb], resource })]
  return forbidden(found, right, verb, summary, told, tie, 'logs', perhaps === undefined)
}

/**
 * Who can have a text logged can have any account named. What a log says never grants the right to read Secrets: of a
 * refusal of all of them, in every namespace, it is only told (kubernetes-sigs/cluster-api-provider-aws#861).
 */
function isOfOwnAccount(said: Logged, isOfEverywhere: boolean): boolean {
  const { namespace, serviceAccount } = said.source.who.workload
  return claimed(said).every(({ account, resource, namespace: place }) => {
    const isOwn = account.namespace === namespace && account.name === serviceAccount
    const isGiven = resource !== 'secrets' || (isOfEverywhere && place === undefined)
    return isOwn && isGiven && !resource.includes('rbac.authorization')
  })
}

function isOfType(said: Logged, { held }: Case, ...more: readonly string[]): boolean {
  return claimed(said).every(({ resource }) => resource === held.ref.resource || more.includes(resource))
}

function claimed(said: Logged) {
  return claimsOf('denied', [wordsOf(said.line)])
}

const MAX_BEREFT = 2

/**
 * Ready workloads that may not change the type and may have lost that right: without a candidate, those with a
 * ClusterRoleBinding for other types of its API group (`isOfGroup`), and kin; else the namesake of a candidate in the
 * object's own namespace.
 */
function bereftOf({ held: { ref, type }, search, identity, context: { facts } }: Case) {
  const { holders, words, unreadable } = search
  const names = search.candidates.map(each => each.workload.name)
  const isHere = search.candidates.some(each => each.workload.namespace === ref.namespace)
  if (!isCustom({ type }) || unreadable.length > 0 || isHere) return []
  const found = once(facts, `bereft ${ref.resource} ${ref.namespace} ${identity.key} ${names.join()}`, () =>
    workloadsOf(facts).all.flatMap(workload => {
      const may = holders.some(each => isHeldBy(each, workload))
      if (workload.readyReplicas === 0 || may || isRival(namesOf(workload), identity)) return []
      const isOfGroup = looksAfter(group => group === type.group, workload, facts)
      const isNamesake = workload.namespace === ref.namespace && names.includes(workload.name)
      const isNear = isNamesake || (names.length === 0 && (isOfGroup || isKin(workload, words)))
      return isNear ? [{ who: { workload, evidence: [], ailments: [] }, isOfGroup }] : []
    }),
  )
  return found.toSorted((a, b) => Number(b.isOfGroup) - Number(a.isOfGroup)).slice(0, MAX_BEREFT)
}

/** By a ClusterRoleBinding, as controllers do: not by a role of everybody's tools, nor for objects of some names. */
function looksAfter(
  isOne: (group: string) => boolean,
  workload: Workload,
  facts: Facts,
  areMarked = isOfControllers,
): boolean {
  return rulesForAll(workload, facts).some(
    ({ apiGroups, resources, verbs }) =>
      apiGroups?.some(isOne) && areMarked(resources) && verbs.some(verb => WRITES.has(verb)),
  )
}

/** What an account may do in the whole cluster, by roles of its own. */
function rulesForAll(workload: Workload, facts: Facts) {
  return bindingsOf(workload, 'clusterrolebindings', facts)
    .map(each => roleOf(each, facts))
    .flatMap(role => (role === undefined || isForEverybody(role) ? [] : (role.rules ?? [])))
    .filter(({ resourceNames = [] }) => resourceNames.length === 0)
}
