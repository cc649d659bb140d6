import type { Thing } from './api.ts'

/**
 * Makes a terminating custom resource, with all that was written of it, so many seconds older, in etcd: the API never does.
 * Only what is stored as JSON can be rewritten so.
 */
export async function ageDeletion(etcd: string, { metadata }: Thing, resource: string, seconds: number): Promise<void> {
  const [plural, ...group] = resource.split('.')
  const key = base64(`/registry/${group.join('.')}/${plural}/${metadata.namespace}/${metadata.name}`)
  const { kvs } = (await post(`${etcd}/v3/kv/range`, { key })) as { kvs: { value: string }[] }
  const stored = JSON.parse(Buffer.from(kvs[0]!.value, 'base64').toString())
  const earlier = (time: string) => new Date(Date.parse(time) - seconds * 1000).toISOString().replace(/\.\d+/, '')
  for (const field of ['creationTimestamp', 'deletionTimestamp'])
    stored.metadata[field] = earlier(stored.metadata[field])
  for (const entry of stored.metadata.managedFields ?? []) entry.time = earlier(entry.time)
  await post(`${etcd}/v3/kv/put`, { key, value: base64(JSON.stringify(stored)) })
}

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`POST ${url}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
