import type { Seen } from '../rig/faulty-server.ts'

/** One request of a run, by what it asks for and how often that was asked for before: the same one in each such run. */
export interface Point {
  readonly key: string
  /** From 0 on. */
  readonly occurrence: number
  readonly isWrite: boolean
  /** A change was sent before it, or is sent by it. */
  readonly isLate: boolean
}

/** How many of a row of lists are stepped on: they are asked at once, and none is another than the next. */
const OF_A_ROW = 3
/** How many of the looks at one thing that follow each other while it is waited for. */
const OF_A_WAIT = 2

/** What a request asks for, in words that are the same in a run about another place. */
export function keyOf({ method, path, query, isWrite }: Seen, place: string): string {
  const dry = method !== 'GET' && !isWrite ? ' (dry run)' : ''
  const list = query.has('limit') ? ' (list)' : ''
  return `${method} ${path.replaceAll(place, 'NS')}${dry}${list}`
}

/**
 * The requests of a run that are to be stepped on: each one; of a row of lists the first, one in the middle, the last; of a
 * wait the first looks.
 */
export function pointsOf(requests: readonly Seen[], place: string, ofARow = OF_A_ROW): readonly Point[] {
  const counts = new Map<string, number>()
  let isLate = false
  const all = requests.map(seen => {
    const key = keyOf(seen, place)
    const occurrence = counts.get(key) ?? 0
    counts.set(key, occurrence + 1)
    isLate ||= seen.isWrite
    return { point: { key, occurrence, isWrite: seen.isWrite, isLate }, isList: seen.query.has('limit') }
  })
  const chosen: Point[] = []
  for (let from = 0; from < all.length; ) {
    let to = from + 1
    while (all[from]!.isList && all[to]?.isList) to++
    while (!all[from]!.isList && all[to]?.point.key === all[from]!.point.key) to++
    const row = all.slice(from, to).map(({ point }) => point)
    if (!all[from]!.isList) chosen.push(...row.slice(0, OF_A_WAIT))
    else chosen.push(...(row.length <= ofARow ? row : [row[0]!, row[Math.floor(row.length / 2)]!, row.at(-1)!]))
    from = to
  }
  return chosen
}
