import dagre from '@dagrejs/dagre'
import { type Card, causeCard, objectCard } from './cards.ts'
import type { CauseNode, Edge, ObjectGroup, ObjectNode, Picture } from './picture.ts'
import { textWidth } from './text-width.ts'
import { edgeText, groupTitle } from './words.ts'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A picture with a place for everything, in pixels from the upper left corner. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly causes: readonly { readonly node: CauseNode; readonly card: Card; readonly box: Box }[]
  readonly objects: readonly { readonly node: ObjectNode; readonly card: Card; readonly box: Box }[]
  readonly groups: readonly { readonly group: ObjectGroup; readonly box: Box }[]
  readonly edges: readonly { readonly edge: Edge; readonly points: readonly Point[]; readonly label: Point }[]
}

export const LABEL_SIZE = 11.5
/** Wider than any reason of an edge. */
const MAX_LABEL = 110
/** Room that a group leaves around its objects, and for its title above them. */
const GROUP_PADDING = 12
const GROUP_TITLE = 22
const TITLE_SIZE = 12
/** Between parts of a picture that have nothing to do with each other. */
const PART_GAP = 22
/** The part of a card's side at which lines arrive and leave. */
const SIDE = 0.6

/** A line keeps so far from the corners of boxes. */
const CORNER = 8

/** All causes of a part hang on this node, which is not drawn: so they stand in one column. */
const ROOT = 'root'

/**
 * Places the causes at the left, the most blocking above, and what they hold to the right of them, each namespace
 * together. Parts that no line and no namespace joins are laid out by themselves, one below the other.
 */
export function layoutOf(picture: Picture): Layout {
  const placed: Layout[] = []
  let top = 0
  for (const part of partsOf(picture)) {
    const layout = layoutOfPart(part, top)
    placed.push(layout)
    top = layout.height + PART_GAP
  }
  return {
    width: Math.max(...placed.map(({ width }) => width), 0),
    height: placed.at(-1)?.height ?? 0,
    causes: placed.flatMap(({ causes }) => causes),
    objects: placed.flatMap(({ objects }) => objects),
    groups: placed.flatMap(({ groups }) => groups),
    edges: placed.flatMap(({ edges }) => edges),
  }
}

type Part = Omit<Picture, 'folded'>

/** What is joined by lines or by a namespace, in the order of the causes; objects of the cluster join nothing by that alone. */
function partsOf({ causes, groups, edges }: Picture): readonly Part[] {
  const joined = new Map<string, string>()
  const rootOf = (id: string): string => {
    let root = id
    for (let next = joined.get(root); next !== undefined; next = joined.get(root)) root = next
    if (root !== id) joined.set(id, root)
    return root
  }
  const join = (a: string, b: string): void => {
    const [first, second] = [rootOf(a), rootOf(b)]
    if (first !== second) joined.set(second, first)
  }
  for (const { from, to } of edges) join(from, to)
  for (const { namespaces, nodes } of groups)
    if (namespaces.length > 0) for (const { id } of nodes) join(nodes[0]!.id, id)
  const ids = [...causes, ...groups.flatMap(({ nodes }) => nodes)].map(({ id }) => id)
  return [...new Set(ids.map(rootOf))].map(root => {
    const isIn = ({ id }: { readonly id: string }): boolean => rootOf(id) === root
    return {
      causes: causes.filter(isIn),
      groups: groups
        .map(group => ({ ...group, nodes: group.nodes.filter(isIn) }))
        .filter(({ nodes }) => nodes.length > 0),
      edges: edges.filter(({ from }) => rootOf(from) === root),
    }
  })
}

function layoutOfPart(part: Part, top: number): Layout {
  const graph = new dagre.graphlib.Graph({ compound: true, multigraph: true })
  graph.setGraph({ rankdir: 'LR', nodesep: 16, edgesep: 14, ranksep: 64, ranker: 'network-simplex', rankalign: 'top' })
  const cards = new Map<string, Card>()
  const place = (id: string, card: Card, above: number, sides: number): void => {
    cards.set(id, card)
    graph.setNode(id, { width: card.width + 2 * sides, height: card.height + above })
  }
  graph.setNode(ROOT, { width: 0, height: 0 })
  for (const cause of part.causes) {
    place(cause.id, causeCard(cause), 0, 0)
    graph.setEdge(ROOT, cause.id, { weight: 50, minlen: 1 }, ROOT)
  }
  for (const group of part.groups) {
    graph.setNode(group.id, {})
    for (const node of group.nodes) {
      place(node.id, objectCard(node), GROUP_TITLE, GROUP_PADDING)
      graph.setParent(node.id, group.id)
    }
  }
  for (const edge of part.edges) {
    if (edge.from === edge.to) continue
    const text = edgeText(edge)
    const room =
      text === undefined ? {} : { width: textWidth(text, LABEL_SIZE, 'sans') + 12, height: 16, labelpos: 'c' }
    graph.setEdge(edge.from, edge.to, { weight: 2, minlen: 1, ...room }, edge.reason)
  }
  dagre.layout(graph, { constraints: [...orderOf(part)] })
  return drawnAt(top, part, graph, cards)
}

