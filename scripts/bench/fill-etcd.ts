import { randomUUID } from 'node:crypto'
import { type Connection, request } from '../../test/control-plane/request.ts'
import { send } from './api.ts'
import { type Filling, fill, placeOf } from './fill.ts'

/** Writes of one transaction: etcd takes 128. */
const BATCH = 100

interface Stored {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

/**
 * The same as `fill`, but all objects except for a few are copies of these that are written to etcd itself, from which the API server reads JSON as well as
 * its own form: on a busy machine that takes a minute in place of an hour.
 */
export async function fillEtcd(
  plane: { readonly admin: Connection; readonly etcd: string },
  filling: Filling,
  tell: (line: string) => void,
): Promise<void> {
  const { admin, etcd } = plane
  const target = { server: admin.server, token: admin.token! }
  // Of each kind one that lives and one that terminates.
  await fill(target, { ...filling, objects: 4, terminating: 2 }, tell)
  const read = async (index: number): Promise<Stored> => {
    const { path, name } = placeOf(index, { ...filling, objects: 4 })
    return JSON.parse((await request(admin, 'GET', `${path}/${name}`)).body)
  }
  const samples = await Promise.all([0, 1, 2, 3].map(read))
  const stuckEach = Math.floor(filling.objects / filling.terminating)
  tell(`writing ${filling.objects} objects to etcd`)
  for (let from = 0; from < filling.objects; from += BATCH) {
    const entries = Array.from({ length: Math.min(BATCH, filling.objects - from) }, (_, offset) => {
      const index = from + offset
      const place = placeOf(index, filling)
      const sample = samples[(place.isConfigMap ? 0 : 2) + (index % stuckEach === 0 ? 0 : 1)]!
      return [place.key, copyOf(sample, place)] as const
    })
    await put(etcd, entries)
  }
  await send(target, 'GET', `${placeOf(filling.objects - 1, filling).path}?limit=1`)
}

function copyOf({ metadata, ...rest }: Stored, place: ReturnType<typeof placeOf>): object {
  const { resourceVersion: _, ...kept } = metadata
  const { apiVersion, kind, namespace, name } = place
  return { ...rest, apiVersion, kind, metadata: { ...kept, namespace, name, uid: randomUUID() } }
}

/** By etcd's gateway for JSON. Rejects where it does not take them. */
async function put(etcd: string, entries: readonly (readonly [key: string, value: object])[]): Promise<void> {
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  const success = entries.map(([key, value]) => ({
    requestPut: { key: base64(key), value: base64(JSON.stringify(value)) },
  }))
  const response = await fetch(`${etcd}/v3/kv/txn`, { method: 'POST', body: JSON.stringify({ success }) })
  if (!response.ok) throw new Error(`etcd: ${response.status} ${await response.text()}`)
}
