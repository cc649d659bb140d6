import { readYaml } from '../../api/yaml-text.ts'
import type { CatalogueEntry, KnownController, Particulars, Risk, Verified } from './entry.ts'
import type { OutsideRow } from './outside.ts'
import type { Rows } from './rows.ts'
import type { PauseSwitch, SwitchPlace } from './switches.ts'
import type { WayOut } from './ways-out.ts'

/** A file as its schema has it (docs/schema/catalogue-v1.json). */
interface CatalogueFile extends Omit<Partial<Rows>, 'outside' | 'waysOut' | 'pausedBy'> {
  readonly project: string
  readonly outside?: readonly Unlisted<OutsideRow>[]
  readonly waysOut?: readonly Omit<WayOut, 'project'>[]
  readonly pausedBy?: readonly (SwitchItem & Pick<PauseSwitch, 'of' | 'kinds' | 'on'>)[]
  readonly controllers?: readonly (Pick<KnownController, 'name'> & {
    readonly outside?: Unlisted<NonNullable<KnownController['outside']>>
    readonly namespaces?: readonly string[]
    readonly selector?: string
    readonly finalizers: readonly FinalizerItem[]
  })[]
}

/** Without commands where there are none. */
type Unlisted<T extends { readonly commands: unknown }> = Omit<T, 'commands'> & Partial<Pick<T, 'commands'>>

type SwitchItem = SwitchPlace & Pick<PauseSwitch, 'stopsDeletion' | 'source'>

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
  readonly pausedBy?: readonly SwitchItem[]
}

/** An entry as its file has it, and the names that a family has to find. */
export interface FiledEntry {
  readonly entry: CatalogueEntry
  readonly examples: readonly string[]
}

export interface Filed {
  readonly entries: readonly FiledEntry[]
  readonly rows: Rows
}

/** What a file of a catalogue says, as its author writes it. Throws YamlFault for the first mistake in it. */
export function readCatalogueFile(text: string, file: string): Filed {
  const { value, placeOf } = readYaml(text, file, 'catalogue')
  const { project, controllers = [] } = value as CatalogueFile
  const entries = controllers.flatMap(({ name, namespaces = [], selector = '', outside, finalizers }, at) => {
    const controller = { name, namespaces, selectorHint: selector, ...(outside && { outside: listed(outside) }) }
    return finalizers.map((item, index) => {
      const place = ['controllers', at, 'finalizers', index]
      return { entry: toEntry(item, project, controller, placeOf(place)), examples: item.examples ?? [] }
    })
  })
  return { entries, rows: rowsOf(value as CatalogueFile) }
}

function rowsOf({ project, outside, waysOut, pausedBy, ...rest }: CatalogueFile): Rows {
  const { confirmedBy = [], inUse = [], drains = [], inventories = [], refersBy = [], uidFields = [] } = rest
  return {
    ...{ confirmedBy, inUse, drains, inventories, refersBy, uidFields },
    outside: outside?.map(listed) ?? [],
    waysOut: waysOut?.map(way => ({ ...way, project: shortly(project) })) ?? [],
    pausedBy: pausedBy?.map(pauseOf) ?? [],
  }
}

function pauseOf({ of, kinds, on, ...item }: NonNullable<CatalogueFile['pausedBy']>[number]) {
  return { ...switchOf(item), of, ...(kinds && { kinds }), ...(on && { on }) }
}

/** `Istio operator (removed in 1.24)` is the Istio operator, where a sentence names it. */
function shortly(project: string): string {
  return project.replace(/ \([^()]*\)$/, '')
}

function listed<T extends { readonly commands?: readonly string[] }>(
  outside: T,
): T & { readonly commands: readonly string[] } {
  return { ...outside, commands: outside.commands ?? [] }
}

function switchOf({ stopsDeletion, source, ...place }: SwitchItem): Omit<PauseSwitch, 'of'> {
  return { place, stopsDeletion, source }
}

function toEntry(item: FinalizerItem, project: string, controller: KnownController, place: string): CatalogueEntry {
  const { name, examples: _, kinds, cleans, ifRemoved, risk, verified = 'none', waysOut, pausedBy, ...rest } = item
  const { goneWhen = '', checkFirst = '', source = place, ...particulars } = rest
  const told = { cleans, goneWhen, ifRemoved, risk, checkFirst, source, verified, ...particulars }
  const ways = waysOut?.map(way => ({ ...way, project: shortly(project) }))
  const pauses = pausedBy?.map(switchOf)
  const of = { finalizer: name, kinds, project, controller }
  return { ...of, ...told, ...(ways && { waysOut: ways }), ...(pauses && { pausedBy: pauses }) }
}
