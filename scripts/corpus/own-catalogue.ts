import { type Catalogue, createCatalogue, withOwn } from '../../src/diagnosis/catalogue/catalogue.ts'
import { allRows, NO_ROWS, type Rows } from '../../src/diagnosis/catalogue/rows.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import { rows as shippedRows } from '../../src/diagnosis/catalogue/shipped-data.ts'
import type { OwnCatalogue } from './input.ts'

/** What a catalogue has that is not shipped. */
export function ownOf(catalogue: Catalogue): OwnCatalogue {
  if (catalogue.rows === shippedRows) return { onShipped: true, entries: [], rows: {} }
  const shipped = shippedCatalogue()
  const known = new Set(shipped.all().map(entry => JSON.stringify(entry)))
  const entries = catalogue.all().filter(entry => !known.has(JSON.stringify(entry)))
  const rows = Object.entries(catalogue.rows).flatMap(([kind, all]) => {
    const there = new Set((shippedRows[kind as keyof Rows] as readonly object[]).map(row => JSON.stringify(row)))
    const own = (all as readonly object[]).filter(row => !there.has(JSON.stringify(row)))
    return own.length === 0 ? [] : [[kind, own]]
  })
  return {
    onShipped: catalogue.all().length - entries.length > known.size / 2,
    entries,
    rows: Object.fromEntries(rows),
  }
}

/** What people read of an entry or a row, and no rule decides by. */
const PROSE = new Set(['ifRemoved', 'goneWhen', 'checkFirst', 'summary'])

/** The catalogue of the sources with what was added; in place of what people read of it stands what it is, so that no answer changes with a text. */
export function catalogueWith({ onShipped, entries, rows }: OwnCatalogue): Catalogue {
  const own = createCatalogue(withoutProse(entries), withoutProse(allRows([{ ...NO_ROWS, ...rows }])))
  if (!onShipped) return own
  return entries.length === 0 && Object.keys(rows).length === 0 ? shipped() : withOwn(own, shipped())
}

let shippedWithoutProse: Catalogue | undefined

function shipped(): Catalogue {
  shippedWithoutProse ??= createCatalogue(withoutProse(shippedCatalogue().all()), withoutProse(shippedRows))
  return shippedWithoutProse
}

/** One for one: an entry has the very row that is among the rows. */
const made = new WeakMap<object, object>()

function withoutProse<Value>(value: Value, called = ''): Value {
  if (typeof value === 'string') return (PROSE.has(called) && value !== '' ? `<${called}>` : value) as Value
  if (typeof value !== 'object' || value === null) return value
  const copy =
    made.get(value) ??
    (Array.isArray(value)
      ? value.map(each => withoutProse(each, called))
      : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutProse(each, key)])))
  made.set(value, copy)
  return copy as Value
}
