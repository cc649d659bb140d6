/** For each uid the uids to which it leads, all of which are keys too. */
export type Edges = ReadonlyMap<string, readonly string[]>

export interface Walked {
  /** Every uid, each after all that lead to it, but for the edges that lead backwards. */
  readonly order: readonly string[]
  /** The edges (`edge`) that lead back to a uid on the way to it. */
  readonly backwards: ReadonlySet<string>
  /** Groups of uids that lead to each other, most of them of one, each after all groups to which it leads. */
  readonly components: readonly (readonly string[])[]
}

export function edge(from: string, to: string): string {
  return `${from}\0${to}`
}

/** Walks all edges once, depth first; components as Tarjan finds them. */
export function walk(edges: Edges): Walked {
  const done: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const backwards = new Set<string>()
  const components: string[][] = []
  /** When it was met (never, once it is in a component), and the first that can be reached again from it. */
  const met = new Map<string, number>()
  const low = new Map<string, number>()
  /** Met, and in no component yet. */
  const loose: string[] = []
  const open = (uid: string): { readonly uid: string; next: number } => {
    state.set(uid, 'open')
    low.set(uid, met.size)
    met.set(uid, met.size)
    loose.push(uid)
    return { uid, next: 0 }
  }
  const lower = (uid: string, to: number): void => {
    low.set(uid, Math.min(low.get(uid)!, to))
  }
  const close = (uid: string, parent: string | undefined): void => {
    state.set(uid, 'done')
    done.push(uid)
    if (parent !== undefined) lower(parent, low.get(uid)!)
    if (low.get(uid) !== met.get(uid)) return
    const component = loose.splice(loose.lastIndexOf(uid))
    for (const each of component) met.set(each, Number.POSITIVE_INFINITY)
    components.push(component)
  }
  const visit = (start: string): void => {
    // A stack of our own: a chain may be longer than the engine's.
    const stack = [open(start)]
    while (stack.length > 0) {
      const top = stack.at(-1)!
      const other = edges.get(top.uid)!.at(-1 - top.next++)
      if (other === undefined) {
        stack.pop()
        close(top.uid, stack.at(-1)?.uid)
        continue
      }
      if (met.has(other)) lower(top.uid, met.get(other)!)
      if (state.get(other) === 'open') backwards.add(edge(top.uid, other))
      else if (!state.has(other)) stack.push(open(other))
    }
  }
  for (const uid of startsOf(edges)) if (!state.has(uid)) visit(uid)
  return { order: done.toReversed(), backwards, components }
}

function startsOf(edges: Edges): readonly string[] {
  const ledTo = new Set([...edges].flatMap(([uid, others]) => others.filter(other => other !== uid)))
  // Backwards, because the order is turned round at the end: what is named first comes first.
  const roots = [...edges.keys()].toReversed().filter(uid => !ledTo.has(uid))
  // What is left leads in a circle to which nothing outside leads: its first has to be the root.
  return [...roots, ...edges.keys()]
}
