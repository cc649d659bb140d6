import type { KubeObject } from '../../api/object.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Came, Step } from '../../plan/outcome.ts'
import type { Saved } from '../../plan/rescue/rescue.ts'
import type { Tools } from '../tools.ts'
import { edit } from './edit.ts'
import { type RescueTools, waitUntil } from './rescue-tools.ts'

interface Scaled {
  readonly spec?: { readonly replicas?: number }
  readonly status?: { readonly replicas?: number; readonly observedGeneration?: number }
}

/** Absent is one, as the server has it. */
export function replicasOf(object: KubeObject): number {
  return (object as Scaled).spec?.replicas ?? 1
}

/** Scales a controller to zero, and waits until none of its Pods is left. */
export function scaleDown(controller: Saved, tools: RescueTools): Promise<Step> {
  const { type, object } = controller
  const isStopped = (now: KubeObject | undefined): boolean => {
    const { observedGeneration, replicas = 0 } = (now as Scaled | undefined)?.status ?? {}
    return now === undefined || (observedGeneration === now.metadata.generation && replicas === 0)
  }
  return edit(
    {
      ...controller,
      action: 'ScaleDown',
      isSo: now => replicasOf(now) === 0,
      fields: () => ({ spec: { replicas: 0 } }),
      said: 'it has no replicas',
      follows: () => waitUntil(type, object.metadata, isStopped, 'its Pods are not gone', tools),
    },
    tools,
  )
}

/** Scales a controller to what it had before; one that somebody else scaled meanwhile stays as it is. */
export function scaleUp(controller: Saved, tools: RescueTools): Promise<Step> {
  const replicas = replicasOf(controller.object)
  return edit(
    {
      ...controller,
      action: 'ScaleUp',
      isSo: now => replicasOf(now) !== 0,
      fields: () => ({ spec: { replicas } }),
      said: `it is scaled to ${replicas}`,
    },
    tools,
  )
}

/** The first controller that somebody scaled up again, as what hinders an object from being let go. Rejects with ApiFailure. */
export async function controllerBack(controllers: readonly Saved[], { transport }: Tools): Promise<Came | undefined> {
  for (const { type, object } of controllers) {
    const now = await readWhole(transport, type, object.metadata)
    if (now === undefined || replicasOf(now) === 0) continue
    const { name, namespace } = object.metadata
    const message = `another client scaled ${type.kind.toLowerCase()}/${name} in namespace ${namespace} up again (an autoscaler, or whoever deploys it): stop that, and run it again`
    return { result: 'refused', guard: 'ControllerAlive', message }
  }
  return undefined
}
