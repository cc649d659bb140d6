import type { DrainerRow } from '../diagnosis/catalogue/drainers.ts'
import type { CatalogueEntry } from '../diagnosis/catalogue/entry.ts'
import type { UserField } from '../diagnosis/catalogue/in-use.ts'
import type { FieldTest, Inventory } from '../diagnosis/catalogue/inventories.ts'
import type { Outside, OutsideRow } from '../diagnosis/catalogue/outside.ts'
import type { EntryRows } from '../diagnosis/catalogue/rows.ts'
import type { PauseSwitch } from '../diagnosis/catalogue/switches.ts'

/** A field of a description: each line of it begins a line of its own, and the last one is its source. */
export type Field = readonly [label: string, ...lines: string[]]

/** The rows of a project as fields of a description of one entry, each with its source. */
export function rowFields(rows: EntryRows, project: string): readonly Field[] {
  return [
    ...rows.outside.map(row => outsideField(row)),
    ...rows.refersBy.map(
      row =>
        [
          'Refers by',
          `${'label' in row && row.label !== undefined ? `label ${row.label}` : row.field} names ${row.resource}${'name' in row && row.name !== undefined ? ` called ${row.name}` : ''}, which the controller needs to finish`,
          sourceOf(row),
        ] as const,
    ),
    ...rows.pausedBy.map(row => ['Paused by', pauseText(row), sourceOf(row)] as const),
    ...rows.confirmedBy.map(
      row =>
        [
          'Confirmed by',
          `annotation ${row.annotation}, where entries of ${row.entries} have ${row.flag}: the controller waits for it`,
          sourceOf(row),
        ] as const,
    ),
    ...rows.inUse.map(
      row =>
        [
          'In use',
          `it stays while it is used by ${row.users.map(userText).join('; ')}`,
          `If removed while in use: ${row.loss}.`,
          sourceOf(row),
        ] as const,
    ),
    ...rows.drains.map(row => ['Drains', ...drainLines(row), sourceOf(row)] as const),
    ...rows.inventories.map(row => ['Deletes', ...inventoryLines(row), sourceOf(row)] as const),
    ...rows.waysOut.map(way => wayOutField(way, project)),
  ]
}

/** Where a controller runs that is no Pod of the cluster. */
export function outsideField(outside: Outside | OutsideRow): Field {
  const { served, nodeLabels, says }: Partial<OutsideRow> = outside
  const only = [
    ...(served === undefined ? [] : [`in a cluster that serves ${served}`]),
    ...(says === undefined ? [] : [`in a cluster whose ${says.resource}/${says.name} has ${says.field} ${says.value}`]),
    ...(nodeLabels === undefined ? [] : [`in a cluster with nodes labelled ${nodeLabels.join(' or ')}`]),
  ]
  const not = outside.runs === 'either' || only.length > 0 ? 'not always as a Pod' : 'not as a Pod'
  return [
    'Runs',
    `${[not, ...only].join(', ')}: ${outside.where}`,
    `Look at: ${outside.look}`,
    ...outside.commands.map(command => `  ${command}`),
    sourceOf(outside),
  ]
}

function wayOutField(way: EntryRows['waysOut'][number], project: string): Field {
  const set = way.set === undefined ? [] : [settingText(way.set)]
  return [
    'Alternative',
    `${way.by}, risk ${way.risk}: ${way.summary}`,
    ...set,
    ...(way.when === undefined ? [] : [`Only with: ${way.when.map(testText).join(' or ')}`]),
    ...(way.commands ?? []).map(command => `  ${command}`),
    ...(way.project === project ? [] : [`Offered by: ${way.project}`]),
    sourceOf(way),
  ]
}

