import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import { readWholes } from '../../cluster/read-wholes.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import type { Step } from '../../plan/outcome.ts'
import type { Reach } from '../../plan/reach.ts'
import { refusedSteps } from '../../plan/refused-steps.ts'
import type { Removal } from '../../plan/removal.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import { startCount } from '../scan-progress.ts'
import { planRemoval } from './plan-removal.ts'
import { permissionOf, type WriteRun } from './write-run.ts'

const CONCURRENT_PLANS = 8

export interface Planned {
  /** Those of which something may go. */
  readonly removals: readonly Removal[]
  /** What is known already: refused, or gone. */
  readonly steps: readonly Step[]
}

/** Which finalizers were named, of all objects or of each; none: those that have lost their controller. */
interface Wish {
  readonly finalizers: readonly string[] | ((object: DiagnosedObject) => readonly string[])
  /** They were named for a set, in which no object needs to have all of them. */
  readonly ofSet?: boolean
  /** The server cannot be asked yet. */
  readonly untried?: boolean
  /** Of everything that was looked at: the plan shows those that hold an object through others. */
  readonly causes?: readonly Cause[]
  /** How the user gets to the cluster of these objects, as their causes say already; absent: as this run did. */
  readonly reach?: Reach | undefined
}

/** Plans the removal for each object, several at once; what the guards refuse is reported and stops no other. */
export async function planAll(
  objects: readonly DiagnosedObject[],
  { finalizers, ofSet = false, untried = false, causes = [], reach }: Wish,
  run: WriteRun,
): Promise<Planned> {
  const { transport, ports } = run
  const { signal } = ports
  const permission = permissionOf(run)
  const way = reach ?? ports.aim
  const catalogue = await ports.catalogue()
  const byId = new Map(causes.map(cause => [cause.id, cause]))
  const count = await startCount(ports, 'asking', objects.length)
  const planned: (Removal | Step)[] = []
  try {
    // Where no dry run follows, nothing else would tell that one has gone since.
    const listed = untried ? [] : objects.map(({ held }) => held)
    const asRead = await readWholes(transport, listed, signal)
    await mapConcurrently(CONCURRENT_PLANS, objects, async (object, index) => {
      const request = {
        ...object,
        asRead: asRead.get(object.held.ref.uid),
        roots: rootsOf(object, byId),
        named: typeof finalizers === 'function' ? finalizers(object) : finalizers,
        ofSet,
        catalogue,
        untried,
        reach: way,
      }
      planned[index] = await planRemoval(request, { transport, permission, signal })
      count.next()
    })
  } finally {
    count.clear()
  }
  const removals = planned.filter(each => 'judged' in each)
  return {
    removals: removals.filter(({ allowed }) => allowed.length > 0),
    steps: planned.flatMap(each => ('judged' in each ? refusedSteps(each) : [each])),
  }
}

/** Causes that hold it, and not it itself. */
function rootsOf({ explained, causes }: DiagnosedObject, byId: ReadonlyMap<string, Cause>): readonly Cause[] {
  const own = new Set(causes.map(({ cause }) => cause.id))
  return explained.causes.flatMap(id => (own.has(id) ? [] : (byId.get(id) ?? [])))
}
