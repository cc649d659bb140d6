import type { Dom } from './dom.ts'

/** Lets a picture be zoomed in its view by the buttons, by keys and by the wheel. */
export function zoomPicture({ all }: Dom, view: HTMLElement): void {
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
}

/** Lets a picture be moved in its view by dragging. */
export function dragPicture(view: HTMLElement): void {
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
