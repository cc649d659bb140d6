import { cut, empty, garbage, hang, html, type NamedFault, plain, reset, shape, stall, status } from '../rig/faults.ts'
import type { Seen } from '../rig/faulty-server.ts'
import { keyOf, type Point } from './points.ts'
import type { Plan, Trial } from './trial.ts'

/** All that can stand in the way of an answer, or be one that is none. */
export const OF_READS: readonly NamedFault[] = [
  ...[401, 403, 404, 409, 410, 429, 500, 503, 504].map(code => status(code)),
  status(429, { retryAfter: 1 }),
  status(503, { retryAfter: 1 }),
  html(502),
  html(520),
  html(200),
  plain(404),
  empty(200),
  empty(500),
  ...['{}', 'null', '[]', '{"items":null}', '{"items":{}}', '{"kind":"Status"}'].map(shape),
  garbage,
  reset,
  cut,
  hang,
  stall,
]

/** What hangs is given up soon. */
const SOON = ['--request-timeout', '2s']

/** Each fault at each of the requests, always; what may pass also once. */
export function readPlans(points: readonly Point[], faults: readonly NamedFault[] = OF_READS): readonly Plan[] {
  return points.flatMap(point =>
    faults.flatMap(fault => {
      const passes = [reset, cut].includes(fault) || fault.name.includes('Retry-After')
      const extents = passes ? (['each', 'once'] as const) : (['each'] as const)
      return extents.map((extent): Plan => ({ point, fault, extent, format: 'json', words: SOON }))
    }),
  )
}

/** The lists of which no answer came that was not tampered with. */
export function unreadLists({ requests, scene }: Trial): readonly string[] {
  const lists = requests.filter(({ query }) => query.has('limit'))
  const key = (seen: Seen): string => `${keyOf(seen, scene.place)} ${seen.query.get('continue') ?? ''}`
  const read = new Set(lists.filter(({ isFaulty, real }) => !isFaulty && real?.status === 200).map(key))
  return [...new Set(lists.map(key).filter(each => !read.has(each)))]
}