/** Who stands above whom: causes by their number, and in a group what each of them holds by itself, so that no lines cross. */
function orderOf({ causes, groups, edges }: Part): readonly { readonly left: string; readonly right: string }[] {
  const holders = Map.groupBy(
    edges.filter(({ reason }) => reason === 'holds'),
    ({ to }) => to,
  )
  const placeOf = new Map(causes.map(({ id }, index) => [id, index]))
  const columns = groups.map(({ nodes }) =>
    nodes.flatMap(({ id }) => {
      const [edge, ...others] = holders.get(id) ?? []
      return edge === undefined || others.length > 0 ? [] : [{ id, place: placeOf.get(edge.from)! }]
    }),
  )
  return [causes.map(({ id }, place) => ({ id, place })), ...columns].flatMap(column => {
    const sorted = column.toSorted((a, b) => a.place - b.place)
    return sorted.slice(1).flatMap((right, index) => {
      const left = sorted[index]!
      return left.place === right.place ? [] : [{ left: left.id, right: right.id }]
    })
  })
}

type Graph = InstanceType<typeof dagre.graphlib.Graph>

/** What dagre found, with the room of titles taken off again, and moved so that it begins at the left and at `top`. */
function drawnAt(top: number, part: Part, graph: Graph, cards: ReadonlyMap<string, Card>): Layout {
  const boxOf = (id: string, above: number): Box => {
    const { x, y } = graph.node(id) as Point
    const { width, height } = cards.get(id)!
    return { x: x - width / 2, y: y - height / 2 + above / 2, width, height }
  }
  const causes = part.causes.map(node => ({ node, card: cards.get(node.id)!, box: boxOf(node.id, 0) }))
  const objects = part.groups
    .flatMap(({ nodes }) => nodes)
    .map(node => ({ node, card: cards.get(node.id)!, box: boxOf(node.id, GROUP_TITLE) }))
  const boxes = new Map([...causes, ...objects].map(({ node, box }) => [node.id, box]))
  const groups = part.groups.map(group => ({ group, box: around(group, boxes) }))
  const edges = linesOf(part, graph, boxes)
  const all = [...causes.map(({ box }) => box), ...groups.map(({ box }) => box)]
  const [left, above] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y)) - top]
  const move = <Spot extends Point>(spot: Spot): Spot => ({
    ...spot,
    x: round(spot.x - left),
    y: round(spot.y - above),
  })
  return {
    width: Math.ceil(Math.max(...all.map(({ x, width }) => x + width)) - left),
    height: Math.ceil(Math.max(...all.map(({ y, height }) => y + height)) - above),
    causes: causes.map(each => ({ ...each, box: move(each.box) })),
    objects: objects.map(each => ({ ...each, box: move(each.box) })),
    groups: groups.map(each => ({ ...each, box: move(each.box) })),
    edges: edges.map(each => ({ ...each, points: each.points.map(move), label: move(each.label) })),
  }
}

/** The frame of a group: its objects, with room around them and for its title. */
function around(group: ObjectGroup, boxes: ReadonlyMap<string, Box>): Box {
  const inside = group.nodes.map(({ id }) => boxes.get(id)!)
  const left = Math.min(...inside.map(({ x }) => x)) - GROUP_PADDING
  const top = Math.min(...inside.map(({ y }) => y)) - GROUP_TITLE
  const right = Math.max(...inside.map(({ x, width }) => x + width)) + GROUP_PADDING
  const bottom = Math.max(...inside.map(({ y, height }) => y + height)) + GROUP_PADDING
  const title = textWidth(groupTitle(group), TITLE_SIZE, 'sans') + 2 * GROUP_PADDING
  return { x: left, y: top, width: Math.max(right - left, title), height: bottom - top }
}

/**
 * Lines from the right side of one box to the left side of the other: in one curve where nothing stands between them, else by
 * the way that dagre found; those that meet at a side are spread over it, in the order in which they come.
 */
function linesOf(part: Part, graph: Graph, boxes: ReadonlyMap<string, Box>): Layout['edges'] {
  const found = part.edges
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
    if (areAlone || Math.abs(spots.start - spots.end) < CORNER) {
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

/** Whether a line at this height meets the side of a box, clear of its corners. */
function isBeside(at: number, { y, height }: Box): boolean {
  return at >= y + CORNER && at <= y + height - CORNER
}

/** Whether a line between two points, which turns anywhere between them, could pass behind a box. */
function isCrossed({ x, y, width, height }: Box, start: Point, end: Point): boolean {
  const [top, bottom] = [Math.min(start.y, end.y), Math.max(start.y, end.y)]
  return x < end.x && x + width > start.x && y < bottom + CORNER && y + height > top - CORNER
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
