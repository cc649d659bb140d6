import type { CustomResource, DeletionGroups, Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { deletesByGroups, type WantedList } from './configuration.ts'
import { deployItemDocument, keepsWhatItDeployed, LANDSCAPER_FINALIZER } from './deploy-item.ts'
import { readTimeout } from './deploy-timeout.ts'
import { readInventory } from './inventory.ts'
import { landscaperGroups } from './landscaper-groups.ts'
import { type LandscaperFile, readLists } from './written-lists.ts'

/**
 * The groups of a DeployItem over what it deployed; they are written in its own configuration, or in a file instead.
 * None where the deployer would delete nothing: it recorded nothing, its policies keep all, or it was told not to.
 */
export function deployItemGroups(
  { object }: CustomResource,
  file: LandscaperFile | undefined,
  wanted: WantedList,
): DeletionGroups {
  if (keepsWhatItDeployed(object)) return nothing('it is annotated with delete-without-uninstall')
  const notes: Note[] = []
  const item = deployItemDocument(object)
  const config =
    item.down('spec', 'config') ?? item.fail('spec.config is missing, so its deployer is not known; set it')
  const written = readLists(file ?? { in: 'configuration', field: config }, wanted, notes)
  const inventory = readInventory(item, notes)
  if (inventory === undefined) {
    if (!deletesByGroups(config))
      item.fail(
        'no managedResources are recorded, so it is not known what it deployed; find and delete that first, then remove the finalizer',
      )
    return nothing('no managedResources are recorded')
  }
  const none = { ...nothing('its policies keep all of them'), remaining: inventory.kept }
  if (inventory.deletable.length === 0) return none
  const groups = landscaperGroups(written, inventory.deletable, [
    ...lastErrorNote(item),
    ...notes,
    ...removalNote(item),
  ])
  const timeoutSeconds = readTimeout(item)
  return {
    ...groups,
    timeoutSeconds,
    target: targetOf(item),
    finalizers: [LANDSCAPER_FINALIZER],
    remaining: [...groups.remaining, ...inventory.kept],
  }
}

function targetOf(item: Field): string {
  return (
    item.down('spec', 'target', 'name')?.text() ||
    item.fail('spec.target names no Target, so it is not known in which cluster its objects are; set it')
  )
}

/** What the deployer itself met is the first thing to know. */
function lastErrorNote(item: Field): Note[] {
  const error = item.down('status', 'lastError')
  const text = ['reason', 'message'].flatMap(key => error?.at(key)?.scalar() || []).join(': ')
  return text === '' ? [] : [{ text: `the deployer's last error: ${text}` }]
}

function removalNote(item: Field): Note[] {
  if (item.down('spec', 'onDelete', 'skipUninstallIfClusterRemoved')?.flag() !== true) return []
  return [
    { text: 'skipUninstallIfClusterRemoved is set: when the target cluster is gone, only the finalizer has to go' },
  ]
}

function nothing(why: string): DeletionGroups {
  const note = { text: `nothing is deleted: ${why}; as the deployer does, only the finalizer is left to remove` }
  return { ...landscaperGroups([], [], [note]), finalizers: [LANDSCAPER_FINALIZER] }
}
