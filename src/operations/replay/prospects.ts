import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import { alone } from '../../diagnosis/alone.ts'
import { eachTogether, together } from '../../diagnosis/answered.ts'
import { prospectOf } from '../../diagnosis/prospect.ts'
import { heldOf } from '../../diagnosis/stuck-object.ts'
import { foreseeForce } from '../../plan/ordered/foresee-force.ts'
import type { LiveObject, Outlook } from '../../plan/ordered/live-groups.ts'
import { askUntilKnown } from '../inspect/ask-until-known.ts'
import { permissionOf } from '../write/write-run.ts'
import type { ReplayRun } from './request.ts'

/**
 * What is to be expected of the finalizers of every object, by cluster; for those in `forced` also what the guards say
 * to their removal. Rejects with ApiFailure.
 */
export async function readProspects(
  all: readonly LiveObject[],
  forced: ReadonlySet<LiveObject>,
  run: ReplayRun,
): Promise<(object: LiveObject) => readonly Outlook[]> {
  const { aim, clock, signal } = run.ports
  const permission = permissionOf(run)
  const catalogue = await run.ports.catalogue()
  const objects = all.filter(({ meta }) => (meta.finalizers ?? []).length > 0)
  const found = new Map<LiveObject, readonly Outlook[]>()
  for (const [name, own] of Map.groupBy(objects, ({ cluster }) => cluster.name)) {
    const open = run.clusters.get(name)!
    const reach = open.reach ?? aim
    const held = own.map(({ type, meta }) => heldOf(type, meta))
    const source = { ...open, pageSize: DEFAULT_PAGE_SIZE, signal }
    const { answer } = await askUntilKnown(source, clock.now(), facts =>
      eachTogether([...held.entries()], ([index, each]) => {
        const context = alone(each, facts, catalogue)
        const isForced = forced.has(own[index]!)
        return eachTogether(each.finalizers, ({ name }): readonly Outlook[] => {
          const [prospect, refusals] = together(
            () => prospectOf(each, name, context),
            () => (isForced ? foreseeForce(each, name, context, permission, reach) : undefined),
          )
          return prospect === undefined ? [] : [{ prospect, forced: refusals }]
        }).flat()
      }),
    )
    for (const [index, object] of own.entries()) found.set(object, answer[index]!)
  }
  return object => found.get(object) ?? []
}
