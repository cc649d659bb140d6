import { NAME } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { claims } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/line.ts'
import { removesFrom } from '../../statements/named-missing.ts'
import { type Quote, readable } from '../../statements/quote.ts'
import { recordOf } from '../../statements/statement.ts'
import { missing } from '../../statements/words/missing.ts'
import { filterTogether } from '../answered.ts'
import { isOfOneOwner } from '../controller/identity.ts'
import type { Case } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { isSoonAfter, lastError } from '../dossier/log-words.ts'
import { type Remedy, toInspect, toRepair } from '../explanation.ts'
import { byKnownField } from '../references/known-fields.ts'
import { namedMissingInWords } from '../references/named-missing.ts'
import { one, type Reference } from '../references/reference.ts'
import { existenceOf, referencesOf } from '../references/references.ts'
import { describeCommand } from '../shell-quote.ts'
import { calledAfterEnd } from '../silence/ailing.ts'
import { isCustom } from '../stuck-object.ts'

/**
 * The object names a thing that does not exist, and the error may come of that, though it does not say so: its
 * controller is known to need it (kubernetes-csi/external-provisioner#330: a StorageClass, which names the Secret).
 */
export function namedIsAbsent(errors: readonly Quote[], found: Case) {
  const { held, reports, known, context } = found
  const { whole } = reports
  if (whole === undefined) return undefined
  const needed = byKnownField(known.entry?.refersBy ?? [], held, whole, context.facts)
  const [absent] = filterTogether(needed, reference => existenceOf(reference, context) === 'absent')
  return absent === undefined ? partIsAbsent(errors, found) : { ...absentCause(absent, found), ...needs(absent) }
}

/**
 * A login fails after its log, in the same try and of no object, did not find a thing that is not there: it may be what
 * was to be used (SAP/sap-btp-service-operator#493).
 */
export function soughtBefore(errors: readonly Quote[], found: Case) {
  const { held, reports, context } = found
  const heard = errors.some(claims('no way')) ? heardOf(found) : undefined
  const error = heard && lastError(heard)
  const before = error && heard.unnamed.find(each => each.source === error.source && isSoonAfter(error, each))
  if (before === undefined || reports.whole === undefined) return undefined
  const sought = namedMissingInWords([wordsOf(before.line)], reports.whole, held, context.facts)
  const [absent] = filterTogether(
    sought,
    each => each.namespace !== undefined && existenceOf(each, context) === 'absent',
  )
  if (absent === undefined) return undefined
  const { key, evidence } = absentCause(absent, found)
  return { key, evidence: [evidence[0]!, before.evidence], ...needs(absent) }
}

/**
 * The same of what the object is a part of, or is reached by: the error is of a removal from it
 * (kserve/kserve#2643), or says that a reference or a login is of no use, without its name
 * (GoogleCloudPlatform/k8s-config-connector#172, Azure/azure-service-operator#1254).
 */
function partIsAbsent(errors: readonly Quote[], found: Case) {
  const { held, reports, context } = found
  const whole = reports.whole!
  const isRemovedFrom = ({ name }: Pick<Reference, 'name'>) => errors.some(({ fact }) => removesFrom(fact, name))
  const isOpen = errors.some(claims('no way'))
  const ended = isOpen
    ? calledAfterEnd(held, whole, context, 'references too').filter(({ name }) => NAME.test(name))
    : []
  const all = [
    ...referencesOf(held, whole, context),
    ...ended.map(
      (each): Reference => ({
        ...each,
        means: false,
        mayBeMade: false,
        ...(!each.path.endsWith('Ref') && { isBare: true as const }),
      }),
    ),
  ]
  const isOfProduct = ({ type }: Pick<Reference, 'type'>) =>
    isCustom({ type }) && isOfOneOwner(type.group, held.type.group)
  const [absent] = filterTogether(
    all.filter(
      each => isRemovedFrom(each) || (isOpen && !each.isBare && !each.mayBeMade && (each.means || isOfProduct(each))),
    ),
    each => existenceOf(each, context) === 'absent',
  )
  if (absent !== undefined) {
    const cause = absentCause(absent, found)
    return absent.means
      ? { ...cause, ...needs(absent) }
      : { ...cause, ...partOf([absent], found, isRemovedFrom(absent) ? 'removed from' : 'referred to') }
  }
  // Of what is only called after a kind, any namespace may have one.
  const none = filterTogether(
    all.filter(each => isOpen && each.isBare && isOfProduct(each)),
    each => existenceOf({ ...each, namespace: undefined }, context) === 'absent',
  )
  return none.length === 0 ? undefined : { ...noneOf(none), ...partOf(none, found, 'called') }
}

