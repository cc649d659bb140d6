import type { CatalogueEntry } from './entry.ts'

/** A family of finalizers, ready to be compared with names. */
export interface Pattern {
  /** `finalizer` of its entry. */
  readonly name: string
  matches(finalizer: string): boolean
}

/** The patterns of entries that stand for a family of names, the most specific first. */
export function patternsOf(families: readonly CatalogueEntry[]): readonly Pattern[] {
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
