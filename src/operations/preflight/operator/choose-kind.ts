import { type ResourceType, resourceName } from '../../../api/resource-type.ts'
import { readWhole } from '../../../cluster/read-whole.ts'
import type { Finding } from '../../../cluster/scan/scan.ts'
import { Misuse, message, Trouble } from '../../../messages/sentence.ts'
import { isOwn } from '../sources/helm-release.ts'
import { isStored } from '../sources/helm-storage.ts'
import type { OperatorKind } from './operator-name.ts'
import { type OperatorTools, SUBSCRIPTIONS } from './parts.ts'

/**
 * What a bare name means. A Deployment that came with a release or a Subscription of the same name is the same
 * operator. Rejects with an Error of one line where nothing has the name, and with a Misuse where several have it.
 */
export async function chooseKind(
  name: string,
  definitions: readonly Finding[],
  tools: OperatorTools,
): Promise<OperatorKind> {
  const { namespace, transport, discovery, signal } = tools
  const read = async (resource: string) => {
    const type = discovery.types.find((each: ResourceType) => resourceName(each) === resource)
    return type && (await readWhole(transport, type, { name, namespace }, signal))
  }
  const [release, subscription, deployment] = await Promise.all([
    isStored(name, namespace, tools),
    read(SUBSCRIPTIONS),
    read('deployments.apps'),
  ])
  const isPart =
    deployment !== undefined &&
    ((release && isOwn(deployment.metadata, name, namespace)) ||
      (subscription !== undefined &&
        deployment.metadata.ownerReferences?.some(({ kind }) => kind === 'ClusterServiceVersion')))
  const has: Readonly<Record<OperatorKind, boolean>> = {
    helm: release,
    subscription: subscription !== undefined,
    deployment: deployment !== undefined && !isPart,
    group: definitions.some(({ meta }) => groupOf(meta.name) === name),
  }
  const [kind, ...others] = (Object.keys(has) as OperatorKind[]).filter(each => has[each])
  if (kind === undefined) throw new Trouble(message('OperatorNotFound', { name, namespace }))
  if (others.length > 0) throw new Misuse(message('OperatorAmbiguous', { name, kinds: [kind, ...others] }))
  return kind
}

export function groupOf(definition: string): string {
  return definition.slice(definition.indexOf('.') + 1)
}
