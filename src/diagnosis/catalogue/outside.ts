import { resourceName } from '../../api/resource-type.ts'
import { valuesAt } from '../../api/values-at.ts'
import { type Facts, once } from '../facts.ts'
import { concerns } from './kinds.ts'
import { isOneOf } from './wildcard.ts'

/** A controller that need not be a Pod of the cluster whose objects it looks after. */
export interface Outside {
  /**
   * `server`: part of a server process or of a managed control plane, never a Pod here. `elsewhere`: in another
   * cluster, with accounts of this one. `either`: a Pod here, or hidden in a managed control plane.
   */
  readonly runs: 'server' | 'elsewhere' | 'either'
  /** Who it is and where it runs, to follow "removed by". */
  readonly where: string
  /** What to look at to tell whether it still works, for people. */
  readonly look: string
  readonly commands: readonly string[]
  /** What it has to create beside the object to finish: nothing can be in a namespace that is terminating. */
  readonly creates?: string
  /** The workload here through which it reaches this cluster, or by which this cluster is joined to it. */
  readonly link?: { readonly namespace: string; readonly name: string }
  /** What stands here for the cluster that it runs in: called as `*` of the namespace, True while it is well. */
  readonly member?: { readonly resource: string; readonly namespace: string; readonly condition: string }
  /** Where it was read: `owner/repository:path`, or a page. */
  readonly source: string
}

/** For finalizers of a project; the first row that fits counts, unless a workload is shown to be the controller. */
export interface OutsideRow extends Outside {
  /** Names; `*` stands for any text. */
  readonly finalizers: readonly string[]
  /** As in the catalogue: `group/Kind`, `group/*`, `*.domain/*`; any where it is not said. */
  readonly kinds?: readonly string[]
  /** It only is so in a cluster that serves this type. */
  readonly served?: string
  /** Or one whose nodes have one of these labels or annotations. */
  readonly nodeLabels?: readonly string[]
  /** Or one in which this object, of a type without namespaces, has this value in this field. */
  readonly says?: { readonly resource: string; readonly name: string; readonly field: string; readonly value: string }
}

/** Where the controller of a catalogue entry runs, by the rows that do not depend on the cluster. */
export function knownOutside(
  rows: readonly OutsideRow[],
  finalizer: string,
  kinds: readonly string[],
): Outside | undefined {
  return rows.find(
    row => isUnconditional(row) && kinds.some(kind => fits(row, finalizer, kind === '*' ? undefined : kind)),
  )
}

/**
 * The same for this cluster: rows of managed clusters only if its types and nodes show one, or could not be read; rows
 * for any finalizer only if they show it. What the entry itself says (`own`) comes first.
 */
export function outsideOf(
  rows: readonly OutsideRow[],
  finalizer: string,
  resource: string,
  facts: Facts,
  own?: Outside,
): Outside | undefined {
  // One that came from a row may be for another kind of the entry.
  if (own !== undefined && !rows.some(row => row === own)) return own
  return once(facts, `outside ${resource} ${finalizer}`, () =>
    rows.find(row => fits(row, finalizer, resource) && appliesTo(row, facts)),
  )
}

function isUnconditional({ served, nodeLabels, says }: OutsideRow): boolean {
  return served === undefined && nodeLabels === undefined && says === undefined
}

function fits({ finalizers, kinds }: OutsideRow, finalizer: string, resource: string | undefined): boolean {
  if (kinds !== undefined && resource !== undefined && !concerns(kinds, resource)) return false
  return isOneOf(finalizers, finalizer)
}

function appliesTo({ finalizers, runs, served, nodeLabels, says }: OutsideRow, facts: Facts): boolean {
  if (says !== undefined) {
    const { resource, name, field, value } = says
    if (!facts.types.some(type => resourceName(type) === resource)) return false
    const object = facts.read({ about: 'object', resource, name })
    return object.state === 'unreadable' || (object.state === 'known' && valuesAt(object.value, field).includes(value))
  }
  if (served !== undefined) {
    const group = served.slice(served.indexOf('.') + 1)
    return facts.unknownGroups.has(group) || facts.types.some(type => `${type.plural}.${type.group}` === served)
  }
  if (nodeLabels === undefined) return true
  const nodes = facts.read({ about: 'metadata', resource: 'nodes' })
  // Of any finalizer at all it is said only where the nodes show it; a server need not be on one.
  if (nodes.state !== 'known' || (runs === 'server' && nodes.value.length === 0)) return !finalizers.includes('*')
  return nodes.value.some(({ labels, annotations }) => nodeLabels.some(each => each in { ...labels, ...annotations }))
}
