/** As much of React as the section of integrations/headlamp uses: elements, state, effects. A change of state draws everything again. */
type Props = Readonly<Record<string, unknown>> & { readonly children?: unknown }
type Component = (props: Props) => unknown
interface Element {
  readonly type: string | Component
  readonly props: Props
}
interface Effect {
  readonly inputs: readonly unknown[]
  readonly end: (() => void) | undefined
}

/** State and effects of each component, by its place in the tree, in the order of its calls. */
const cells = new Map<string, unknown[]>()
let current: { readonly mine: unknown[]; at: number; readonly effects: (() => void)[] }
let drawAgain = (): void => {}

export const jsx = (type: Element['type'], props: Props): Element => ({ type, props })
export const jsxs = jsx

export function useState<Value>(first: Value): [Value, (next: Value) => void] {
  const { mine } = current
  const at = current.at++
  if (!(at in mine)) mine[at] = first
  const set = (next: Value): void => {
    mine[at] = next
    drawAgain()
  }
  return [mine[at] as Value, set]
}

export function useEffect(begin: () => (() => void) | undefined, inputs: readonly unknown[]): void {
  const { mine, effects } = current
  const at = current.at++
  effects.push(() => {
    const before = mine[at] as Effect | undefined
    if (before !== undefined && inputs.every((input, index) => input === before.inputs[index])) return
    before?.end?.()
    // Before it begins: what it sets draws again, and is not to begin it once more.
    mine[at] = { inputs, end: undefined }
    mine[at] = { inputs, end: begin() }
  })
}

/** Draws an element in `root`, and again with each change of state. */
export function render(element: Element, root: HTMLElement): void {
  drawAgain = () => {
    const effects: (() => void)[] = []
    root.replaceChildren(...drawn(element, '0', effects))
    for (const effect of effects) effect()
  }
  drawAgain()
}

function drawn(node: unknown, place: string, effects: (() => void)[]): readonly Node[] {
  if (Array.isArray(node)) return node.flatMap((each, index) => drawn(each, `${place}.${index}`, effects))
  if (node === null || node === undefined || typeof node === 'boolean') return []
  if (typeof node !== 'object') return [document.createTextNode(String(node))]
  const { type, props } = node as Element
  if (typeof type === 'string') return [tag(type, props, place, effects)]
  const mine = cells.get(place) ?? []
  cells.set(place, mine)
  current = { mine, at: 0, effects }
  return drawn(type(props), `${place}.c`, effects)
}

function tag(type: string, { children, style, onClick, ...rest }: Props, place: string, effects: (() => void)[]): Node {
  const made = document.createElement(type)
  for (const [name, value] of Object.entries(rest)) made.setAttribute(name, String(value))
  Object.assign(made.style, style)
  if (typeof onClick === 'function') made.addEventListener('click', onClick as () => void)
  made.append(...drawn(children, place, effects))
  return made
}
