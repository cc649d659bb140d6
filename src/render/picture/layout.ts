import dagre from '@dagrejs/dagre'
import { largest, smallest } from '../../api/long-lists.ts'
import type { Box, Point } from './box.ts'
import { type Card, causeCard, objectCard } from './cards.ts'
import { type Graph, LABEL_SIZE, type Line, linesOf } from './lines.ts'
import type { CauseNode, ObjectGroup, ObjectNode, Picture } from './picture.ts'
import { round } from './svg-text.ts'
import { textWidth } from './text-width.ts'
import { edgeText, groupTitle } from './words.ts'

/** A picture with a place for everything, in pixels from the upper left corner. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly causes: readonly { readonly node: CauseNode; readonly card: Card; readonly box: Box }[]
  readonly objects: readonly { readonly node: ObjectNode; readonly card: Card; readonly box: Box }[]
  readonly groups: readonly { readonly group: ObjectGroup; readonly box: Box }[]
  readonly edges: readonly Line[]
}

/** Room that a group leaves around its objects, and for its title above them. */
const GROUP_PADDING = 12
const GROUP_TITLE = 22
const TITLE_SIZE = 12
/** Between parts of a picture that have nothing to do with each other. */
const PART_GAP = 22

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
    width: largest(
      placed.map(({ width }) => width),
      0,
    ),
    height: placed.at(-1)?.height ?? 0,
    causes: placed.flatMap(({ causes }) => causes),
    objects: placed.flatMap(({ objects }) => objects),
    groups: placed.flatMap(({ groups }) => groups),
    edges: placed.flatMap(({ edges }) => edges),
  }
}

type Part = Omit<Picture, 'folded'>

/** What lines or a namespace join, in the order of the causes; being cluster-scoped alone joins nothing. */
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
  const reached = new Set(part.edges.map(({ to }) => to))
  // What no cause leads to stands to the right of the causes all the same.
  for (const { id } of part.groups.flatMap(({ nodes }) => nodes))
    if (!reached.has(id)) graph.setEdge(ROOT, id, { weight: 1, minlen: 2 }, ROOT)
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

/** Who stands above whom: causes by number, and in a group what each holds directly, so that no lines cross. */
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
  const edges = linesOf(part.edges, graph, boxes)
  const all = [...causes.map(({ box }) => box), ...groups.map(({ box }) => box)]
  const [left, above] = [smallest(all.map(({ x }) => x)), smallest(all.map(({ y }) => y)) - top]
  const move = <Spot extends Point>(spot: Spot): Spot => ({
    ...spot,
    x: round(spot.x - left),
    y: round(spot.y - above),
  })
  return {
    width: Math.ceil(largest(all.map(({ x, width }) => x + width)) - left),
    height: Math.ceil(largest(all.map(({ y, height }) => y + height)) - above),
    causes: causes.map(each => ({ ...each, box: move(each.box) })),
    objects: objects.map(each => ({ ...each, box: move(each.box) })),
    groups: groups.map(each => ({ ...each, box: move(each.box) })),
    edges: edges.map(each => ({ ...each, points: each.points.map(move), label: move(each.label) })),
  }
}

/** The frame of a group: its objects, with room around them and for its title. */
function around(group: ObjectGroup, boxes: ReadonlyMap<string, Box>): Box {
  const inside = group.nodes.map(({ id }) => boxes.get(id)!)
  const left = smallest(inside.map(({ x }) => x)) - GROUP_PADDING
  const top = smallest(inside.map(({ y }) => y)) - GROUP_TITLE
  const right = largest(inside.map(({ x, width }) => x + width)) + GROUP_PADDING
  const bottom = largest(inside.map(({ y, height }) => y + height)) + GROUP_PADDING
  const title = textWidth(groupTitle(group), TITLE_SIZE, 'sans') + 2 * GROUP_PADDING
  return { x: left, y: top, width: Math.max(right - left, title), height: bottom - top }
}
