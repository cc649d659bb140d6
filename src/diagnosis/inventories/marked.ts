import type { Marks } from '../catalogue/inventories.ts'
import { once } from '../once.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/** The terminating objects whose marks name an object as their maker. All are in the survey: nothing more is read. */
export function markedBy(held: StuckObject, marks: Marks, { facts, terminating }: RuleContext): readonly StuckObject[] {
  const byMaker = once(facts, `marked by ${JSON.stringify(marks)}`, () => {
    return Map.groupBy(terminating.values(), each => makerOf(each, marks))
  })
  const { namespace, name } = held.ref
  // Argo CD writes the namespace only where it is not its own.
  return [`${namespace ?? ''}/${name}`, ...('trackingId' in marks ? [name] : [])].flatMap(
    maker => byMaker.get(maker) ?? [],
  )
}

/** `namespace/name`, or `name` alone, of who made an object; undefined where it has no such mark, or a copied one. */
function makerOf({ ref, type, meta }: StuckObject, marks: Marks): string | undefined {
  if ('name' in marks) {
    const [name, namespace] = [meta.labels?.[marks.name], meta.labels?.[marks.namespace]]
    return name === undefined || namespace === undefined ? undefined : `${namespace}/${name}`
  }
  const [maker, kind, place] = meta.annotations?.[marks.trackingId]?.split(':') ?? []
  const isItsOwn = kind === `${type.group}/${type.kind}` && place?.split('/').at(-1) === ref.name
  return isItsOwn ? maker?.replace('_', '/') : undefined
}
