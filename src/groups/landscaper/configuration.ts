import type { Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'

const MANIFEST = 'manifest.deployer.landscaper.gardener.cloud'
const HELM = 'helm.deployer.landscaper.gardener.cloud'

/** The list for the end of the DeployItem, or that for its update. */
export type WantedList = 'deletionGroups' | 'deletionGroupsDuringUpdate'

/** Whether this configuration's deployer deletes by groups: both do but for a real Helm release. */
export function deletesByGroups(config: Field): boolean {
  const group = deployerOf(config)
  return group === MANIFEST || (group === HELM && config.at('helmDeployment')?.flag() === false)
}

/** The wanted list as its deployer honours it; undefined is the default order. Refuses deployers without groups. */
export function honouredList(config: Field, wanted: WantedList, notes: Note[]): Field | undefined {
  if (!deletesByGroups(config)) refuse(config)
  const apiVersion = config.at('apiVersion')!.text()
  const list = config.at(wanted)
  if (apiVersion !== `${MANIFEST}/v1alpha1` || list === undefined) return list
  notes.push({
    ...list.place,
    text: `the manifest deployer drops ${wanted} of ${apiVersion}, so Landscaper's default order is used; v1alpha2 uses them`,
  })
  return undefined
}

function refuse(config: Field): never {
  if (deployerOf(config) !== HELM)
    config.fail('its deployer deletes without groups; let the deployer delete it, or specify your own groups with -f')
  const name = config.at('name')?.text() ?? ''
  const namespace = config.at('namespace')?.text() ?? ''
  return config.fail(
    `this is the real Helm release "${namespace}/${name}", which ends by helm uninstall in its target cluster and not by groups; do that, then remove the finalizer`,
  )
}

function deployerOf(config: Field): string {
  return config.at('apiVersion')?.text().split('/')[0] ?? ''
}
