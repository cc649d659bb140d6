import { parse } from 'yaml'
import type { KubeObject } from '../../api/object.ts'
import { discover } from '../../cluster/discovery/discovery.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { OpenCluster } from '../../execute/ordered/ordered-tools.ts'
import type { DeletionGroups } from '../../groups/deletion-groups.ts'
import { Misuse, message, Trouble } from '../../messages/sentence.ts'
import { reachByFile } from '../../plan/aim.ts'
import type { ReplayRun, TargetKubeconfig } from './request.ts'

const GROUP = 'landscaper.gardener.cloud'
const KUBERNETES_CLUSTER = `${GROUP}/kubernetes-cluster`

/** Throws Misuse for a --target that no group uses: a slip would lead to the Target's own cluster. */
export function refuseUnusedTargets(
  { target, groups }: Pick<DeletionGroups, 'target' | 'groups'>,
  given: readonly TargetKubeconfig[],
): void {
  const used = [target, ...groups.map(group => group.target)].filter(name => name !== undefined)
  const unused = given.find(each => !used.includes(each.target))
  if (unused === undefined) return
  throw new Misuse(message('TargetUnused', { target: unused.target, used: [...new Set(used)] }))
}

/**
 * Connects to the cluster of a Landscaper Target: by the kubeconfig of --target, else by the Target in the DeployItem's
 * namespace. A missing Target, or unsupported credentials, is an Error that says how to go on: sought in another
 * cluster, the objects would falsely count as gone.
 */
export async function openTarget(target: string, namespace: string | undefined, run: ReplayRun): Promise<OpenCluster> {
  const { request, ports } = run
  const named = request.targets.findLast(each => each.target === target)
  const session =
    named === undefined
      ? await ports.connectTo({ name: `Target ${target}`, kubeconfig: await kubeconfigOf(target, namespace, run) })
      : await ports.connectTo({ path: named.path, context: named.context })
  const { transport, place } = session
  const reach =
    named === undefined ? { place: message('InClusterOfTarget', { target }) } : reachByFile(named.path, named.context)
  const discovery = await discover(transport, ports.signal)
  const open = { cluster: { name: target, place }, transport, discovery, reach }
  run.clusters.set(target, open)
  return open
}

async function kubeconfigOf(target: string, namespace: string | undefined, run: ReplayRun): Promise<string> {
  const { home, ports } = run
  const type = home.discovery.types.find(each => each.group === GROUP && each.plural === 'targets')
  const object = type && (await readWhole(home.transport, type, { name: target, namespace }, ports.signal))
  if (object === undefined) throw new Trouble(message('TargetMissing', { target, namespace: namespace ?? 'default' }))
  const { spec } = object as KubeObject & { spec?: TargetSpec }
  if (spec?.type !== KUBERNETES_CLUSTER) throw new Trouble(message('TargetOfOtherType', { target, type: spec?.type }))
  if (spec.secretRef?.name !== undefined) return fromSecret(spec.secretRef, target, namespace, run)
  const content = contentOf(spec.config)
  if (content === undefined) throw new Trouble(message('TargetWithoutKubeconfig', { target }))
  return content
}

interface TargetSpec {
  readonly type?: string
  readonly config?: unknown
  readonly secretRef?: { readonly name?: string; readonly key?: string }
}

async function fromSecret(
  { name = '', key }: NonNullable<TargetSpec['secretRef']>,
  target: string,
  namespace: string | undefined,
  { home, ports }: ReplayRun,
): Promise<string> {
  const type = home.discovery.types.find(each => each.group === '' && each.plural === 'secrets')
  const secret = type && (await readWhole(home.transport, type, { name, namespace }, ports.signal))
  if (secret === undefined)
    throw new Trouble(message('TargetSecretMissing', { secret: name, target, namespace: namespace ?? 'default' }))
  const { data } = secret as { data?: Readonly<Record<string, string>> }
  const value = data?.[key ?? 'kubeconfig']
  if (value === undefined)
    throw new Trouble(message('TargetSecretLacksKey', { secret: name, target, key: key ?? 'kubeconfig' }))
  const text = Buffer.from(value, 'base64').toString('utf8')
  // Under a key that the Target names there may be all that a Target's config may hold.
  const content = key === undefined ? text : contentOf(parsed(text))
  if (content === undefined) throw new Trouble(message('TargetSecretUnusable', { secret: name, target }))
  return content
}

function parsed(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** A string of YAML, or the kubeconfig as an object; with other known keys it is no kubeconfig. */
function contentOf(config: unknown): string | undefined {
  if (typeof config !== 'object' || config === null) return undefined
  const { kubeconfig, oidcConfig, selfConfig } = config as Record<string, unknown>
  if (oidcConfig !== undefined || selfConfig !== undefined) return undefined
  const content = kubeconfig ?? config
  return typeof content === 'string' ? content : JSON.stringify(content)
}
