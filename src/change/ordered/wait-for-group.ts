import { codeOf } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { objectPath } from '../../api/path.ts'
import { ONLY_METADATA } from '../../cluster/metadata-accept.ts'
import { readJson } from '../../cluster/transport/read.ts'
import type { LiveObject } from './live-groups.ts'
import type { GroupProgress, OrderedTools } from './ordered-tools.ts'

/** Nothing moved for so long, in seconds: time to find out why. */
const PATIENCE_SECONDS = 10

export interface Waited {
  readonly gone: readonly LiveObject[]
  /** Of their names others are there now, with another uid: somebody makes them anew. */
  readonly recreated: readonly LiveObject[]
  readonly left: readonly LiveObject[]
}

/**
 * Waits until every object is gone by uid (404, or another uid under the name), the deadline passes, or the user
 * interrupts. An object that cannot be looked at is still there.
 */
export async function waitForGroup(
  objects: readonly LiveObject[],
  place: Pick<GroupProgress, 'group' | 'groups'>,
  tools: OrderedTools,
): Promise<Waited> {
  const gone: LiveObject[] = []
  const recreated: LiveObject[] = []
  let left = objects
  let why: ReadonlyMap<string, string> = new Map()
  let moved = tools.clock.now().getTime()
  for (;;) {
    const looks = await Promise.all(left.map(async object => ({ object, state: await stateOf(object) })))
    const went = looks.filter(({ state }) => state !== 'there')
    gone.push(...went.map(({ object }) => object))
    recreated.push(...went.filter(({ state }) => state === 'recreated').map(({ object }) => object))
    left = looks.filter(({ state }) => state === 'there').map(({ object }) => object)
    const now = tools.clock.now()
    if (went.length > 0) moved = now.getTime()
    const stands = now.getTime() - moved >= PATIENCE_SECONDS * 1000 && why.size === 0 && left.length > 0
    if (stands) why = await tools.explain(left)
    if (went.length > 0 || stands) {
      const progress = { gone: gone.length, objects: objects.length, went: went.map(({ object }) => object), left, why }
      tools.report({ ...place, ...progress })
    }
    if (left.length === 0 || now >= tools.deadline || tools.signal.aborted) return { gone, recreated, left }
    const rest = (tools.deadline.getTime() - now.getTime()) / 1000
    await tools.clock.sleep(Math.min(tools.pollSeconds, rest), tools.signal)
  }
}

async function stateOf({ cluster, type, ref }: LiveObject): Promise<'there' | 'gone' | 'recreated'> {
  try {
    const { body } = await readJson(cluster.transport, {
      method: 'GET',
      path: objectPath(type, ref.name, ref.namespace),
      headers: { accept: ONLY_METADATA },
    })
    return (body as KubeObject).metadata.uid === ref.uid ? 'there' : 'recreated'
  } catch (error) {
    return codeOf(error) === 404 ? 'gone' : 'there'
  }
}
