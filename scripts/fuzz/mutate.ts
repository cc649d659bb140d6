import type { Random } from './random.ts'
import { hostileText } from './texts.ts'

type Holder = Record<string | number, unknown>
interface Place {
  readonly holder: Holder
  readonly key: string | number
}

/** Stands for so many brackets within each other once the value has become text: no value is built that deep. */
const DEEP = 'NESTED-0000-DEEP'
const DEPTHS = [50, 900, 5_000, 100_000]
/** Characters that a change may add by copying. */
const MOST_COPIED = 2_000_000

function placesIn(value: unknown, isWanted: (value: unknown) => boolean): readonly Place[] {
  const found: Place[] = []
  // A change may have put a value into itself, or under a member that it inherits.
  const seen = new Set<object>()
  const waiting = [value]
  for (let holder = waiting.pop(); waiting.length > 0 || holder !== undefined; holder = waiting.pop()) {
    if (typeof holder !== 'object' || holder === null || seen.has(holder)) continue
    seen.add(holder)
    for (const [name, inner] of Object.entries(holder)) {
      const key = Array.isArray(holder) ? Number(name) : name
      if (isWanted(inner)) found.push({ holder: holder as Holder, key })
      waiting.push(inner)
    }
  }
  return found
}

function set({ holder, key }: Place, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true })
}

const OTHER: readonly unknown[] = [null, true, 0, -1, 1e308, 0.1, '', [], {}, [null], [[]], [{}], { a: null }, DEEP]

const CHANGES: readonly ((place: Place, random: Random, all: readonly Place[]) => void)[] = [
  (place, random) => set(place, hostileText(random)),
  (place, random) => set(place, structuredClone(random.pick(OTHER))),
  ({ holder, key }) => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]),
  (place, random, all) => set(place, structuredClone(valueAt(random.pick(all)))),
  ({ holder, key }, random) => {
    const times = random.pick([1, 2, 100, 5_000])
    const value = valueAt({ holder, key })
    if (Array.isArray(holder)) for (let time = 0; time < Math.min(times, copiesOf(value)); time++) holder.push(value)
    else
      set(
        { holder, key: random.pick(['__proto__', 'constructor', 'toString', '', '0', hostileText(random)]) },
        holder[key],
      )
  },
  (place, random) => {
    const value = valueAt(place)
    const at = typeof value === 'string' ? random.below(value.length + 1) : 0
    if (typeof value === 'string') set(place, value.slice(0, at) + hostileText(random) + value.slice(at))
  },
  (place, random) =>
    set(
      place,
      random.pick([x => [x], x => ({ a: x }), x => JSON.stringify(x) ?? '', x => [x, x]] as ((
        x: unknown,
      ) => unknown)[])(valueAt(place)),
    ),
]

/** How often a value may be doubled until this process, not the program, runs out of memory; at least once. */
function copiesOf(value: unknown): number {
  const text = JSON.stringify(value) ?? ''
  const nested = (text.split(DEEP).length - 1) * 5 * DEPTHS.at(-1)!
  return Math.max(1, Math.floor(MOST_COPIED / (text.length + nested + 1)))
}

function valueAt({ holder, key }: Place): unknown {
  return holder[key]
}

/** Changes one place of a value, wherever and however. */
export function mutateValue(value: object, random: Random): void {
  const all = placesIn(value, () => true)
  if (all.length > 0) random.pick(CHANGES)(random.pick(all), random, all)
}

/** Changes one text of a value to another, and nothing of its shape: what a server's own types let through. */
export function mutateText(value: unknown, random: Random): void {
  const texts = placesIn(value, inner => typeof inner === 'string')
  if (texts.length > 0) random.pick([CHANGES[0]!, CHANGES[5]!])(random.pick(texts), random, texts)
}

/** A value as text, nested as deep as a mutation asked for. */
export function deepened(text: string, random: Random): string {
  return text.replace(new RegExp(`"?${DEEP}"?`), () => {
    const [depth, [open, close]] = [
      random.pick(DEPTHS),
      random.pick([
        ['[', ']'],
        ['{"a":', '}'],
      ] as const),
    ]
    return open.repeat(depth) + (open === '[' ? '' : '0') + (random.below(4) === 0 ? '' : close.repeat(depth))
  })
}

/** Changes the bytes of a file: cut off, doubled, overwritten, with something else in it. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1)
  const end = Math.min(bytes.length, at + random.pick([1, 2, 10, 1000]))
  switch (random.below(5)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
    case 2:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(hostileText(random)), bytes.subarray(at)])
    case 3:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([random.below(256), random.below(256)]),
        bytes.subarray(at),
      ])
    default:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
  }
}
