const text = (description: string) => ({ type: 'string', minLength: 1, maxLength: 1000, description }) as const
const texts = (description: string, pattern: string) =>
  ({
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 1000, pattern },
    minItems: 1,
    maxItems: 100,
    description,
  }) as const

/** Arguments that several tools take, in JSON Schema. */
export const namespace = text('Only this namespace; without it the whole cluster. For objects: where they are')
export const objects = texts(
  'Objects as TYPE/NAME: namespace/shop, pvc/data, buckets.example.com/logs',
  '^[^/]+/[^/]+$',
)
export const types = texts('Only these types, as kubectl writes them: pods, pvc, buckets.example.com', '^[^/,]+$')
export const finalizer = text('Only objects that have this finalizer')
export const olderThan = text('Only objects whose deletion was requested longer ago than this: 30s, 10m, 2h, 3d')
export const selector = text('Only objects with these labels: app=web,tier!=cache')
export const causesOnly = {
  type: 'boolean',
  description: 'One line of text for each root cause, in place of all objects: for a first look at a large cluster',
} as const
export const project = text('Only finalizers of projects whose name contains this')
export const anyFinalizer = text('The name of a finalizer: kubernetes.io/pvc-protection')
export const cascade = {
  type: 'string',
  enum: ['background', 'foreground', 'orphan'],
  description: 'What becomes of the dependents, as of kubectl delete --cascade; background is the default',
} as const
export const file = text('The name of a recording or dump in the folder that --recordings names')
