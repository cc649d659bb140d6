import type { KubeObject } from '../../../api/object.ts'
import type { Sandbox } from '../../sandbox.ts'
import { ago, DAY } from './time.ts'

export interface CustomResourceOptions {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly finalizers?: readonly string[]
  readonly manager: string
  readonly deleted?: number | undefined
  readonly age?: number
  readonly spec?: Readonly<Record<string, unknown>>
  readonly status?: Readonly<Record<string, unknown>>
}

/** An instance of a CRD as its operator left it: the finalizer is the operator's in managedFields. */
export function customResource(sandbox: Sandbox, options: CustomResourceOptions): KubeObject {
  const { apiVersion, kind, namespace, name, finalizers, manager, deleted, age = 40 * DAY, spec = {}, status } = options
  return sandbox.put(
    {
      apiVersion,
      kind,
      metadata: {
        name,
        namespace,
        creationTimestamp: ago(sandbox, age),
        ...(finalizers && { finalizers }),
        ...(deleted !== undefined && {
          deletionTimestamp: ago(sandbox, deleted),
          deletionGracePeriodSeconds: 0,
          generation: 2,
        }),
      },
      spec,
      ...(status && { status }),
    },
    { manager },
  )
}
