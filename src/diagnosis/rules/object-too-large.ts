import { itemsOf } from '../../api/fact.ts'
import { message } from '../../messages/sentence.ts'
import { claims } from '../../statements/claims.ts'
import type { Evidence } from '../explanation.ts'
import { once } from '../facts.ts'
import { deletionErrors, namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import { type Bulk, bulkEvidence, bulkOf, shrink } from '../object-size.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'

/**
 * CleanupFailing of an object that is as large as etcd accepts: its deletionTimestamp no longer fits, so it cannot be
 * deleted. A dry run never reaches etcd; the namespace controller reports the error without the object: its size tells.
 */
export function objectTooLarge(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const { ref } = held
  const namespace = namespaceBeingEmptied(ref.namespace, context)
  if (namespace === undefined || held.meta.deletionTimestamp !== undefined) return []
  const [found] = tooLargeIn(namespace, context).filter(each => each.held.ref.uid === ref.uid)
  if (found === undefined) return []
  const { bulk } = found
  return [
    blocker('stuck', {
      key: `CleanupFailing/size/${ref.uid}`,
      subject: ref,
      summary: message('ObjectTooLarge', { object: `${ref.kind} ${ref.name}` }),
      evidence: [...errorsOfSize(namespace, context), bulkEvidence({ ref, bulk })],
      remedies: () => [shrink(held, bulk, context.facts)],
    }),
  ]
}

type TooLarge = { readonly held: StuckObject; readonly bulk: Bulk }

/** What is left in a namespace, not deleted yet and near a limit, while its controller reports such an error. */
export function tooLargeIn(namespace: StuckObject, context: RuleContext): readonly TooLarge[] {
  const { facts } = context
  return once(facts, `too large in ${namespace.ref.name}`, () => {
    if (errorsOfSize(namespace, context).length === 0) return []
    const left = context.contentOf(namespace.ref.name).held.filter(({ meta }) => meta.deletionTimestamp === undefined)
    return [...Map.groupBy(left, ({ ref }) => ref.resource)].flatMap(([resource, some]) => {
      const list = facts.read({ about: 'list', resource, namespace: namespace.ref.name })
      const wholes = itemsOf(list)
      const bulks = new Map(wholes.map(whole => [whole.metadata.uid, bulkOf(whole)]))
      return some.flatMap(held => {
        const bulk = bulks.get(held.ref.uid)
        return bulk === undefined ? [] : [{ held, bulk }]
      })
    })
  })
}

function errorsOfSize(namespace: StuckObject, context: RuleContext): readonly Evidence[] {
  const errors = deletionErrors(namespace, context) ?? []
  return errors.map(({ message: words }) => ({ fact: words, source: 'namespaces' })).filter(claims('too large'))
}
