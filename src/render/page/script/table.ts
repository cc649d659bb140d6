import type { Dom } from './dom.ts'

/** The rows of the table of objects, also those that are not shown, as they stand in the page. */
export interface Rows {
  readonly rows: readonly HTMLTableRowElement[]
  /** What a row says, in small letters. */
  readonly textOf: (index: number) => string
  /** Shows these rows, from now on in this order, and takes the others out of the page; how many are shown. */
  readonly arrange: (isShown: (row: HTMLTableRowElement) => boolean, order?: readonly HTMLTableRowElement[]) => number
}

export function readRows({ all }: Dom): Rows {
  const bodies = all('#objects tbody')
  const rows = all<HTMLTableRowElement>('#objects tbody tr')
  let sorted: readonly HTMLTableRowElement[] = rows
  let texts: readonly string[] | undefined
  return {
    rows,
    textOf: index => {
      // Read when somebody first looks for something.
      texts ??= rows.map(row => row.textContent.toLowerCase())
      return texts[index]!
    },
    arrange: (isShown, order = sorted) => {
      sorted = order
      const shown = sorted.filter(isShown)
      const perBody = Math.ceil(rows.length / bodies.length)
      for (const [index, body] of bodies.entries())
        body.replaceChildren(...shown.slice(index * perBody, (index + 1) * perBody))
      return shown.length
    },
  }
}

/** Lets the table of objects be sorted by each column. */
export function sortTable({ all, create }: Dom, { rows, arrange }: Rows): void {
  const heads = all('#objects thead th')
  for (const [column, head] of heads.entries()) {
    const button = create('button', head.textContent)
    button.type = 'button'
    head.replaceChildren(button)
    button.addEventListener('click', () => {
      const descending = head.getAttribute('aria-sort') === 'ascending'
      for (const other of heads) other.removeAttribute('aria-sort')
      head.setAttribute('aria-sort', descending ? 'descending' : 'ascending')
      const keyOf = (row: HTMLTableRowElement): string => {
        const cell = row.cells[column]!
        return cell.getAttribute('data-sort') ?? cell.textContent
      }
      const collator = new Intl.Collator('en', { numeric: true })
      const keyed = rows.map(row => ({ row, key: keyOf(row) }))
      keyed.sort((a, b) => collator.compare(a.key, b.key) * (descending ? -1 : 1))
      arrange(
        row => row.isConnected,
        keyed.map(({ row }) => row),
      )
    })
  }
}

/** Lets the table of objects be filtered by words. */
export function filterTable({ one }: Dom, { rows, textOf, arrange }: Rows): void {
  const input = one('filter') as HTMLInputElement | null
  const counted = one('counted')
  if (input === null || counted === null) return
  const indexes = new Map(rows.map((row, index) => [row, index]))
  const filter = (): void => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    const shown = arrange(row => words.every(word => textOf(indexes.get(row)!).includes(word)))
    counted.textContent = `${shown} of ${rows.length}`
  }
  // A way to a row that the filter left out leads to it all the same.
  addEventListener('click', event => {
    const way = (event.target as Element)
      .closest('a')
      ?.getAttribute('href')
      ?.match(/^#object-(\d+)$/)
    const row = rows[Number(way?.[1])]
    if (row === undefined || row.isConnected) return
    input.value = ''
    filter()
  })
  counted.textContent = `${rows.length} of ${rows.length}`
  input.addEventListener('input', filter)
}
