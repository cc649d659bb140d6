import { resourceName } from '../../api/resource-type.ts'
import { filterTogether } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import { nothingCreated } from '../namespaces/teardown.ts'
import { namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import { existenceOf } from '../references/existence.ts'
import { namedMissing } from '../references/named-missing.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/** Advice that follows from the namespace of a denied object. */
export interface Lost {
  /** What it misses is gone, and cannot come back where it was. */
  readonly isCertain: boolean
  readonly asks: string
  /** Begins the sentence about the repair. */
  readonly aim: string
  readonly evidence: readonly Evidence[]
}

/**
 * What it says comes first: it works, and it may be right. In a namespace that is being deleted nothing that it wants can be
 * created, and what it misses went with the namespace when no other one has it.
 */
export function lostWithNamespace(held: StuckObject, why: string, context: RuleContext): Lost {
  const namespace = held.ref.resource === 'namespaces' ? held.ref.name : held.ref.namespace
  const aim = 'if it does not need to check what is being deleted, '
  if (namespace === undefined || namespaceBeingEmptied(namespace, context) === undefined) {
    return { isCertain: false, asks: asks(why), aim, evidence: [] }
  }
  const { apiVersion, kind } = held.ref
  const told = [{ fact: why, source: 'dry run' }]
  const named = namedMissing(told, { apiVersion, kind, metadata: held.meta }, held, context.facts).filter(
    ({ type, namespace: other = namespace }) => type.namespaced && other === namespace,
  )
  const [gone] = filterTogether(named, reference => existenceOf(reference, context) === 'absent')
  if (gone === undefined) {
    const evidence = [nothingCreated(namespace)]
    return {
      isCertain: false,
      asks: `${asks(why)}; what it wants in namespace ${namespace} cannot be created, because that is being deleted`,
      aim,
      evidence,
    }
  }
  const resource = resourceName(gone.type)
  return {
    isCertain: true,
    asks: `do not try what it asks for: ${gone.type.kind} ${gone.name} cannot be created in namespace ${namespace} again, because that is being deleted`,
    aim: '',
    evidence: [
      {
        fact: `${resource} "${gone.name}" is not found${gone.namespace === undefined ? ' in any namespace' : ''}`,
        source: resource,
      },
      nothingCreated(namespace),
    ],
  }
}

/** Of a webhook or a policy: it works, and it may be right. */
export function asks(why: string): string {
  return `read what it asks for, and do that if you can: ${why}`
}
