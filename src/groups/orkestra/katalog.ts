import type { Field } from '../document/field.ts'

/** The kinds of Orkestra's own files, under its names of all times. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'orkestra.orkspace.io/v1': ['Katalog', 'Komposer', 'Motif'],
  'orkestra.konductor.io/v1Alpha': ['Katalog', 'Komposer', 'Motif'],
  'inrun.dev/v1': ['Catalog', 'Stack', 'Module'],
}
/** No other system has files of these kinds; the names after the rename are too common to tell. */
const UNMISTAKABLE = ['Katalog', 'Komposer', 'Motif']
const ALL_KINDS = new Set(Object.values(KINDS).flat())
const KNOWN = Object.keys(KINDS).join(', ')
const GROUPS = Object.keys(KINDS).map(apiVersion => apiVersion.split('/')[0]!)

/** One CRD of a Katalog, with what the Katalog says for all of them. */
export interface KatalogEntry {
  readonly name: string
  readonly entry: Field
  readonly katalog: Field
}

/** Whether a document is one of Orkestra's. One that is only nearly so is a GroupsError. */
export function isOrkestra(document: Field): boolean {
  const kind = document.at('kind')?.scalar() ?? ''
  const apiVersion = document.at('apiVersion')
  const group = apiVersion?.scalar().split('/')[0] ?? ''
  if (!GROUPS.includes(group)) {
    if (!UNMISTAKABLE.includes(kind)) return false
    const written =
      apiVersion === undefined ? 'it has no apiVersion' : `the apiVersion "${apiVersion.scalar()}" is wrong`
    return (apiVersion ?? document).fail(`this is a ${kind}, and ${written}; known are ${KNOWN}`)
  }
  if (!ALL_KINDS.has(kind)) return false
  if (!KINDS[apiVersion!.scalar()]?.includes(kind))
    apiVersion!.fail(`there is no ${kind} in "${apiVersion!.scalar()}"; known are ${KNOWN}`)
  return true
}

/** The entries of `spec.crds`: a map of names today, a list with `name` in the first releases. */
export function entriesOf(katalog: Field): KatalogEntry[] {
  const crds = katalog.down('spec', 'crds')
  if (crds === undefined) return []
  const named: [string, Field][] = crds.isList
    ? crds.items().map(entry => [entry.at('name')?.text() ?? '', entry])
    : crds.entries()
  return named.map(([name, entry]) => ({ name, entry, katalog }))
}
