import type { KubeObject } from '../api/object.ts'
import { objectPath } from '../api/path.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { ShapeError } from '../api/shape.ts'
import { shaped } from '../cluster/read-object.ts'
import { readJson } from '../cluster/transport/read.ts'
import type { Tools } from './tools.ts'

/**
 * Deletes this very object, and where `resourceVersion` is given just this state of it: another one is answered by 409.
 * Rejects with ApiFailure. The wish for a dry run stands in the body: beside a body the server does not look at the query
 * (kubernetes-deletion.md 11).
 */
export async function deleteObject(
  type: ResourceType,
  { metadata: { name, namespace, uid, resourceVersion } }: KubeObject,
  propagationPolicy: 'Background' | 'Foreground' | 'Orphan',
  { transport, dryRun }: Pick<Tools, 'transport' | 'dryRun'>,
): Promise<void> {
  const request = { method: 'DELETE', path: objectPath(type, name, namespace) } as const
  const { body } = await readJson(transport, {
    ...request,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy,
      preconditions: { uid, resourceVersion },
      ...(dryRun && { dryRun: ['All'] }),
    }),
  })
  // The object, or a Status; in a dry run that ends it an object of which only the kind is there (1.36.3, run).
  shaped(request, () => {
    if (typeof (body as Partial<KubeObject>).kind !== 'string') throw new ShapeError('it has no kind')
  })
}
