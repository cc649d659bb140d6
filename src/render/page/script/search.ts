import type { Choice } from './choose.ts'
import type { Dom } from './dom.ts'
import type { Lights } from './light.ts'
import type { Rows } from './table.ts'

/** Lets words be looked for in the pictures: the nodes whose objects say them are lit. */
export function searchPictures(
  { one, numbersOf }: Dom,
  { rows, textOf }: Rows,
  { light }: Lights,
  { clear }: Choice,
): void {
  const told = one('told')!
  const search = one('search') as HTMLInputElement
  search.addEventListener('input', () => {
    const word = search.value.trim().toLowerCase()
    clear()
    if (word === '') return
    const found = new Set(rows.flatMap((_, index) => (textOf(index).includes(word) ? [String(index)] : [])))
    const lit = light(
      node =>
        numbersOf(node, 'data-rows').some(index => found.has(index)) ||
        (node.hasAttribute('data-cause') && node.textContent.toLowerCase().includes(word)),
    )
    told.textContent = lit === 0 ? 'Nothing found' : `${found.size} object${found.size === 1 ? '' : 's'} found`
  })
  search.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    search.value = ''
    clear()
  })
}

/** Lets the picture of every object by itself take the place of the one with stacks. */
export function unfoldPicture({ one }: Dom, { clear }: Choice): void {
  const unfold = one('unfold')
  unfold?.addEventListener('click', () => {
    const isOpen = unfold.getAttribute('aria-pressed') === 'true'
    unfold.setAttribute('aria-pressed', String(!isOpen))
    clear()
    ;(one('unfolded') as HTMLDetailsElement).open = !isOpen
    one('folded')!.hidden = !isOpen
  })
}
