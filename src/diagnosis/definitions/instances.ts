import { CRD_CLEANUP } from '../../api/builtin-finalizers.ts'
import { DEFINITIONS } from '../../api/definitions.ts'
import type { Fact } from '../../api/fact.ts'
import { resourceName } from '../../api/resource-type.ts'
import { once } from '../facts.ts'
import { heldNow, type RuleContext, type StuckObject } from '../stuck-object.ts'

/** Whether an object is a CRD that the API server has to empty of its instances. */
export function isBeingCleaned({ ref, meta }: StuckObject): boolean {
  return (
    ref.resource === DEFINITIONS &&
    meta.deletionTimestamp !== undefined &&
    (meta.finalizers ?? []).includes(CRD_CLEANUP)
  )
}

/** The CRD of this object if it is being deleted with its instances. Its name is the resource of its instances. */
export function definitionBeingCleaned(instance: StuckObject, context: RuleContext): StuckObject | undefined {
  const byName = once(
    context.facts,
    'definitions being cleaned',
    () => new Map([...context.terminating.values()].filter(isBeingCleaned).map(held => [held.ref.name, held])),
  )
  return byName.get(instance.ref.resource)
}

/** All instances of a CRD, terminating or not; before a deletion those that would be left. */
export function instancesOf(definition: StuckObject, context: RuleContext): Fact<readonly StuckObject[]> {
  const { facts } = context
  const resource = definition.ref.name
  const left = context.instancesOf?.(resource)
  if (left !== undefined) return { state: 'known', value: left }
  const list = facts.read({ about: 'list', resource })
  const type = facts.types.find(each => resourceName(each) === resource)
  if (list.state === 'unreadable') return { ...list, part: undefined }
  if (list.state !== 'known' || type === undefined) return list.state === 'known' ? { state: 'absent' } : list
  const held = list.value.map(({ metadata }) => heldNow(type, metadata, context))
  return { state: 'known', value: held }
}
