import type { CatalogueEntry } from './entry.ts'
import { concerns } from './kinds.ts'
import { allRows, NO_ROWS, type Rows } from './rows.ts'

export type { CatalogueEntry } from './entry.ts'

export interface Catalogue {
  /**
   * What is known about a finalizer on an object: an entry of this very name, else that of the most specific pattern.
   * `resource` (`plural.group` or `group/Kind`) chooses among several entries of one name, and has to be of a pattern's
   * kinds; if it is of none of them, nothing is known. Without it, the first entry stands for them.
   */
  find(finalizer: string, resource?: string): CatalogueEntry | undefined
  /** All entries that `find` chooses from: one name can mean something else on another kind. */
  named(finalizer: string): readonly CatalogueEntry[]
  all(): readonly CatalogueEntry[]
  /** Entries in which every word of a text occurs, in whatever case: in finalizer, kinds, project or controller. */
  search(text: string): readonly CatalogueEntry[]
  /** What is known beyond single finalizers. */
  readonly rows: Rows
}

/**
 * Two catalogues as one, in which the entries of `own` win; where one name means something else on other kinds, only
 * for their own kinds.
 */
export function withOwn(own: Catalogue, shipped: Catalogue): Catalogue {
  const isReplaced = ({ finalizer, kinds }: CatalogueEntry): boolean =>
    own.named(finalizer).some(each => each.kinds.some(kind => kind === '*' || kinds.includes(kind)))
  const both = (one: readonly CatalogueEntry[], other: readonly CatalogueEntry[]): readonly CatalogueEntry[] => [
    ...one,
    ...other.filter(entry => !isReplaced(entry)),
  ]
  return {
    rows: allRows([own.rows, shipped.rows]),
    all: () => both(own.all(), shipped.all()),
    named: finalizer => both(own.named(finalizer), shipped.named(finalizer)),
    search: text => both(own.search(text), shipped.search(text)),
    find(finalizer, resource) {
      const mine = own.named(finalizer)
      const meant = resource === undefined ? mine[0] : mine.find(({ kinds }) => concerns(kinds, resource))
      return meant ?? shipped.find(finalizer, resource) ?? own.find(finalizer, resource)
    },
  }
}

/** An entry by its name, which is all that it takes to find it. */
export interface Listed {
  readonly finalizer: string
  readonly entry: () => CatalogueEntry
}

/** Makes entries findable. Names are compared as Kubernetes does: case counts. */
export function createCatalogue(entries: readonly CatalogueEntry[], rows = NO_ROWS): Catalogue {
  const listed = entries.map(entry => ({ finalizer: entry.finalizer, entry: () => entry }))
  return catalogueOf(listed, rows)
}

/** So many names are remembered with the pattern that they belong to. */
const MOST_FAMILIES = 1000

/** The same for entries that are made when they are asked for. */
export function catalogueOf(listed: readonly Listed[], rows: Rows): Catalogue {
  const byName = Map.groupBy(listed, each => each.finalizer)
  const families = new Map<string, string>()
  let patterns: readonly Pattern[] | undefined
  let entries: readonly CatalogueEntry[] | undefined

  function all(): readonly CatalogueEntry[] {
    entries ??= listed.map(each => each.entry())
    return entries
  }

  function named(finalizer: string): readonly CatalogueEntry[] {
    return (byName.get(finalizer) ?? byName.get(familyOf(finalizer)) ?? []).map(each => each.entry())
  }

  /** The name of the pattern that a finalizer belongs to, "" for none. Thousands of objects ask for the same few. */
  function familyOf(finalizer: string): string {
    const known = families.get(finalizer)
    if (known !== undefined) return known
    patterns ??= patternsOf(listed.filter(each => each.finalizer.includes('*')).map(each => each.entry()))
    const family = patterns.find(pattern => pattern.matches(finalizer))?.name ?? ''
    if (families.size === MOST_FAMILIES) families.clear()
    families.set(finalizer, family)
    return family
  }

  return {
    rows,
    all,
    named,
    find(finalizer, resource) {
      const found = named(finalizer)
      // An exact name is its product's on a new kind too, and a pattern on types of the core; on a custom type it may
      // meet the finalizers of another product.
      const isOfCore = resource === undefined || !(resource.includes('.') || resource.includes('/'))
      const isOne =
        found.length < 2 && (found[0]?.finalizer === finalizer || (isOfCore && !found[0]?.kinds.includes('*.*/*')))
      if (resource === undefined || isOne) return found[0]
      return found.find(entry => concerns(entry.kinds, resource))
    },
    search(text) {
      const words = text.toLowerCase().split(/\s+/)
      return all().filter(entry => {
        const { finalizer, kinds, project, controller } = entry
        const searched = [finalizer, ...kinds, project, controller.name].join('\n').toLowerCase()
        return words.every(word => searched.includes(word))
      })
    },
  }
}

/** A family of finalizers, ready to be compared with names. */
interface Pattern {
  /** `finalizer` of its entry. */
  readonly name: string
  matches(finalizer: string): boolean
}

/** The patterns of entries that stand for a family of names, the most specific first. */
function patternsOf(families: readonly CatalogueEntry[]): readonly Pattern[] {
  return families.toSorted((a, b) => specificity(b) - specificity(a)).map(toPattern)
}

function toPattern(entry: CatalogueEntry): Pattern {
  const name = entry.finalizer
  if (entry.expression === undefined) {
    const prefix = prefixOf(entry)
    return { name, matches: finalizer => finalizer.startsWith(prefix) }
  }
  const expression = new RegExp(entry.expression)
  return { name, matches: finalizer => expression.test(finalizer) }
}

/**
 * How many letters a pattern demands. A prefix begins with its project's own name, while an expression can fit names of
 * any project (`*.example.com/finalizer`): that is why a prefix, however short, comes before each of them.
 */
function specificity(entry: CatalogueEntry): number {
  if (entry.expression === undefined) return 1000 + prefixOf(entry).length
  return entry.expression.replaceAll(/\[[^[\]]*\]/g, '').replaceAll(/[^A-Za-z0-9]/g, '').length
}

function prefixOf(entry: CatalogueEntry): string {
  return entry.finalizer.slice(0, entry.finalizer.indexOf('*'))
}
