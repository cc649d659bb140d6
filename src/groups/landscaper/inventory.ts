import type { Note, Remaining } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { objectName } from '../object-name.ts'
import { itemOf, type ManagedResource } from './managed-resource.ts'

/** What `status.providerStatus` says was deployed: what may be deleted, and what its policy keeps. */
export interface Inventory {
  readonly deletable: readonly ManagedResource[]
  readonly kept: readonly Remaining[]
}

const POLICIES = ['manage', 'immutable', 'fallback', 'keep', 'ignore', '']
/** Both deployers put it on what they deploy. */
const ITEM_LABEL = 'manifest.deployer.landscaper.gardener.cloud/deployitem'

/** The inventory of a DeployItem; undefined when it has none, which is a success without any delete to Landscaper. */
export function readInventory(item: Field, notes: Note[]): Inventory | undefined {
  const entries = item.down('status', 'providerStatus', 'managedResources')?.items() ?? []
  if (entries.length === 0) return undefined
  const deletable: ManagedResource[] = []
  const kept: Remaining[] = []
  for (const entry of entries) {
    const policy = policyOf(entry)
    const resource = readResource(entry.at('resource') ?? entry)
    if (policy === 'keep' || policy === 'ignore') kept.push({ item: itemOf(resource), why: keptBy(policy, item) })
    else deletable.push(policy === 'fallback' ? { ...resource, onlyLabelled: labelledFor(item) } : resource)
    noteWrites(entry, resource, notes)
  }
  return { deletable, kept }
}

function keptBy(policy: string, item: Field): string {
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
    namespace: namespace?.text() ? objectName(namespace.text(), namespace) : undefined,
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
