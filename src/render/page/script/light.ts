import type { Dom } from './dom.ts'

/** The pictures of the page, and what of them is lit. */
export interface Lights {
  readonly nodes: readonly SVGGElement[]
  /** Lights the nodes that are meant, and the edges between them, and dims the rest; the number of lit nodes. */
  readonly light: (isLit: (node: Element) => boolean) => number
}

export function lightPictures({ all }: Dom): Lights {
  const pictures = all<SVGSVGElement>('.view svg')
  const nodes = all<SVGGElement>('.view .node')
  const edges = all<SVGGElement>('.view .edge')
  const keyOf = (picture: Element | null, id: string | null): string =>
    `${pictures.indexOf(picture as SVGSVGElement)} ${id}`

  function light(isLit: (node: Element) => boolean): number {
    const lit = new Set<Element>(nodes.filter(isLit))
    const ids = new Set([...lit].map(node => keyOf(node.closest('svg'), node.getAttribute('data-node'))))
    for (const node of nodes) node.classList.toggle('lit', lit.has(node))
    for (const edge of edges) {
      const ends = ['data-from', 'data-to'].map(name => keyOf(edge.closest('svg'), edge.getAttribute(name)))
      edge.classList.toggle(
        'lit',
        ends.every(end => ids.has(end)),
      )
    }
    for (const picture of pictures) picture.classList.toggle('lighting', lit.size > 0)
    return lit.size
  }

  return { nodes, light }
}