/**
 * The error has an empty name in place of what a field of the object names, and there is none of that name of the kind
 * after which its own is called: a Postgres of a PostgresUser (movetokube/postgres-operator#118).
 */
export function calledNothing(errors: readonly Quote[], { held, reports: { whole }, context }: Case) {
  const { kind: own, namespace } = held.ref
  const said = errors.map(({ fact }) => missing.find('empty name', readable(fact).replaceAll('\\"', '"'))[1])
  const word = (isCustom(held) && said.find(each => each !== undefined)) || ''
  const name = recordOf(whole?.spec)?.[word]
  const same = context.facts.types.filter(({ group }) => group === held.type.group)
  const type = one(same.filter(({ kind }) => kind !== own && own.startsWith(kind)))
  if (type === undefined || typeof name !== 'string' || !NAME.test(name)) return undefined
  const reference = { type, name, path: `spec.${word}`, means: false, mayBeMade: false, namespace: undefined }
  if (existenceOf(reference, context) !== 'absent') return undefined
  const create = toRepair(again({ ...reference, namespace }), [], 'medium')
  return { ...noneOf([reference]), remedies: (last: Remedy, fix: Remedy) => [fix, create, last] }
}

function noneOf(none: readonly Reference[]) {
  return {
    key: `none/${none.map(({ type, name }) => `${resourceName(type)}/${name}`).join()}`,
    evidence: none.map(({ path, type: { kind }, name }) =>
      factFrom(path, 'NameIsOfNothing', { path, kind, name, namespace: undefined }),
    ),
  }
}

type Thing = Pick<Reference, 'type' | 'namespace' | 'name'>

function absentCause({ type, namespace, name, path }: Thing & { path: string }, { held }: Case) {
  const resource = resourceName(type)
  const object = `${held.ref.kind} ${held.ref.name}`
  return {
    key: `absent/${resource}/${namespace ?? ''}/${name}`,
    evidence: [
      factFrom(resource, 'NotFound', { resource, name, namespace }),
      factFrom(path, 'NamedInField', { object, what: `${type.kind} ${name}`, path }),
    ],
  }
}

function again({ type, namespace, name }: Thing) {
  return message('CreateAgain', { kind: type.kind, name, namespace, withRoles: false, isNeeded: false })
}

function needs(thing: Thing) {
  return { remedies: (last: Remedy, fix: Remedy) => [fix, toRepair(again(thing), [], 'low'), last] }
}

/**
 * What was in the thing went with it: whether that is so outside of the cluster too is to be seen first, but where it
 * is only called so: the error may be of what it says. A removal from what is gone has nothing else to be mended.
 */
function partOf(things: readonly Thing[], { held }: Case, isKnownAs: 'removed from' | 'referred to' | 'called') {
  const names = things.map(({ type, name }) => `${type.kind} ${name}`)
  const look = toInspect(
    message('SeeWhetherItWentToo', { things: names, object: `${held.ref.kind} ${held.ref.name}` }),
    [describeCommand(held.ref)],
  )
  const steps = (fix: Remedy) => ({
    'removed from': [look],
    'referred to': [look, fix, toRepair(again(things[0]!), [], 'medium')],
    called: [fix, look],
  })
  return {
    remedies: (last: Remedy, fix: Remedy) => [
      ...steps(fix)[isKnownAs],
      { ...last, summary: message('RemoveUnlessGone', { next: last.summary }) },
    ],
  }
}
