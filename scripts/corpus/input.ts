import type { Fact, Query } from '../../src/api/fact.ts'
import type { ResourceType } from '../../src/api/resource-type.ts'
import type { Unreadable } from '../../src/api/terminating.ts'
import type { CatalogueEntry } from '../../src/diagnosis/catalogue/entry.ts'
import type { Rows } from '../../src/diagnosis/catalogue/rows.ts'
import type { StuckObject } from '../../src/diagnosis/stuck-object.ts'

/** All that one diagnosis knew, as plain data. */
export interface Input {
  /** RFC 3339. */
  readonly now: string
  readonly types: readonly ResourceType[]
  /** `everyOther`: of all groups but those of Kubernetes itself. */
  readonly unknownGroups: { readonly groups: readonly string[]; readonly everyOther: boolean }
  /** Places in `terminating` of what was to be explained. */
  readonly asked: readonly number[]
  readonly terminating: readonly StuckObject[]
  readonly unreadable: readonly Unreadable[]
  readonly content: {
    readonly of: Readonly<Record<string, readonly StuckObject[]>>
    /** Terminating namespaces of which all is known that is left there; true: each, false: none. */
    readonly complete: boolean | readonly string[]
  }
  readonly catalogue: OwnCatalogue
  /** Every question that was asked, with its answer. */
  readonly facts: readonly Read[]
  /** What else was asked for the corpus: dry runs, which nothing else tells. */
  readonly beside: readonly Read[]
  /** What was there beside, by which questions are answered that were not asked: all objects of each type, where they could be read. */
  readonly cluster: Readonly<Record<string, Fact<unknown>>>
}

/** What is added to the catalogue that is shipped, or takes its place. The shipped one is never kept: it is that of the sources. */
export interface OwnCatalogue {
  readonly onShipped: boolean
  readonly entries: readonly CatalogueEntry[]
  readonly rows: Partial<Rows>
}

export interface Read {
  readonly query: Query
  readonly fact: Fact<unknown>
}
