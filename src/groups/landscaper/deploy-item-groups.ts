import type { CustomResource, DeletionGroups, Note, Remaining } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { documentOf } from '../document/parse-documents.ts'
import { namespaceName, objectName } from '../object-name.ts'
import { deletesByGroups, type WantedList } from './configuration.ts'
import { LANDSCAPER_FINALIZER } from './deploy-item.ts'
import { readTimeout } from './deploy-timeout.ts'
import { landscaperGroups } from './landscaper-groups.ts'
import { itemOf, type ManagedResource } from './managed-resource.ts'
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
  const { name, namespace, annotations } = object.metadata
  // Set before the deletion when only finalizers are to go and nothing that was deployed.
  if (annotations?.['landscaper.gardener.cloud/delete-without-uninstall'] === 'true')
    return nothing('it is annotated with delete-without-uninstall')
  const notes: Note[] = []
  const item = documentOf(object, `deployitem ${namespace}/${name}`)
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
    target:
      item.down('spec', 'target', 'name')?.text() ||
      item.fail('spec.target names no Target, so it is not known in which cluster its objects are; set it'),
    finalizers: [LANDSCAPER_FINALIZER],
    remaining: [...groups.remaining, ...inventory.kept],
  }
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

const POLICIES = ['manage', 'immutable', 'fallback', 'keep', 'ignore', '']
/** Both deployers put it on what they deploy. */
const ITEM_LABEL = 'manifest.deployer.landscaper.gardener.cloud/deployitem'

/**
 * What `status.providerStatus` says was deployed: what may be deleted, and what its policy keeps; undefined when that
 * is nothing, which is a success without any delete to Landscaper.
 */
function readInventory(item: Field, notes: Note[]) {
  const entries = item.down('status', 'providerStatus', 'managedResources')?.items() ?? []
  if (entries.length === 0) return undefined
  const deletable: ManagedResource[] = []
  const kept: Remaining[] = []
  for (const entry of entries) {
    const policy = policyOf(entry)
    const resource = readResource(entry.at('resource') ?? entry)
    if (policy === 'keep' || policy === 'ignore') kept.push({ item: itemOf(resource), why: whyKept(policy, item) })
    else deletable.push(policy === 'fallback' ? { ...resource, onlyLabelled: labelledFor(item) } : resource)
    noteWrites(entry, resource, notes)
  }
  return { deletable, kept }
}

function whyKept(policy: string, item: Field): string {
  const isHelm = item.down('spec', 'type')?.text() === 'landscaper.gardener.cloud/helm'
  return `its policy is "${policy}"${isHelm ? ', which the helm deployer ignores' : ''}`
}

/** The manifest deployer's v1alpha1 recorded flat entries without a policy, all of which it manages. */
function policyOf(entry: Field): string {
  const policy = entry.at('policy')
  const text = policy?.text() ?? ''
  if (!POLICIES.includes(text))
    policy!.fail(
      `unknown policy "${text}", so it is not known whether this object may be deleted; known are manage, immutable, fallback, keep, ignore`,
    )
  return text
}

function readResource(resource: Field): ManagedResource {
  const name = resource.at('name') ?? resource.fail('the recorded object has no name')
  const namespace = resource.at('namespace')
  return {
    apiVersion: resource.at('apiVersion')?.text() || resource.fail('the recorded object has no apiVersion'),
    kind: resource.at('kind')?.text() || resource.fail('the recorded object has no kind'),
    name: objectName(name.text(), name),
    namespace: namespace?.text() ? namespaceName(namespace.text(), namespace) : undefined,
  }
}

function labelledFor(item: Field): NonNullable<ManagedResource['onlyLabelled']> {
  return { label: ITEM_LABEL, values: [item.down('metadata', 'name')!.text()] }
}

function noteWrites(entry: Field, { kind, name }: ManagedResource, notes: Note[]): void {
  for (const key of ['annotateBeforeDelete', 'patchBeforeDelete'])
    if (entry.at(key) !== undefined)
      notes.push({
        text: `${key} of ${kind} "${name}" is not done here; the manifest deployer does it before the first group`,
      })
}
