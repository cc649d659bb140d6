import { DEFINITIONS } from '../../api/definitions.ts'
import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { holdersOf, isHeldBy } from '../controller/holders.ts'
import type { Facts } from '../facts.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { typeOfWorkload, type Workload, workloadsOf } from '../workloads/workloads.ts'
import type { Other } from './foreseen.ts'
import { type Management, managementsOf } from './marks.ts'
import type { Reached } from './reach.ts'

type Reach = ReadonlyMap<string, Reached>

/**
 * What a deletion reaches, or breaks, that belongs to others than the targets: by the marks of tools on both, and by
 * other installs of an operator whose CRD is named. Content of a namespace goes with it, whoever manages it.
 */
export function othersOf(
  reach: Reach,
  context: RuleContext,
  served: ReadonlySet<string> = new Set(),
): readonly Other[] {
  const all = [...reach.values()]
  const isNamed = ({ why, held }: Reached): boolean => why === 'Target' && !served.has(held.ref.uid)
  const targets = all.filter(isNamed).map(({ held }) => held)
  const spaces = new Set(targets.filter(({ ref }) => ref.resource === 'namespaces').map(({ ref }) => ref.name))
  const isInside = ({ ref }: StuckObject): boolean => ref.namespace !== undefined && spaces.has(ref.namespace)
  const inside = spaces.size === 0 ? [] : all.flatMap(({ held }) => (isInside(held) ? [held] : []))
  // Whoever may write in a namespace that goes could put the mark of others on something in it.
  const ofOthers = objectsOfOthers(
    all.filter(each => !isNamed(each)),
    keysOf(targets),
    isInside,
  )
  return [...definitionsOfOthers(targets, inside), ...ofOthers, ...otherInstalls(targets, reach, context)]
}

function keysOf(held: readonly StuckObject[]): ReadonlySet<string> {
  return new Set(held.flatMap(({ meta }) => managementsOf(meta, { weak: true }).map(({ text }) => text)))
}

/** A CRD of another install than all other targets with marks. Whose its instances are says nothing about it. */
function definitionsOfOthers(targets: readonly StuckObject[], inside: readonly StuckObject[]): readonly Other[] {
  const isDefinition = ({ ref }: StuckObject): boolean => ref.resource === DEFINITIONS
  const definitions = targets.filter(isDefinition)
  const instances = new Set(definitions.map(({ ref }) => ref.name))
  const rest = keysOf([...targets, ...inside].filter(held => !isDefinition(held) && !instances.has(held.ref.resource)))
  if (rest.size === 0) return []
  return definitions.flatMap(({ ref, meta }) => {
    const marks = managementsOf(meta, { weak: true })
    const [first] = marks
    const isOurs = first === undefined || marks.some(mark => rest.has(mark.text))
    return isOurs ? [] : [{ ref, of: ref, by: { is: 'Management', ...first } } as const]
  })
}

function objectsOfOthers(
  all: readonly Reached[],
  own: ReadonlySet<string>,
  isInside: (held: StuckObject) => boolean,
): readonly Other[] {
  const told = new Map<string, Other>()
  for (const { held, why, of } of all) {
    const { labels, annotations } = held.meta
    if (labels === undefined && annotations === undefined) continue
    if (why === 'NodePod' || why === 'Volume' || told.has(of.uid)) continue
    const marks = marksThatCount(held, why, isInside(held))
    const [first] = marks
    if (first === undefined || marks.some(mark => own.has(mark.text))) continue
    told.set(held.ref.uid, { ref: held.ref, of, by: { is: 'Management', ...first } })
  }
  return [...told.values()]
}

/**
 * Dependents have labels of whoever made them, so only marks of tools count there. In a namespace that goes as a whole,
 * only a release that is kept in another one counts: GitOps always is in another.
 */
function marksThatCount({ ref, meta }: StuckObject, why: Reached['why'], isInside: boolean): readonly Management[] {
  const marks = managementsOf(meta, { weak: why === 'Instance' || why === 'Target' })
  if (!isInside) return marks
  const here = marks.some(
    ({ isGitOps, namespace }) => isGitOps || namespace === undefined || namespace === ref.namespace,
  )
  return here ? [] : marks
}

/** Workloads that stay, run an image of one in reach, and may change objects of a CRD that is named. */
function otherInstalls(targets: readonly StuckObject[], reach: Reach, { facts }: RuleContext): readonly Other[] {
  const definitions = targets.filter(({ ref }) => ref.resource === DEFINITIONS)
  const runs = [...reach.values()].some(({ held }) => WORKLOADS.has(held.ref.resource))
  if (definitions.length === 0 || !runs) return []
  const { all } = workloadsOf(facts)
  const isReached = ({ object }: Workload): boolean => reach.has(object.metadata.uid)
  const images = new Set(all.filter(isReached).flatMap(imagesOf))
  const alike = all.filter(each => !isReached(each) && imagesOf(each).some(image => images.has(image)))
  if (alike.length === 0) return []
  return definitions.flatMap(({ ref }) => {
    const type = facts.types.find(each => resourceName(each) === ref.name)
    const holders = type === undefined ? [] : holdersOf(facts, { ...type, namespace: undefined }).holders
    const told = holders.filter(({ grant }) => grant !== 'wildcard')
    return alike
      .filter(workload => told.some(holder => isHeldBy(holder, workload)))
      .flatMap(workload => installOf(workload, ref, facts))
  })
}

function installOf(workload: Workload, of: ObjectRef, facts: Facts): readonly Other[] {
  const type = typeOfWorkload(workload, facts)
  return type === undefined ? [] : [{ ref: refOf(type, workload.object.metadata), of, by: { is: 'Install' } }]
}

const WORKLOADS: ReadonlySet<string> = new Set(['deployments.apps', 'statefulsets.apps', 'daemonsets.apps', 'pods'])

/** Repositories, without tag and digest: two installs may be of two versions. */
function imagesOf({ containers }: Workload): readonly string[] {
  return containers.map(({ image }) => withoutTag(image.split('@')[0]!)).filter(image => image !== '')
}

/** A colon before the last slash is that of a port. */
function withoutTag(image: string): string {
  const colon = image.lastIndexOf(':')
  return colon > image.lastIndexOf('/') ? image.slice(0, colon) : image
}
