import type { Dom } from './dom.ts'
import type { Lights } from './light.ts'
import type { Rows } from './table.ts'

/** What is chosen in a picture: a cause with what it holds, or a stack of objects. */
export interface Choice {
  readonly choose: (node: SVGGElement) => void
  readonly clear: () => void
}

/** Shows under a title which rows are chosen, with a link to more about them, until it is closed. */
export type List = (title: string, rows: readonly string[], link: string | undefined, onClose: () => void) => void

/** Lets a node be chosen: it is lit with what hangs on it, and its objects are listed. */
export function chooseNodes({ one, numbersOf }: Dom, list: List, { nodes, light }: Lights): Choice {
  const told = one('told')!
  const chosen = one('chosen')!
  for (const node of nodes) {
    node.setAttribute('tabindex', '0')
    node.setAttribute('role', 'button')
    node.setAttribute('aria-pressed', 'false')
    node.addEventListener('click', () => choose(node))
    node.addEventListener('keydown', event => {
      if (event.key === 'Escape') clear()
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      choose(node)
    })
  }
  return { choose, clear }

  function clear(): void {
    light(() => false)
    for (const node of nodes) node.setAttribute('aria-pressed', 'false')
    chosen.hidden = true
    told.textContent = ''
  }

  function choose(node: SVGGElement): void {
    const was = node.getAttribute('aria-pressed') === 'true'
    clear()
    ;(one('search') as HTMLInputElement).value = ''
    if (was) return
    node.setAttribute('aria-pressed', 'true')
    const number = node.getAttribute('data-cause')
    const picture = node.closest('svg')
    const lightWith = (isMeant: (other: Element) => boolean): Element[] => {
      const isLit = (other: Element): boolean => other === node || (other.closest('svg') === picture && isMeant(other))
      light(isLit)
      return nodes.filter(isLit)
    }
    if (number === null) {
      const causes = numbersOf(node, 'data-held')
      lightWith(other => causes.includes(other.getAttribute('data-node') ?? ''))
      list(node.querySelector('.name')?.textContent ?? '', numbersOf(node, 'data-rows'), undefined, clear)
    } else {
      const id = node.getAttribute('data-node')!
      const held = lightWith(other => numbersOf(other, 'data-held').includes(id))
      const indexes = new Set(held.flatMap(other => numbersOf(other, 'data-rows')))
      list(`Cause ${number}`, [...indexes], `#cause-${number}`, clear)
    }
  }
}

/** Lets the node of a cause be chosen and brought into view from where the cause is told. */
export function showCauses({ all, one }: Dom, { choose }: Choice): void {
  for (const button of all('[data-light]'))
    button.addEventListener('click', () => show(Number(button.getAttribute('data-light'))))

  function show(number: number): void {
    const unfolded = one('unfolded') as HTMLDetailsElement | null
    const causes = all<SVGGElement>('[data-cause]', unfolded?.open ? unfolded : one('folded')!)
    // Where several causes are drawn as one, the last that begins before this number has it.
    const node = causes.findLast(each => Number(each.getAttribute('data-cause')) <= number)
    if (node === undefined) return
    if (node.getAttribute('aria-pressed') !== 'true') choose(node)
    node.scrollIntoView({ block: 'center', inline: 'center' })
    node.focus({ preventScroll: true })
  }
}

/** Lists what is chosen, each with a way to its row. */
export function listRows({ one, create }: Dom, { rows }: Rows): List {
  const told = one('told')!
  const chosen = one('chosen')!
  return (title, indexes, link, onClose) => {
    const items = create('ul', '')
    for (const index of indexes) {
      const row = rows[Number(index)]
      if (row === undefined) continue
      const way = create('a', row.cells[0]!.textContent)
      way.href = `#object-${index}`
      const where = row.cells[1]!.textContent
      const item = create('li', '')
      item.append(way, where === '' ? '' : ` in ${where}`)
      items.append(item)
    }
    const head = create('h3', link === undefined ? title : `${title} holds`)
    const count = `${indexes.length} object${indexes.length === 1 ? '' : 's'}`
    const close = create('button', 'Close')
    close.type = 'button'
    close.addEventListener('click', onClose)
    chosen.replaceChildren(head, ` ${count} `)
    if (link !== undefined) {
      const way = create('a', 'evidence and steps')
      way.href = link
      chosen.append(way, ' ')
    }
    chosen.append(close, items)
    chosen.hidden = false
    told.textContent = `${head.textContent}: ${count}`
  }
}
