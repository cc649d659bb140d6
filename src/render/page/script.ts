/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * What the page can do beyond being read. It is put into the page as its own text, so it may use nothing from outside of
 * itself; it sends and loads nothing, and writes text only as text.
 */
export function behaviour(): void {
  const all = <Found extends Element = HTMLElement>(selector: string, within: ParentNode = document): Found[] => [
    ...within.querySelectorAll<Found>(selector),
  ]
  const one = (id: string): HTMLElement | null => document.getElementById(id)
  const create = <Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] => {
    const element = document.createElement(name)
    element.textContent = text
    return element
  }
  const bodies = all('#objects tbody')
  const rows = all<HTMLTableRowElement>('#objects tbody tr')
  /** In the order of the table. */
  let sorted = rows
  let texts: readonly string[] | undefined
  /** What each row says; read when somebody first looks for something. */
  const textOfRow = (index: number): string => {
    texts ??= rows.map(row => row.textContent.toLowerCase())
    return texts[index]!
  }
  const numbersOf = (node: Element, name: string): string[] =>
    (node.getAttribute(name) ?? '').split(' ').filter(Boolean)

  document.documentElement.classList.add('js')
  copyCommands()
  unpackJson()
  sortTable()
  filterTable()
  for (const view of all('.view')) panAndZoom(view)
  lightPictures()
  addEventListener('beforeprint', () => {
    for (const details of all<HTMLDetailsElement>('article details')) details.open = true
  })

  function copyCommands(): void {
    for (const button of all<HTMLButtonElement>('[data-copy]')) {
      const code = button.previousElementSibling!
      const label = button.innerHTML
      const done = (copied: boolean): void => {
        button.textContent = copied ? 'Copied' : 'Press Ctrl+C'
        if (!copied) getSelection()!.selectAllChildren(code)
      }
      button.addEventListener('click', () => {
        const { clipboard } = navigator
        if (clipboard === undefined) done(false)
        else
          clipboard.writeText(code.textContent).then(
            () => done(true),
            () => done(false),
          )
      })
      button.addEventListener('blur', () => {
        button.innerHTML = label
      })
    }
  }

  /** The JSON lies compressed in the page; who can unpack it gets it as `-o json` prints it. */
  function unpackJson(): void {
    const packed = one('json') as HTMLAnchorElement | null
    packed?.addEventListener('click', event => {
      if (typeof DecompressionStream === 'undefined') return
      event.preventDefault()
      const bytes = Uint8Array.from(atob(packed.href.split('base64,')[1]!), character => character.charCodeAt(0))
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
      void new Response(stream).blob().then(blob => {
        const link = create('a', '')
        link.href = URL.createObjectURL(blob)
        link.download = 'explanation.json'
        link.click()
      })
    })
  }

  /** Puts the rows that are shown into the bodies, in their order; the others are taken out of the page. */
  function arrangeRows(isShown: (row: HTMLTableRowElement) => boolean): number {
    const shown = sorted.filter(isShown)
    const perBody = Math.ceil(rows.length / bodies.length)
    for (const [index, body] of bodies.entries())
      body.replaceChildren(...shown.slice(index * perBody, (index + 1) * perBody))
    return shown.length
  }

  function sortTable(): void {
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
        sorted = keyed.map(({ row }) => row)
        arrangeRows(row => row.isConnected)
      })
    }
  }

  function filterTable(): void {
    const input = one('filter') as HTMLInputElement | null
    const counted = one('counted')
    if (input === null || counted === null) return
    const indexes = new Map(rows.map((row, index) => [row, index]))
    const filter = (): void => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
      const shown = arrangeRows(row => words.every(word => textOfRow(indexes.get(row)!).includes(word)))
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

  function panAndZoom(view: HTMLElement): void {
    const svg = view.querySelector('svg')!
    const whole = { width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height }
    let scale = 0
    const apply = (next: number): void => {
      const from = scale || svg.clientWidth / whole.width
      scale = Math.min(Math.max(next, 0.1), 4)
      const middle = { x: view.scrollLeft + view.clientWidth / 2, y: view.scrollTop + view.clientHeight / 2 }
      view.classList.add('sized')
      svg.setAttribute('width', String(whole.width * scale))
      svg.setAttribute('height', String(whole.height * scale))
      view.scrollLeft = (middle.x * scale) / from - view.clientWidth / 2
      view.scrollTop = (middle.y * scale) / from - view.clientHeight / 2
    }
    const fit = (): void => {
      scale = 0
      view.classList.remove('sized')
      svg.setAttribute('width', String(whole.width))
      svg.setAttribute('height', String(whole.height))
    }
    const zoom = (how: string | null): void => {
      const now = scale || svg.clientWidth / whole.width
      if (how === 'in') apply(now * 1.25)
      if (how === 'out') apply(now / 1.25)
      if (how === 'whole') apply(1)
      if (how === 'fit') fit()
    }
    for (const button of all('[data-zoom]'))
      button.addEventListener('click', () => zoom(button.getAttribute('data-zoom')))
    view.addEventListener('keydown', event => {
      if (event.key === '+' || event.key === '=') zoom('in')
      else if (event.key === '-') zoom('out')
      else if (event.key === '0') zoom('fit')
      else return
      event.preventDefault()
    })
    view.addEventListener(
      'wheel',
      event => {
        if (!event.ctrlKey && !event.metaKey) return
        event.preventDefault()
        zoom(event.deltaY < 0 ? 'in' : 'out')
      },
      { passive: false },
    )
    let held: { readonly x: number; readonly y: number } | undefined
    view.addEventListener('pointerdown', event => {
      if (event.button !== 0 || event.pointerType === 'touch' || (event.target as Element).closest('.node')) return
      held = { x: event.clientX + view.scrollLeft, y: event.clientY + view.scrollTop }
      view.setPointerCapture(event.pointerId)
      view.classList.add('held')
    })
    view.addEventListener('pointermove', event => {
      if (held === undefined) return
      view.scrollLeft = held.x - event.clientX
      view.scrollTop = held.y - event.clientY
    })
    for (const end of ['pointerup', 'pointercancel']) {
      view.addEventListener(end, () => {
        held = undefined
        view.classList.remove('held')
      })
    }
  }

  function lightPictures(): void {
    const told = one('told')
    const chosen = one('chosen')
    const search = one('search') as HTMLInputElement | null
    const folded = one('folded')
    if (told === null || chosen === null || search === null || folded === null) return
    const unfolded = one('unfolded') as HTMLDetailsElement | null
    const pictures = all<SVGSVGElement>('.view svg')
    const nodes = all<SVGGElement>('.view .node')
    const edges = all<SVGGElement>('.view .edge')

    const light = (isLit: (node: Element) => boolean): number => {
      const lit = new Set(nodes.filter(isLit))
      const keyOf = (picture: Element | null, id: string | null): string =>
        `${pictures.indexOf(picture as SVGSVGElement)} ${id}`
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
    const clear = (): void => {
      light(() => false)
      for (const node of nodes) node.setAttribute('aria-pressed', 'false')
      chosen.hidden = true
      told.textContent = ''
    }
    const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

    const choose = (node: SVGGElement): void => {
      const was = node.getAttribute('aria-pressed') === 'true'
      clear()
      search.value = ''
      if (was) return
      node.setAttribute('aria-pressed', 'true')
      const number = node.getAttribute('data-cause')
      if (number !== null) {
        const id = node.getAttribute('data-node')!
        const picture = node.closest('svg')
        const isHeld = (other: Element): boolean =>
          other === node || (other.closest('svg') === picture && numbersOf(other, 'data-held').includes(id))
        light(isHeld)
        const held = new Set(nodes.filter(isHeld).flatMap(other => numbersOf(other, 'data-rows')))
        show(`Cause ${number}`, [...held], `#cause-${number}`)
      } else {
        const causes = numbersOf(node, 'data-held')
        const picture = node.closest('svg')
        light(
          other =>
            other === node ||
            (other.closest('svg') === picture && causes.includes(other.getAttribute('data-node') ?? '')),
        )
        show(node.querySelector('.name')?.textContent ?? '', numbersOf(node, 'data-rows'), undefined)
      }
    }

    /** The objects of what was chosen, each with a way to its row. */
    const show = (title: string, indexes: readonly string[], link: string | undefined): void => {
      const list = create('ul', '')
      for (const index of indexes) {
        const row = rows[Number(index)]
        if (row === undefined) continue
        const way = create('a', row.cells[0]!.textContent)
        way.href = `#object-${index}`
        const where = row.cells[1]!.textContent
        const item = create('li', '')
        item.append(way, where === '' ? '' : ` in ${where}`)
        list.append(item)
      }
      const head = create('h3', link === undefined ? title : `${title} holds`)
      const close = create('button', 'Close')
      close.type = 'button'
      close.addEventListener('click', clear)
      chosen.replaceChildren(head, ` ${countOf(indexes.length, 'object')} `)
      if (link !== undefined) {
        const way = create('a', 'evidence and steps')
        way.href = link
        chosen.append(way, ' ')
      }
      chosen.append(close, list)
      chosen.hidden = false
      told.textContent = `${head.textContent}: ${countOf(indexes.length, 'object')}`
    }

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
    for (const button of all('[data-light]')) {
      button.addEventListener('click', () => {
        const shown = unfolded?.open ? unfolded : folded
        const number = Number(button.getAttribute('data-light'))
        const causes = all<SVGGElement>('[data-cause]', shown)
        // Where several causes are drawn as one, the last that begins before this number has it.
        const node = causes.findLast(each => Number(each.getAttribute('data-cause')) <= number)
        if (node === undefined) return
        if (node.getAttribute('aria-pressed') !== 'true') choose(node)
        node.scrollIntoView({ block: 'center', inline: 'center' })
        node.focus({ preventScroll: true })
      })
    }
    search.addEventListener('input', () => {
      const word = search.value.trim().toLowerCase()
      clear()
      if (word === '') return
      const found = new Set(rows.flatMap((_, index) => (textOfRow(index).includes(word) ? [String(index)] : [])))
      const lit = light(
        node =>
          numbersOf(node, 'data-rows').some(index => found.has(index)) ||
          (node.hasAttribute('data-cause') && node.textContent.toLowerCase().includes(word)),
      )
      told.textContent = lit === 0 ? 'Nothing found' : `${countOf(found.size, 'object')} found`
    })
    search.addEventListener('keydown', event => {
      if (event.key !== 'Escape') return
      search.value = ''
      clear()
    })
    const unfold = one('unfold')
    unfold?.addEventListener('click', () => {
      const isOpen = unfold.getAttribute('aria-pressed') === 'true'
      unfold.setAttribute('aria-pressed', String(!isOpen))
      clear()
      unfolded!.open = !isOpen
      folded.hidden = !isOpen
    })
  }
}
