import { namespaceOf } from '../explanation-head.ts'
import type { ExplainedObject } from '../words/explanation.ts'

/** Objects that are drawn as one node, in their order. */
export type Fold = readonly ExplainedObject[]

/** What a fold may join: ever more, until the picture is small enough to be read. */
export type FoldLevel = 'apart' | 'alike' | 'kind' | 'namespaces' | 'causes' | 'verdicts'

/** So many alike are drawn as one. */
const FOLDED_FROM = 3
/** How far along the chains two objects have to look the same, to be drawn as one. */
const REFINEMENTS = 6

/**
 * The objects in folds. `apart`: each by itself. `alike`: of one type in one namespace, held by the same causes, and
 * with chains that look the same. `kind`: with any chains. `namespaces`: of several namespaces too. `causes`: held by
 * any causes. `verdicts`: of any type, so that a few are left of any number.
 */
export function foldObjects(
  objects: readonly ExplainedObject[],
  level: FoldLevel,
  directCauses: ReadonlyMap<string, readonly string[]>,
): readonly Fold[] {
  if (level === 'apart') return objects.map(object => [object])
  const joinsCauses = level === 'causes' || level === 'verdicts'
  const ofKind = ({ ref, verdict, deletionTimestamp }: ExplainedObject): string =>
    JSON.stringify([
      level === 'namespaces' || joinsCauses ? undefined : namespaceOf(ref),
      ...(level === 'verdicts' ? [] : [ref.apiVersion, ref.kind]),
      verdict,
      deletionTimestamp === undefined,
      joinsCauses ? undefined : (directCauses.get(ref.uid) ?? []),
    ])
  const kinds = numbered(objects, ofKind)
  const classes = level === 'alike' ? refined(objects, kinds) : kinds
  return [...Map.groupBy(objects, object => classes.get(object.ref.uid)).values()].flatMap(same =>
    level === 'alike' && same.length < FOLDED_FROM ? same.map(object => [object]) : [same],
  )
}

type Classes = ReadonlyMap<string, number>

function numbered(objects: readonly ExplainedObject[], keyOf: (object: ExplainedObject) => string): Classes {
  const numbers = new Map<string, number>()
  return new Map(
    objects.map(object => {
      const key = keyOf(object)
      const number = numbers.get(key) ?? numbers.size
      numbers.set(key, number)
      return [object.ref.uid, number]
    }),
  )
}

/** Splits the classes by what their objects wait for and what waits for them, each time a step further along. */
function refined(objects: readonly ExplainedObject[], kinds: Classes): Classes {
  const waits = objects.flatMap(({ ref, waitingFor }) =>
    waitingFor.map(({ ref: other, reason }) => ({ uid: ref.uid, other: other.uid, reason })),
  )
  const waiters = Map.groupBy(waits, ({ other }) => other)
  let classes = kinds
  for (let step = 0; step < REFINEMENTS; step++) {
    const seen = (others: readonly { readonly uid: string; readonly reason: string }[]): string[] =>
      [...new Set(others.map(({ uid, reason }) => `${reason} ${classes.get(uid)}`))].toSorted()
    const next = numbered(objects, ({ ref, waitingFor }) =>
      JSON.stringify([
        classes.get(ref.uid),
        seen(waitingFor.map(({ ref: other, reason }) => ({ uid: other.uid, reason }))),
        seen(waiters.get(ref.uid) ?? []),
      ]),
    )
    if (countOf(next) === countOf(classes)) return next
    classes = next
  }
  return classes
}

const countOf = (classes: Classes): number => new Set(classes.values()).size
