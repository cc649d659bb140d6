import type { KubeObject } from '../../api/object.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { readHeld } from '../object-of.ts'
import { once } from '../once.ts'
import { targetKey } from '../references/reference.ts'
import { referencesOf } from '../references/references.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

const DEEPEST = 6
/** What stands there is chosen by labels, whose keys may be called after a kind, and names nothing. */
const OF_LABELS = /selector$|labels?$|annotations$|matchExpressions/i

/**
 * The objects of a list (`key` tells it from others) that name an object in their spec: by a reference, or by a field
 * called after its kind (`ipPool: a`, `pools: [{name: a}]`, `poolName: a` of an IPPool).
 */
export function usersIn(
  list: readonly KubeObject[],
  key: string,
  { ref, type }: StuckObject,
  context: RuleContext,
): readonly KubeObject[] {
  const byName = once(context.facts, `named by ${key}`, () => index(list, context))
  const own = targetKey({ type, ...ref })
  const fields = fieldsFor(type)
  const found = (byName.get(ref.name) ?? []).filter(({ target, field, kind }) => {
    if (target !== undefined) return target === own
    return kind === ref.kind && type.group === '' ? true : fields.has(field!) && (kind ?? ref.kind) === ref.kind
  })
  return [...new Set(found.map(({ user }) => user))]
}

interface Naming {
  readonly user: KubeObject
  /** Of a reference whose type is certain. */
  readonly target?: string
  /** Else the field, as `calledAfter` writes it, and the kind beside the name. */
  readonly field?: string
  readonly kind?: string | undefined
}

function index(list: readonly KubeObject[], context: RuleContext): ReadonlyMap<string, readonly Naming[]> {
  const byName = new Map<string, Naming[]>()
  const add = (name: string, naming: Naming): void => {
    const same = byName.get(name)
    if (same === undefined) byName.set(name, [naming])
    else same.push(naming)
  }
  for (const user of list) {
    const as = readHeld(user, context)
    if (as === undefined) continue
    for (const each of referencesOf(as, user, context)) add(each.name, { user, target: targetKey(each) })
    collect(user.spec, '', 0, (field, name, kind) => add(name, { user, field, kind }))
    // Who selects its users by a label has the name there: `svc.example.com/store: gold`.
    for (const [key, name] of Object.entries(user.metadata.labels ?? {})) {
      const [domain = '', field] = key.split('/')
      if (field !== undefined && as.type.group.endsWith(domain)) add(name, { user, field: calledAfter(field) })
    }
  }
  return byName
}

type Found = (field: string, name: string, kind: string | undefined) => void

function collect(value: unknown, field: string, depth: number, found: Found): void {
  if (typeof value === 'string') found(field, value, undefined)
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return
  if (Array.isArray(value)) {
    for (const each of value) collect(each, field, depth + 1, found)
    return
  }
  const { name, kind } = value as { name?: unknown; kind?: unknown }
  if (typeof name === 'string') found(field, name, typeof kind === 'string' ? kind : undefined)
  for (const [inner, each] of Object.entries(value)) {
    if (!OF_LABELS.test(inner)) collect(each, calledAfter(inner), depth + 1, found)
  }
}

/** `poolRefs`, `poolName`, `pools`: all `pool`. */
function calledAfter(field: string): string {
  return field
    .replace(/(Refs?|Names?)$/, '')
    .toLowerCase()
    .replace(/s$/, '')
}

/**
 * The fields called after a kind, or after its end: `ippool` and `pool` for an IPPool, `pgcluster` for a
 * PerconaPGCluster, `shelves` for a Shelf, `pvc` for a claim.
 */
function fieldsFor({ kind, plural, group, shortNames }: ResourceType): ReadonlySet<string> {
  const words = kind.match(/[A-Z]+(?![a-z])|[A-Z][a-z]+/g) ?? []
  const ends = kind.endsWith(words.at(-1) ?? '') ? words.map((_, at) => words.slice(at).join('')) : []
  const short = group === '' ? shortNames : []
  return new Set([kind, ...ends, plural, ...short].map(word => word.toLowerCase().replace(/s$/, '')))
}
