import type { CustomResource, DeletionGroups, Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import type { WantedList } from './configuration.ts'
import { isDeployItem } from './deploy-item.ts'
import { DEFAULT_TIMEOUT_SECONDS } from './deploy-timeout.ts'
import { landscaperGroups } from './landscaper-groups.ts'
import type { ManagedResource } from './managed-resource.ts'
import { type LandscaperFile, readLists } from './written-lists.ts'

const GROUP = 'landscaper.gardener.cloud'

/** Whether a document holds Landscaper's groups: a DeployItem, a deployer's configuration, or the bare lists. */
export function isLandscaper(document: Field): boolean {
  return isItem(document) || isConfiguration(document) || isBare(document)
}

/** The groups of a file. A DeployItem in it has to be the one that is asked for. */
export function readLandscaperFile(document: Field, { object }: CustomResource): LandscaperFile {
  if (isBare(document)) return { in: 'bare', field: document }
  if (isConfiguration(document)) return { in: 'configuration', field: document }
  const name = document.down('metadata', 'name')?.text() ?? ''
  const namespace = document.down('metadata', 'namespace')?.text() ?? object.metadata.namespace
  if (!isDeployItem(object) || name !== object.metadata.name || namespace !== object.metadata.namespace)
    document.fail(
      `this is the DeployItem "${name}", but the command names ${object.kind} "${object.metadata.name}"; specify the file of that one`,
    )
  const config = document.down('spec', 'config') ?? document.fail('spec.config is missing; write the groups there')
  return { in: 'configuration', field: config }
}

/** A file's groups over what another resource than a DeployItem owns. */
export function fileGroups(
  file: LandscaperFile,
  owned: readonly ManagedResource[],
  wanted: WantedList,
): DeletionGroups {
  const notes: Note[] = [
    {
      text: 'the groups are filled with what the resource owns, because it does not record its objects as a DeployItem does',
    },
  ]
  const written = readLists(file, wanted, notes)
  return { ...landscaperGroups(written, owned, notes), timeoutSeconds: DEFAULT_TIMEOUT_SECONDS }
}

function isItem(document: Field): boolean {
  return document.at('kind')?.scalar() === 'DeployItem' && groupOf(document) === GROUP
}

function isConfiguration(document: Field): boolean {
  return document.at('kind')?.scalar() === 'ProviderConfiguration' && groupOf(document).endsWith(`.${GROUP}`)
}

function isBare(document: Field): boolean {
  const hasLists = document.entries().some(([key]) => key === 'deletionGroups' || key === 'deletionGroupsDuringUpdate')
  return document.at('kind') === undefined && hasLists
}

function groupOf(document: Field): string {
  return document.at('apiVersion')?.scalar().split('/')[0] ?? ''
}