function settingText(set: NonNullable<EntryRows['waysOut'][number]['set']>): string {
  if ('of' in set) return `Set ${set.field}=${set.value} on ${set.of} ${set.name} of its namespace.`
  if ('clear' in set) return `Clear ${set.clear}.`
  if ('annotation' in set) return `Set annotation ${set.annotation}=${set.value}.`
  const where = (set.where ?? []).map(other => {
    if ('has' in other) return `spec.${other.field} has ${other.has}`
    return 'lacks' in other ? `spec.${other.field} lacks ${other.lacks}` : `spec.${other.field} is absent`
  })
  const only = where.length === 0 ? '' : `, which counts only while ${where.join(' and ')}`
  return `Set spec.${set.field}=${JSON.stringify(set.value)}${only}.`
}

function pauseText({ place, on, stopsDeletion }: Omit<PauseSwitch, 'of'>): string {
  const which = on === undefined ? '' : `, on the object of ${on.resource} that label ${on.label} names`
  return `${placeText(place)}${which}${stopsDeletion ? '' : ' (deletions are finished anyway)'}`
}

function placeText(place: PauseSwitch['place']): string {
  if ('empty' in place) return `spec.${place.field}, while the list is empty`
  if ('field' in place) return `spec.${place.field}`
  if ('label' in place) return `label ${place.label}`
  return `annotation ${place.annotation}${place.value === 'true' ? '=true' : ''}`
}

function userText(user: UserField): string {
  if (user.by === 'range') return 'addresses that only this range covers'
  if (user.by === 'finalizer') return `${user.resource} that the end of its name names`
  if (user.by === 'object') return `${user.resource} that its ${user.field} names`
  const { only } = user
  const some = only === undefined ? '' : ` (only with ${testText({ field: only.field, is: only.values })})`
  const unset = user.unset === undefined ? '' : ` (${user.unset} where it is not set)`
  return `${user.resource} by their ${user.field}${unset}${user.in === 'any' ? ', in any namespace' : ''}${some}`
}

function drainLines({ node, spares, leaves, hooks, deadline, unless }: DrainerRow): readonly string[] {
  const limits = deadline?.limits ?? []
  return [
    `the controller drains ${node === undefined ? 'the node' : `the node that ${node} names`} first; a PodDisruptionBudget can block that`,
    ...(limits.length === 0
      ? []
      : [`Limit: ${limits.join(' or ')}${deadline?.of ? ` of its ${deadline.of.kind}` : ''}`]),
    ...(deadline?.at === undefined ? [] : [`Deadline: annotation ${deadline.at}`]),
    ...(hooks === undefined
      ? []
      : [`Waits for: ${'annotation' in hooks ? `annotations that begin with ${hooks.annotation}` : hooks.field}`]),
    ...(spares === undefined ? [] : [`Not evicted: Pods with annotation ${spares}`]),
    ...(leaves === undefined ? [] : [`Not evicted: Pods with label ${leaves.join('=')}`]),
    ...(unless === undefined ? [] : [`Not drained: with annotation ${unless}`]),
  ]
}

function inventoryLines({
  path,
  waits,
  deletes = [],
  here = [],
  keeps = [],
  spares = [],
}: Inventory): readonly string[] {
  return [
    `what ${path} lists, before it removes the finalizer${waits ? '; it waits until that is gone' : ''}`,
    ...(deletes.length === 0 ? [] : [`Only with: ${deletes.map(testText).join(' and ')}`]),
    ...(here.length === 0 ? [] : [`In this cluster only with: ${here.map(testText).join(' or ')}`]),
    ...(keeps.length === 0 && spares.length === 0
      ? []
      : [
          `Kept: ${[...spares, ...keeps.map(({ annotation, value }) => `what has annotation ${annotation}=${value}`)].join(', ')}`,
        ]),
  ]
}

function testText(test: FieldTest): string {
  if ('startsWith' in test) return `${test.field} beginning with ${test.startsWith}`
  return `${test.field} ${test.is.map(value => (value === null ? 'absent' : JSON.stringify(value))).join(' or ')}`
}

export function sourceOf({ source }: Pick<CatalogueEntry, 'source'>): string {
  return `Source: ${source}`
}
