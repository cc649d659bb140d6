import type dagre from '@dagrejs/dagre'
import { type Box, isBeside, isCrossed, type Point } from './box.ts'
import type { Edge } from './picture.ts'
import { edgeText } from './words.ts'

/** What dagre lays out, and where it says what stands. */
export type Graph = InstanceType<typeof dagre.graphlib.Graph>

/** An edge as it is drawn, and the middle of its words. */
export interface Line {
  readonly edge: Edge
  readonly points: readonly Point[]
  readonly label: Point
}

export const LABEL_SIZE = 11.5
/** Wider than any reason of an edge. */
const MAX_LABEL = 110
/** The part of a card's side at which lines arrive and leave. */
const SIDE = 0.6
/** Lines that arrive and leave this near to one height are drawn straight. */
const STRAIGHT = 8

/**
 * Lines from the right side of one box to the left side of the other: one curve where nothing stands between, else the
 * way that dagre found; those that meet at a side are spread over it, in order.
 */
export function linesOf(edges: readonly Edge[], graph: Graph, boxes: ReadonlyMap<string, Box>): readonly Line[] {
  const found = edges
    .filter(({ from, to }) => from !== to)
    .map(edge => {
      const { points, x, y } = graph.edge(edge.from, edge.to, edge.reason) as { points: Point[] } & Partial<Point>
      const [from, to] = [boxes.get(edge.from)!, boxes.get(edge.to)!]
      const inner = points.slice(1, -1).filter(point => point.x > from.x + from.width && point.x < to.x)
      return { edge, from, to, label: x === undefined ? undefined : { x, y: y! }, between: inner }
    })
  const spread = (
    side: readonly (typeof found)[number][],
    toward: 'from' | 'to',
    one: (typeof found)[number],
  ): number => {
    const { y, height } = one[toward === 'from' ? 'to' : 'from']
    const next = (line: (typeof found)[number]): number =>
      (toward === 'from' ? line.between.at(-1)?.y : line.between[0]?.y) ?? line[toward].y + line[toward].height / 2
    const order = side.toSorted((a, b) => next(a) - next(b))
    return y + height * (0.5 - SIDE / 2 + (SIDE * (order.indexOf(one) + 0.5)) / order.length)
  }
  const leaving = Map.groupBy(found, ({ edge }) => edge.from)
  const arriving = Map.groupBy(found, ({ edge }) => edge.to)
  const labels: Point[] = []
  return found.map(line => {
    const { edge, from, to } = line
    const sides = [leaving.get(edge.from)!, arriving.get(edge.to)!] as const
    const spots = { start: spread(sides[0], 'to', line), end: spread(sides[1], 'from', line) }
    const areAlone = sides.every(side => side.length === 1)
    // A line goes straight where it almost does, or where no other shares its sides.
    if (areAlone || Math.abs(spots.start - spots.end) < STRAIGHT) {
      if (sides[1].length === 1 && isBeside(spots.start, to)) spots.end = spots.start
      else if (sides[0].length === 1 && isBeside(spots.end, from)) spots.start = spots.end
    }
    const [start, end] = [
      { x: from.x + from.width, y: spots.start },
      { x: to.x, y: spots.end },
    ]
    const isFree = [...boxes.values()].every(box => box === from || box === to || !isCrossed(box, start, end))
    const between = isFree ? [] : line.between
    const onCurve =
      between.length === 0 ? spotsOn(start, end) : [line.label ?? between[0]!, ...spotsOn(between.at(-1)!, end)]
    const label = onCurve.find(spot => isClear(spot, labels)) ?? onCurve[0]!
    if (edgeText(edge) !== undefined) labels.push(label)
    return { edge, points: [start, ...between, end], label }
  })
}

/** Where words could stand on a curve: its middle, and ever further from it. */
function spotsOn(start: Point, end: Point): readonly Point[] {
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  return [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74].map(t => ({
    x: start.x + dx * (1.5 * t * (1 - t) + t ** 3),
    y: start.y + dy * (3 * t ** 2 - 2 * t ** 3),
  }))
}

function isClear({ x, y }: Point, labels: readonly Point[]): boolean {
  return labels.every(other => Math.abs(other.y - y) > LABEL_SIZE + 3 || Math.abs(other.x - x) > MAX_LABEL)
}
