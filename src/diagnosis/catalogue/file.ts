import { readYaml, YamlFault } from '../../api/yaml-text.ts'
import type { SwitchPlace } from '../pauses/switches.ts'
import type { CatalogueEntry, KnownController, Particulars, Risk, Verified } from './entry.ts'
import type { WayOut } from './ways-out.ts'

/** A file as its schema has it (docs/schema/catalogue-v1.json). */
interface CatalogueFile {
  readonly project: string
  readonly controllers: readonly (Pick<KnownController, 'name' | 'outside'> & {
    readonly namespaces?: readonly string[]
    readonly selector?: string
    readonly finalizers: readonly FinalizerItem[]
  })[]
}

interface FinalizerItem extends Omit<Particulars, 'waysOut' | 'pausedBy'> {
  readonly name: string
  readonly examples?: readonly string[]
  readonly kinds: readonly string[]
  readonly cleans: string
  readonly goneWhen?: string
  readonly ifRemoved: string
  readonly risk: Risk
  readonly checkFirst?: string
  readonly source?: string
  readonly verified?: Verified
  readonly waysOut?: readonly Omit<WayOut, 'finalizers' | 'project'>[]
  readonly pausedBy?: readonly (SwitchPlace & { readonly stopsDeletion: boolean; readonly source: string })[]
}

/** An entry as its file has it, and the names that a family has to find. */
export interface FiledEntry {
  readonly entry: CatalogueEntry
  readonly examples: readonly string[]
}

/** The entries of a catalogue's file. Throws YamlFault for the first mistake in it. */
export function readCatalogueFile(text: string, file: string): readonly FiledEntry[] {
  const { value, placeOf } = readYaml(text, file, 'catalogue')
  const { project, controllers } = value as CatalogueFile
  return controllers.flatMap(({ name, namespaces = [], selector = '', outside, finalizers }, at) => {
    const controller = {
      name,
      namespaces,
      selectorHint: selector,
      ...(outside && { outside: { ...outside, commands: outside.commands ?? [] } }),
    }
    return finalizers.map((item, index) => {
      const place = ['controllers', at, 'finalizers', index]
      const problem = problemOf(item)
      if (problem !== undefined) throw new YamlFault(`${placeOf([...place, 'name'])}: ${problem}`)
      return { entry: toEntry(item, project, controller, placeOf(place)), examples: item.examples ?? [] }
    })
  })
}

/** What the schema cannot say. */
function problemOf({ name, expression }: FinalizerItem): string | undefined {
  if (expression !== undefined && !name.includes('*'))
    return 'only the name of a family, with "*" in it, has an expression'
  const star = name.indexOf('*')
  if (star >= 0 && expression === undefined && star < name.length - 1)
    return 'a name with "*" before its end needs an expression, which tells exactly what it stands for'
  return undefined
}

function toEntry(item: FinalizerItem, project: string, controller: KnownController, place: string): CatalogueEntry {
  const { name, examples: _, kinds, cleans, ifRemoved, risk, verified = 'none', waysOut, pausedBy, ...rest } = item
  const { goneWhen = '', checkFirst = '', source = place, ...particulars } = rest
  const known = {
    finalizer: name,
    kinds,
    project,
    controller,
    cleans,
    goneWhen,
    ifRemoved,
    risk,
    checkFirst,
    source,
    verified,
  }
  const ways = waysOut?.map(way => ({ ...way, project }))
  const pauses = pausedBy?.map(({ stopsDeletion, source, ...place }) => ({ place, stopsDeletion, source }))
  return { ...known, ...particulars, ...(ways && { waysOut: ways }), ...(pauses && { pausedBy: pauses }) }
}
