import type { KubeObject } from '../../api/object.ts'
import { parseApiVersion } from '../../api/resource-type.ts'
import { valuesAt } from '../../api/values-at.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import { claims } from '../../statements/claims.ts'
import { conditionsOf } from '../../statements/conditions.ts'
import { conditionNaming, namesUser } from '../../statements/in-use.ts'
import type { Quote } from '../../statements/quote.ts'
import { statusFieldsOf } from '../../statements/status-fields.ts'
import { statusTexts } from '../../statements/status-texts.ts'
import { type InUseProtection, protectionOf, SAYS_IN_USE, type Users } from '../catalogue/in-use.ts'
import { domainOf } from '../controller/identity.ts'
import { type Evidence, type Remedy, toInspect, toRepair } from '../explanation.ts'
import { namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import { deleteCommand } from '../ownership/release.ts'
import { editCommand, yamlCommand } from '../shell-quote.ts'
import {
  type Blocker,
  blocker,
  isCustom,
  type RuleContext,
  readHeld,
  type StuckObject,
  type Waited,
  wholeOf,
} from '../stuck-object.ts'
import { unreadHolding } from '../unread.ts'
import { usersIn } from './naming-fields.ts'
import { type MadeFor, madeFor, usersOf } from './users.ts'

/**
 * What keeps a protection of the table on an object that is being deleted: its users; one that is not being deleted is
 * the root cause (InstanceAlive). Names that only look like a protection are for the rule `controller`.
 */
export function inUse(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (held.meta.deletionTimestamp === undefined) return []
  return [...new Set(held.meta.finalizers ?? [])]
    .filter(finalizer => protectionOf(finalizer, held.ref.resource, context.catalogue.rows.inUse) !== undefined)
    .flatMap(finalizer => heldByUsers(held, finalizer, context))
}

/**
 * All that its controller reports is that the object is in use, for the end of which a protection of the same product
 * waits: no failure, but the same cause (openebs/zfs-localpv#103).
 */
export function usedBeside(held: StuckObject, finalizer: string, errors: readonly Quote[], context: RuleContext) {
  if (!errors.every(claims('in use'))) return undefined
  return inUse(held, context).find(each => domainOf(each.cause?.finalizer ?? '') === domainOf(finalizer))
}

/** As `inUse`, for one finalizer, also one that waits for users by its name, or by what the object says (`told`). */
export function heldByUsers(
  held: StuckObject,
  finalizer: string,
  context: RuleContext,
  told?: Quote,
): readonly Blocker[] {
  const users = usersOf(held, finalizer, context, told)
  if (users === undefined) return []
  // By its name, or by words that may be of others.
  const isGuess = !users.known || (told !== undefined && users.told === told)
  const objects = users.objects.filter(user => !isGuess || !namesMutually(user, held, context, told))
  const holdings = objects.flatMap(user => holdingOf(user, held, finalizer, users, context))
  const [gap] = users.unreadable
  // One that is going away is seen; another one may be among what is not.
  const isProven = holdings.some(({ verdict }) => verdict === 'stuck')
  if (isProven || gap === undefined || !users.known) return holdings
  const summary = message('UsersNotRead', { object: `${held.ref.kind} ${held.ref.name}` })
  return [...holdings, unreadHolding(held, finalizer, gap, summary)]
}

/**
 * One that is being deleted, and that the object names in turn, or is owned by: a cluster and its network. No word says
 * that it uses the object; by names alone each would wait for the other.
 */
function namesMutually(object: KubeObject, held: StuckObject, context: RuleContext, told: Quote | undefined): boolean {
  const user = object.metadata.deletionTimestamp === undefined ? undefined : readHeld(object, context)
  const whole = user && wholeOf(held, context)
  if (user === undefined || whole === undefined || (told && namesUser(told, user.type, object))) return false
  if (held.meta.ownerReferences?.some(({ uid }) => uid === user.ref.uid)) return true
  const { finalizers = [] } = user.meta
  const mayWait = finalizers.some(name => SAYS_IN_USE.test(name)) || statusTexts(object).some(claims('in use'))
  return mayWait && usersIn([whole], `named by ${held.ref.uid}`, user, context).length > 0
}

function holdingOf(
  object: KubeObject,
  held: StuckObject,
  finalizer: string,
  { known, takenAlong, told }: Users,
  context: RuleContext,
): readonly Blocker[] {
  const user = readHeld(object, context)
  if (user === undefined) return []
  const { deletionTimestamp, namespace } = user.meta
  if (deletionTimestamp !== undefined) return [{ verdict: 'waiting', waitingFor: [consumer(user)] }]
  if (takenAlong) return []
  if (namespaceBeingEmptied(namespace, context) !== undefined)
    return [{ verdict: 'waiting', waitingFor: [consumer(user)] }]
  const made = madeFor(object, user, context)
  // The record of use goes with what it was made for.
  if (made !== 'gone' && made?.ends !== undefined) return [{ verdict: 'waiting', waitingFor: [consumer(made.ends)] }]
  const { kind, name } = user.ref
  const what = `${kind} ${name}${namespace === undefined ? '' : ` in namespace ${namespace}`}`
  const use = { object: `${held.ref.kind} ${held.ref.name}`, user: what }
  const row = protectionOf(finalizer, held.ref.resource, context.catalogue.rows.inUse)
  const whole = row === undefined ? wholeOf(held, context) : undefined
  const said = told ?? (whole && conditionNaming(object, whole))
  // What only this object says of another namespace, its own users could have written.
  const isForeign = said !== undefined && namespace !== undefined && namespace !== held.ref.namespace
  const cause = blocker(known || said !== undefined ? 'stuck' : 'unknown', {
    key: `InstanceAlive/${user.ref.uid}`,
    subject: user.ref,
    finalizer,
    summary: message('ProtectedWhileUsed', use),
    evidence: [
      factFrom(user.ref.resource, 'UsesAndLives', use),
      ...failureOf(object, what),
      row === undefined
        ? (said ?? factFrom('metadata.finalizers', 'NameSaysUsers', { finalizer }))
        : factFrom(row.source, 'StaysWhileUsed', { finalizer }),
    ],
    remedies: () => [
      ...unnaming(object, user, held, row),
      ...(isForeign ? [seen(user, what, said.source === 'logs')] : remedies(made, user, what)),
    ],
  })
  return [{ ...cause, waitingFor: [consumer(user)] }]
}

/** A snapshot that was never taken has an error, and nothing to lose. */
function failureOf(object: KubeObject, user: string): readonly Evidence[] {
  const failing = [...conditionsOf(object), ...statusFieldsOf(object)].find(({ means }) => means === 'failing')
  if (failing === undefined) return []
  return [factFrom(failing.source, 'UserFails', { user, told: failing.fact })]
}

function consumer(held: StuckObject): Waited {
  return { ref: held.ref, reason: 'Consumer', held }
}

/**
 * A user that has the object in a list of its spec works on without it; remove it there first. A single field is often
 * immutable (a VolumeSnapshot's source, a NodeClaim's class), as are specs of Kubernetes' own types.
 */
function unnaming(
  object: KubeObject,
  user: StuckObject,
  { ref }: StuckObject,
  row: InUseProtection | undefined,
): readonly Remedy[] {
  const field = row?.users.find(
    each =>
      each.by === 'user' &&
      isInList(object, each.field) &&
      each.resource.replace('*', parseApiVersion(object.apiVersion).group) === user.ref.resource &&
      valuesAt(object, each.field).includes(ref.name),
  )
  if (field === undefined || !('field' in field) || !isCustom(user)) return []
  const { kind, name } = user.ref
  const of = { object: `${ref.kind} ${ref.name}`, user: `${kind} ${name}`, field: field.field }
  return [repair(message('RemoveFromList', of), editCommand(user.ref), 'low')]
}

function isInList(object: KubeObject, field: string): boolean {
  const steps = field.split('.')
  const end = steps.reduce<unknown>(
    (value, step) => (Array.isArray(value) ? value : (value as Record<string, unknown> | null | undefined)?.[step]),
    object,
  )
  return steps[0] === 'spec' && Array.isArray(end)
}

function remedies(made: MadeFor, user: StuckObject, what: string): readonly Remedy[] {
  const itself = deleteCommand(user, '--wait=false')
  if (made === 'gone') return [repair(message('DeleteRecordOfUse', { user: what }), itself, 'low')]
  if (made?.state === 'there')
    return [repair(message('DeleteUserOfRecord', { user: made.what, record: what }), made.delete, 'high')]
  // Which of both is to be deleted depends on what could not be read.
  if (made !== undefined)
    return [toInspect(message('SeeWhetherUserExists', { user: made.what, record: what }), [made.get])]
  return [repair(message('DeleteUser', { user: what }), itself, 'high')]
}

function seen({ ref }: StuckObject, what: string, isLogged: boolean): Remedy {
  return toInspect(message('FindWhetherUsed', { user: what, isLogged }), [yamlCommand(ref)])
}

function repair(summary: Sentence, command: string, risk: Remedy['risk']): Remedy {
  return toRepair(summary, [command], risk)
}
