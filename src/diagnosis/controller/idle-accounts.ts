import type { Unreadable } from '../../api/terminating.ts'
import { isTrusted } from '../author.ts'
import { type Facts, once } from '../facts.ts'
import { closedNamespace } from '../namespaces/terminating-namespaces.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { workloadsOf } from '../workloads/workloads.ts'
import { type Holder, isHeldBy } from './holders.ts'
import { type Identity, isRival } from './identity.ts'
import { overlaps, wordsOf } from './kinship.ts'
import { isForType } from './rbac-grants.ts'

/** Of a long-lived token's Secret: the day on which the API server saw it used last, from Kubernetes 1.27 on. */
const LAST_USED = 'kubernetes.io/legacy-token-last-used'
const ACCOUNT = 'kubernetes.io/service-account.name'
/** The day is that of the first use: until the end of the next one it may be in use all the time. */
const DAYS_MS = 2 * 86_400_000

/** Accounts as which no workload runs, told by whether somebody outside of the cluster may use them. */
export interface IdleAccounts {
  readonly idle: readonly Holder[]
  /** Their token was used lately: that of an operator outside of the cluster would be. */
  readonly used: readonly Holder[]
  readonly unread: readonly Unreadable[]
}

/** Looks at the Secrets of their tokens, metadata only. */
export function idleAccounts(accounts: readonly Holder[], facts: Facts): IdleAccounts {
  const key = accounts.map(({ namespace, name, binding }) => `${namespace}/${name} ${binding}`)
  return once(facts, `idle accounts ${key.join()}`, () => look(accounts, facts))
}

function look(accounts: readonly Holder[], facts: Facts): IdleAccounts {
  const places = [...new Set(accounts.map(({ namespace }) => namespace))]
  const lists = new Map(
    places.map(namespace => [namespace, facts.read({ about: 'metadata', resource: 'secrets', namespace })]),
  )
  const isUsed = ({ namespace, name }: Holder): boolean => {
    const secrets = lists.get(namespace)
    if (secrets?.state !== 'known') return false
    return secrets.value.some(({ labels, annotations }) => {
      const isOwn = annotations?.[ACCOUNT] !== undefined && (name === '*' || annotations[ACCOUNT] === name)
      const used = Date.parse(labels?.[LAST_USED] ?? '')
      return isOwn && facts.now.getTime() - used < DAYS_MS
    })
  }
  return {
    idle: accounts.filter(account => !isUsed(account)),
    used: accounts.filter(isUsed),
    unread: [...lists.values()].flatMap(list => (list.state === 'unreadable' ? [list.why] : [])),
  }
}

/** Whether anything that runs has one of these accounts. */
export function isAnyUsed(accounts: readonly Holder[], facts: Facts): boolean {
  return workloadsOf(facts).all.some(workload => accounts.some(account => isHeldBy(account, workload)))
}

const MAX_ACCOUNTS = 5

export function goneAccounts(accounts: readonly Holder[], facts: Facts): readonly Holder[] {
  const asked = accounts.filter(({ name }) => name !== '*').slice(0, MAX_ACCOUNTS)
  const found = asked.map(({ namespace, name }) =>
    facts.read({ about: 'existence', resource: 'serviceaccounts', namespace, name }),
  )
  return asked.filter((_, index) => found[index]!.state === 'absent')
}

/**
 * Accounts that went with the object's own namespace, which is being deleted, and that something cluster-scoped lets
 * change the type: a controller that ran there is not made again (kubeshop/kusk-gateway#599). They are of the product
 * by their names or by those of what gives them the right. As a pipeline has a mere right too, it takes more than that
 * one of these went: nothing may watch the type.
 */
export function goneWithNamespace(
  { holders, words }: { readonly holders: readonly Holder[]; readonly words: ReadonlySet<string> },
  identity: Identity,
  { ref: { namespace } }: StuckObject,
  context: RuleContext,
): readonly Holder[] {
  if (closedNamespace(namespace, context) === undefined) return []
  const isKin = ({ name, role, binding }: Holder) =>
    overlaps(wordsOf(name, role, binding), words) && !isRival([name, role, binding], identity)
  const isItsOwn = (each: Holder) => each.namespace === namespace && isTrusted(each) && isForType(each.grant)
  return goneAccounts(holders.filter(isKin).filter(isItsOwn), context.facts)
}
