import { mapConcurrently } from '../../src/cluster/map-concurrently.ts'
import { type BenchTarget, type Send, send, sendTo } from './api.ts'

const CREATED_AT_ONCE = 24
const NAMESPACES = 50
/** Half of the objects are ConfigMaps: a real cluster has a few big types and many small ones. */
const CONFIG_MAP_SHARE = 0.5

export interface Filling {
  readonly objects: number
  readonly types: number
  readonly terminating: number
}

/**
 * Fills a control plane: `types` custom resource types, and `objects` objects in 50 namespaces with labels, annotations
 * and an owner of ordinary size, of which `terminating` wait for a finalizer. Existing objects are left unchanged.
 */
export function fill(target: BenchTarget, filling: Filling, tell: (line: string) => void): Promise<void> {
  return fillBy(sendTo(target), filling, tell)
}

/** The same in a cluster that takes changes in another way. */
export async function fillBy(send: Send, filling: Filling, tell: (line: string) => void): Promise<void> {
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
  tell(`creating ${filling.types} types`)
  await mapConcurrently(8, numbers(filling.types), index => send('POST', CRDS, crd(index)))
  await mapConcurrently(8, numbers(NAMESPACES), index =>
    send('POST', '/api/v1/namespaces', { metadata: { name: `bench-${index}` } }),
  )
  await send('GET', collection(filling.types - 1, 0)).catch(() => undefined)
  tell(`creating ${filling.objects} objects`)
  const stuckEach = Math.floor(filling.objects / filling.terminating)
  await mapConcurrently(CREATED_AT_ONCE, numbers(filling.objects), async index => {
    const { isConfigMap, path } = placeOf(index, filling)
    const stuck = index % stuckEach === 0
    await persist(() => send('POST', path, object(index, isConfigMap, filling.types, stuck)))
    if (stuck) await send('DELETE', `${path}/object-${index}`)
    if (index % 10_000 === 0) tell(`  ${index}`)
  })
}

/** Where an object of a filling is, in the API and in etcd. */
export function placeOf(index: number, { objects, types }: Pick<Filling, 'objects' | 'types'>) {
  const isConfigMap = index < objects * CONFIG_MAP_SHARE
  const [type, number] = [index % types, index % NAMESPACES]
  const namespace = `bench-${number}`
  const name = `object-${index}`
  return {
    isConfigMap,
    path: isConfigMap ? `/api/v1/namespaces/${namespace}/configmaps` : collection(type, number),
    key: `/registry/${isConfigMap ? 'configmaps' : `${group(type)}/things${type}`}/${namespace}/${name}`,
    apiVersion: isConfigMap ? 'v1' : `${group(type)}/v1`,
    kind: isConfigMap ? 'ConfigMap' : `Thing${type}`,
    namespace,
    name,
  }
}

export interface StuckFilling {
  readonly objects: number
  /** Each has a different type and a different finalizer that nothing removes. */
  readonly causes: number
  /** Of a condition of each object. */
  readonly message?: string
}

/** Fills a control plane with terminating objects in 50 namespaces. Existing objects are left unchanged. */
export async function fillStuck(
  target: BenchTarget,
  { objects, causes, message }: StuckFilling,
  tell: (line: string) => void,
): Promise<void> {
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
  tell(`creating ${objects} terminating objects of ${causes} types`)
  await mapConcurrently(8, numbers(causes), index => send(target, 'POST', CRDS, crd(index)))
  await mapConcurrently(8, numbers(NAMESPACES), index =>
    send(target, 'POST', '/api/v1/namespaces', { metadata: { name: `bench-${index}` } }),
  )
  await mapConcurrently(CREATED_AT_ONCE, numbers(objects), async index => {
    const type = index % causes
    const path = collection(type, Math.floor(index / causes) % NAMESPACES)
    const { metadata, ...rest } = object(index, false, causes, true)
    const stuck = { ...metadata, finalizers: [stuckFinalizer(type)] }
    const status = message && { conditions: [{ type: 'Ready', status: 'False', reason: 'Error', message }] }
    await persist(() => send(target, 'POST', path, { ...rest, metadata: stuck, ...(status && { status }) }))
    await send(target, 'DELETE', `${path}/object-${index}`)
  })
}

/** The finalizer of all objects of a type that `fillStuck` made. */
export function stuckFinalizer(type: number): string {
  return `cause-${type}.bench.example.com/cleanup`
}

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** A type is served only some time after its CRD is created. */
export async function persist(work: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
}

function group(type: number): string {
  return `group${type % 30}.bench.example.com`
}

function collection(type: number, namespace: number): string {
  return `/apis/${group(type)}/v1/namespaces/bench-${namespace}/things${type}`
}

function crd(type: number): object {
  const plural = `things${type}`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group(type)}` },
    spec: {
      group: group(type),
      scope: 'Namespaced',
      names: { plural, singular: `thing${type}`, kind: `Thing${type}` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  }
}

function object(index: number, isConfigMap: boolean, types: number, stuck: boolean) {
  const type = index % types
  return {
    apiVersion: isConfigMap ? 'v1' : `${group(type)}/v1`,
    kind: isConfigMap ? 'ConfigMap' : `Thing${type}`,
    metadata: {
      name: `object-${index}`,
      labels: { 'app.kubernetes.io/name': `app-${index % 100}`, 'app.kubernetes.io/managed-by': 'bench' },
      annotations: { 'bench.example.com/note': 'an annotation of about ordinary length, as tools leave them behind' },
      ...(stuck && { finalizers: ['bench.example.com/cleanup'] }),
    },
    ...(isConfigMap ? { data: { key: 'value' } } : { spec: { replicas: 3, image: 'registry.example.com/app:v1' } }),
  }
}
