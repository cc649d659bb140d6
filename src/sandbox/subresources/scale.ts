import type { KubeObject } from '../../api/object.ts'
import type { Warned } from '../answer/answer.ts'
import { get } from '../read/get.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { trackUpdate, writerOf } from '../write/managed-fields.ts'
import { mergePatch } from '../write/merge-patch.ts'
import { update } from '../write/update.ts'

interface Replicas {
  readonly replicas?: number
}

/** autoscaling/v1 Scale of a workload: its replicas and nothing else. */
export function getScale(server: Server, request: ResourceRequest): Warned {
  const answer = get(server, request)
  return answer.kind === 'object' ? { kind: 'json', status: 200, value: scaleOf(answer.object) } : answer
}

export function putScale(server: Server, request: ResourceRequest): Promise<Warned> {
  const scale = JSON.parse(new TextDecoder().decode(request.body)) as { spec?: Replicas }
  return setReplicas(server, request, () => scale.spec?.replicas ?? 0)
}

/** Merge patches only; that is what kubectl scale sends. */
export function patchScale(server: Server, request: ResourceRequest): Promise<Warned> {
  const document: unknown = JSON.parse(new TextDecoder().decode(request.body))
  return setReplicas(server, request, current => {
    const patched = mergePatch(scaleOf(current), document) as { spec?: Replicas }
    return patched.spec?.replicas ?? 0
  })
}

async function setReplicas(
  server: Server,
  request: ResourceRequest,
  wanted: (current: KubeObject) => number,
): Promise<Warned> {
  const writer = writerOf(request)
  const { subresource: _scale, ...whole } = request
  const answer = await update(server, whole, {
    propose: current => ({ ...current, spec: { ...(current.spec as object), replicas: wanted(current) } }),
    track: (current, next, now) => trackUpdate(current, next, writer, now),
  })
  return answer.kind === 'object' ? { kind: 'json', status: 200, value: scaleOf(answer.object) } : answer
}

function scaleOf(object: KubeObject) {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const { replicas = 0, selector: labels } = object.spec as Replicas & {
    selector?: { matchLabels?: Record<string, string> }
  }
  const selector = labels?.matchLabels
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    // Go omits replicas of zero in the spec and never in the status.
    spec: replicas === 0 ? {} : { replicas },
    status: {
      replicas: (object.status as Replicas | undefined)?.replicas ?? 0,
      selector:
        selector === undefined
          ? undefined
          : Object.entries(selector)
              .map(pair => pair.join('='))
              .join(','),
    },
  }
}
