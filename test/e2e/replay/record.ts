import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { createInterface } from 'node:readline'
import { until } from '../../control-plane/until.ts'
import type { Thing } from '../rig/api.ts'
import { target } from '../rig/rig.ts'

/** What the API server told of one object, in its own count of changes (resourceVersion, one for all types). */
export interface Life {
  /** When its deletion was asked for: the first change that shows it. */
  readonly asked: number | undefined
  readonly gone: number | undefined
}

/** Hold it with `using`: it ends with the test, however that ends. */
export interface Recording extends Disposable {
  /** By name, once `names` are gone as far as the server tells. */
  lives(): ReadonlyMap<string, Life>
  /** Resolves when the watch has told that these are gone. */
  told(names: readonly string[]): Promise<void>
  /** Every event of an object, in order. */
  events(name: string): readonly { readonly type: string; readonly object: Thing }[]
}

/** Watches these collections (`/api/v1/namespaces/x/secrets`) and keeps the API server's own record of them. */
export async function record(collections: readonly string[]): Promise<Recording> {
  const events: { type: string; object: Thing }[] = []
  const streams = await Promise.all(
    collections.map(path =>
      // Of a type that was made a moment ago the server may say 429: its cache is not ready.
      until(() => watch(path, (type, object) => type !== 'BOOKMARK' && events.push({ type, object })), {
        what: `the watch of ${path} to begin`,
        deadlineSeconds: 60,
      }),
    ),
  )
  const lives = (): Map<string, Life> => {
    const found = new Map<string, { asked: number | undefined; gone: number | undefined }>()
    for (const { type, object } of events) {
      const { name, resourceVersion, deletionTimestamp } = object.metadata
      const key = `${object.kind} ${name}`
      const life = found.get(key) ?? { asked: undefined, gone: undefined }
      const at = Number(resourceVersion)
      if (deletionTimestamp !== undefined || type === 'DELETED') life.asked ??= at
      if (type === 'DELETED') life.gone = at
      found.set(key, life)
    }
    return found
  }
  return {
    lives,
    async told(names) {
      const all = async () => (names.every(name => lives().get(name)?.gone !== undefined) ? true : undefined)
      await until(all, { what: `the watch to tell of ${names}`, deadlineSeconds: 120 })
    },
    events: name => events.filter(({ object }) => `${object.kind} ${object.metadata.name}` === name),
    [Symbol.dispose]() {
      for (const stream of streams) stream.destroy()
    },
  }
}

/**
 * Throws unless the record shows, for each group, that nothing of it was asked for before everything of the group before
 * was gone.
 */
export function assertOrder(recording: Recording, groups: readonly (readonly string[])[]): void {
  const lives = recording.lives()
  const life = (name: string): { asked: number; gone: number } => {
    const { asked, gone } = lives.get(name) ?? {}
    if (asked === undefined || gone === undefined) throw new Error(`${name} did not go: ${JSON.stringify([...lives])}`)
    return { asked, gone }
  }
  for (const [index, group] of groups.slice(1).entries()) {
    const before = Math.max(...groups[index]!.map(name => life(name).gone))
    const after = Math.min(...group.map(name => life(name).asked))
    if (after <= before) {
      throw new Error(`group ${index + 2} was asked for at ${after}, and group ${index + 1} went at ${before}`)
    }
  }
}

function watch(path: string, onEvent: (type: string, object: Thing) => void): Promise<IncomingMessage> {
  const { admin } = target()
  const url = new URL(`${admin.server.replace(/\/$/, '')}${path}?watch=1`)
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest
  const { ca, certificate, key, token } = admin
  return new Promise((resolve, reject) => {
    const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const outgoing = send(url, { ca, cert: certificate, key, headers }, incoming => {
      if (incoming.statusCode !== 200) {
        incoming.resume()
        reject(new Error(`watch of ${path} gave ${incoming.statusCode}`))
        return
      }
      // Ended by the test itself.
      incoming.on('error', () => {})
      createInterface({ input: incoming }).on('line', line => {
        if (line === '') return
        const { type, object } = JSON.parse(line)
        onEvent(type, object)
      })
      resolve(incoming)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}
