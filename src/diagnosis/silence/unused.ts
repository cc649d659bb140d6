import type { KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { message } from '../../messages/sentence.ts'
import { recordOf } from '../../statements/statement.ts'
import { eachTogether } from '../answered.ts'
import { protectionOf, SAYS_IN_USE } from '../catalogue/in-use.ts'
import { domainOf, isOfDomain } from '../controller/identity.ts'
import { isCustom } from '../custom-type.ts'
import type { Case } from '../dossier/dossier.ts'
import { once } from '../once.ts'
import { usersOf } from '../protections/users.ts'
import { toInspect } from '../remedy.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { wholeOf } from '../whole-object.ts'
import type { Clue } from './clue.ts'

/**
 * That nothing uses the object any more, where its finalizer is known to stay for users alone: it was left on
 * (kubernetes-csi/external-provisioner#1507: the provisioner takes it off once, after a restore that succeeded).
 */
export function unused({ held, finalizer, context }: Case): Clue | undefined {
  const row = protectionOf(finalizer, held.ref.resource, context.catalogue.rows.inUse)
  if (row === undefined) return unnamed(held, finalizer, context)
  const users = usersOf(held, finalizer, context)
  if (users === undefined) return undefined
  if (users.objects.length > 0 || users.unreadable.length > 0) return undefined
  // One that is being deleted waits for it in turn, which then stays for what its controller has to clean up.
  if (row.users.some(each => each.by === 'object' && each.untilDeleted === true)) return undefined
  const types = row.users.flatMap(each => ('resource' in each && !each.resource.includes('*') ? [each.resource] : []))
  if (types.length === 0 || types.length < row.users.length) return undefined
  const what = `${held.ref.kind} ${held.ref.name}`
  const place = row.users.some(each => 'in' in each && each.in === 'any') ? ['-A'] : namespaceFlag(held.ref.namespace)
  return {
    key: `unused/${finalizer}`,
    isUnused: true,
    why: message('Unused', { object: what }),
    evidence: [{ fact: message('NoneUses', { resources: types, object: what, finalizer }), source: row.source }],
    remedy: toInspect(message('SeeThatNoneUses', { object: what }), [
      commandLine('kubectl', 'get', types.join(','), ...place),
    ]),
  }
}

const IN_USE = /in-?use/i

/**
 * The same where only the name of the finalizer says so, or the claim that it protects was never bound: no object of its
 * product has the name of the object anywhere (Kong/kong-operator#2629, kubernetes-sigs/vsphere-csi-driver#4128).
 */
function unnamed(held: StuckObject, finalizer: string, context: RuleContext): Clue | undefined {
  const { ref, type: own } = held
  const { facts } = context
  const isClaim = ref.resource === 'persistentvolumeclaims' && SAYS_IN_USE.test(finalizer)
  if (!IN_USE.test(finalizer) && !(isClaim && isUnbound(held, context))) return undefined
  const isOfProduct = (group: string) => group === own.group || isOfDomain(group, domainOf(finalizer))
  if ([...facts.unknownGroups].some(group => group === '*' || isOfProduct(group))) return undefined
  const types = facts.types.filter(type => isCustom({ type }) && isOfProduct(type.group) && type.kind !== own.kind)
  const texts = eachTogether(types, type => {
    const resource = resourceName(type)
    const list = facts.read({ about: 'list', resource })
    return list.state === 'known' ? once(facts, `text of ${resource}`, () => textOf(list.value)) : undefined
  })
  if (types.length === 0 || texts.some(text => text === undefined || text.includes(ref.name))) return undefined
  const groups = [...new Set(types.map(({ group }) => group))]
  const none = message('NoneNames', { groups, object: `${ref.kind} ${ref.name}`, finalizer })
  return {
    key: `unused/${finalizer}`,
    isUnused: true,
    why: none,
    evidence: [{ fact: none, source: 'metadata.finalizers' }],
    remedy: toInspect(message('SeeThatNoneUses', { object: `${ref.kind} ${ref.name}` }), [
      commandLine('kubectl', 'get', types.map(resourceName).join(','), '-A'),
    ]),
  }
}

/** All that they say, without the names of fields that every object has. */
function textOf(list: readonly KubeObject[]): string {
  return JSON.stringify(
    list.map(({ metadata: { name, labels, annotations }, ...rest }) => [name, labels, annotations, rest]),
  )
}

function isUnbound(held: StuckObject, context: RuleContext): boolean {
  const claim = wholeOf(held, context)
  return recordOf(claim?.status)?.phase === 'Pending' && recordOf(claim?.spec)?.volumeName === undefined
}
