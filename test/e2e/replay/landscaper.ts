import { readFileSync } from 'node:fs'
import { leaveTraces } from '../explain/operator.ts'
import { createApi, Rejected, type Thing } from '../rig/api.ts'
import { createCrd } from '../rig/crd.ts'
import { api, namespace, target } from '../rig/rig.ts'
import { startSandbox } from '../rig/start-target.ts'

export const FINALIZER = 'finalizer.landscaper.gardener.cloud'
const GROUP = 'landscaper.gardener.cloud'
export const MANIFEST = { apiVersion: `manifest.deployer.${GROUP}/v1alpha2`, kind: 'ProviderConfiguration' }

/** Landscaper's two types, served; the group is its own, so that other tests may have made them. */
export async function landscaperTypes(): Promise<void> {
  for (const kind of ['DeployItem', 'Target']) {
    const made = createCrd(api, { group: GROUP, kind, versions: ['v1alpha1'] })
    await made.catch(error => {
      if (!(error instanceof Rejected && error.reason === 'AlreadyExists')) throw error
    })
  }
}

interface Parts {
  readonly managed: readonly object[]
  readonly deletionGroups?: readonly object[]
  readonly spec?: object
}

/** DeployItem app-x for Target t1, deleted, its deployer gone; and the words that name it. */
export async function stuckItem({ managed, deletionGroups, spec = {} }: Parts) {
  await landscaperTypes()
  await leaveTraces({ group: GROUP, plural: 'deployitems' })
  const place = await namespace()
  const config = { ...MANIFEST, ...(deletionGroups && { deletionGroups }) }
  const created = await api.create({
    apiVersion: `${GROUP}/v1alpha1`,
    kind: 'DeployItem',
    metadata: { name: 'app-x', namespace: place, finalizers: [FINALIZER] },
    spec: { type: `${GROUP}/kubernetes-manifest`, target: { name: 't1' }, config, ...spec },
  })
  const providerStatus = { apiVersion: MANIFEST.apiVersion, kind: 'ProviderStatus', managedResources: managed }
  await api.patch(created, { status: { phase: 'Deleting', providerStatus } }, { subresource: '/status' })
  await api.delete(created)
  return { place, item: (await api.get(created))!, words: [`deployitems.${GROUP}/app-x`, '-n', place] as const }
}

/** `policy` and the resource of an object, as a deployer records it. */
export function manage({ apiVersion, kind, metadata: { name, namespace } }: Thing, policy = 'manage'): object {
  return { policy, resource: { apiVersion, kind, name, ...(namespace && { namespace }) } }
}

export async function createTarget(place: string, spec: object): Promise<void> {
  await api.create({
    apiVersion: `${GROUP}/v1alpha1`,
    kind: 'Target',
    metadata: { name: 't1', namespace: place },
    spec: { type: `${GROUP}/kubernetes-cluster`, ...spec },
  })
}

/** A second cluster, for a Target: the program's own practice cluster. Hold it with `await using`. */
export async function secondCluster() {
  const running = await startSandbox(target().program, undefined)
  const { kubeconfig, admin } = running.target
  return {
    api: createApi(admin),
    kubeconfig,
    text: readFileSync(kubeconfig, 'utf8'),
    [Symbol.asyncDispose]: () => running.stop(),
  }
}
