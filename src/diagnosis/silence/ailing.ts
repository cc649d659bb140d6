import type { KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { illsOf } from '../../statements/ills.ts'
import { recordOf } from '../../statements/statement.ts'
import { eachTogether } from '../answered.ts'
import { toInspect } from '../explanation.ts'
import { referencesOf } from '../references/references.ts'
import { describeCommand } from '../shell-quote.ts'
import { isCustom, type RuleContext, readHeld, type StuckObject } from '../stuck-object.ts'
import type { Clue } from './clue.ts'
import { MAX_TYPES } from './users.ts'

/** What the object names is asked, and what that names. */
const MAX_STEPS = 2
const MAX_FACTS = 3

/**
 * A custom resource that the object names, or that one of those names, says of itself that it is unhealthy or stopped:
 * a storage location is unavailable, a cluster hibernates. Whether that stops the deletion is not known.
 */
export function ailing(held: StuckObject, whole: KubeObject | undefined, context: RuleContext): Clue | undefined {
  let from: readonly Naming[] = whole === undefined ? [] : [{ held, object: whole, said: 'it' }]
  for (let step = 0; step < MAX_STEPS; step++) {
    const named = from.flatMap(each => namedBy(each, context)).filter(each => each.held.ref.uid !== held.ref.uid)
    const ill = named.find(
      each => each.object.metadata.deletionTimestamp === undefined && illsOf(each.object).length > 0,
    )
    if (ill !== undefined) return clueOfAiling(ill)
    from = named
  }
  return undefined
}

/** An object, and what it is called where it names another. */
export interface Naming {
  readonly held: StuckObject
  readonly object: KubeObject
  readonly said: string
}

interface Named extends Naming {
  readonly path: string
  readonly by: string
}

function clueOfAiling({ held: { ref }, object, path, by }: Named): Clue {
  const what = `${ref.kind} ${ref.name}`
  return {
    key: `ailing/${ref.uid}`,
    why: message('NamedIsAiling', { object: what, by }),
    evidence: illsOf(object)
      .slice(0, MAX_FACTS)
      .map(fact => factFrom(ref.resource, 'NamedReports', { object: what, by, path, text: fact })),
    remedy: toInspect(message('FixWhatIsAiling', { object: what }), [describeCommand(ref)]),
  }
}

/** What else there is of a product under a name that the spec has, one list a type and namespace for all who ask. */
export function namedBy({ held, object, said }: Naming, context: RuleContext): readonly Named[] {
  const references = [...referencesOf(held, object, context), ...calledAfterEnd(held, object, context)]
  const named = eachTogether(references, ({ type, namespace, name, path }): readonly Named[] => {
    if (!isCustom({ type }) || !type.verbs.includes('list') || (type.namespaced && namespace === undefined)) return []
    const list = context.facts.read({ about: 'list', resource: resourceName(type), namespace })
    const found = list.state === 'known' ? list.value.find(({ metadata }) => metadata.name === name) : undefined
    const other = found === undefined ? undefined : readHeld(found, context)
    if (found === undefined || other === undefined) return []
    return [{ held: other, object: found, said: `${other.ref.kind} ${name}`, path, by: said }]
  })
  return named.flat()
}

const SHORTEST = 4

/** `storageLocation: default` of a product with one kind that ends so; `clusterName`, without such a kind, of any. */
function calledAfterEnd({ ref, type }: StuckObject, { spec }: KubeObject, { facts }: RuleContext) {
  return Object.entries(recordOf(spec) ?? {}).flatMap(([field, value]) => {
    const called = field.replace(/(Ref|Name)$/, '').toLowerCase()
    if (typeof value !== 'string' || value === '' || called.length < SHORTEST) return []
    const same = facts.types.filter(each => each.group === type.group)
    const ending = same.filter(each => each.kind.toLowerCase().endsWith(called))
    if (new Set(ending.map(resourceName)).size > 1) return []
    const others = ending.length === 0 && called === 'cluster' && same.length <= MAX_TYPES ? same : ending
    const named = { name: value, path: `spec.${field}` }
    return others
      .filter(other => resourceName(other) !== ref.resource)
      .map(other => ({ ...named, type: other, namespace: other.namespaced ? ref.namespace : undefined }))
  })
}
