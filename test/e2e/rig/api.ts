import { type Answer, type Connection, request } from '../../control-plane/request.ts'
import { until } from '../../control-plane/until.ts'
import { createPaths, type Named } from './paths.ts'

// biome-ignore lint/suspicious/noExplicitAny: objects of all kinds, read by tests that know their kind
export type Field = any

/** An object as the API sends it. */
export type Thing = { apiVersion: string; kind: string; metadata: Field; [field: string]: Field }

/** An object to create: the server completes its metadata. */
export type Draft = Thing & { metadata: { name: string; [field: string]: Field } }

/** An answer that is an error; `status` is the HTTP code, `reason` that of the Status body. */
export class Rejected extends Error {
  readonly status: number
  readonly reason: string | undefined

  constructor(what: string, answer: Answer) {
    const body = parsed(answer.body)
    super(`${what}: ${answer.status} ${body?.reason ?? ''} ${body?.message ?? answer.body.slice(0, 300)}`)
    this.status = answer.status
    this.reason = body?.reason
  }
}

const PATCH_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
}

export type Api = ReturnType<typeof createApi>

/** What a test does and sees on the API server itself. An object that was returned names itself in the next call. */
export function createApi(connection: Connection) {
  const paths = createPaths(connection)

  const send = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await request(connection, method, path, body, headers)
    if (answer.status >= 300) throw new Rejected(`${method} ${path}`, answer)
    return (parsed(answer.body) ?? answer.body) as Thing
  }
  const get = async (named: Named): Promise<Thing | undefined> => {
    try {
      return await send('GET', await paths.object(named))
    } catch (error) {
      if (error instanceof Rejected && error.status === 404) return undefined
      throw error
    }
  }

  return {
    /** Any request, any answer; throws only when there is none. */
    raw: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      request(connection, method, path, body, headers),
    send,
    /** Whether the server has this kind: what a test may not ask of an older release. */
    serves: (apiVersion: string, kind: string) => paths.isServed(apiVersion, kind),
    pathOf: (named: Named) => paths.object(named),
    create: async (draft: Draft) => send('POST', await paths.collection(draft), draft),
    /** The object, or undefined when there is none of that name. */
    get,
    list: async (kind: { apiVersion: string; kind: string; namespace?: string }, query = ''): Promise<Thing[]> =>
      (await send('GET', (await paths.collection({ ...kind, metadata: kind })) + query)).items,
    replace: async (thing: Thing, subresource = '') => send('PUT', (await paths.object(thing)) + subresource, thing),
    /** A patch; `subresource` like `/status`. Array bodies are JSON patches, others merge patches, unless said. */
    patch: async (
      named: Named,
      body: unknown,
      options: { type?: keyof typeof PATCH_TYPES; subresource?: string } = {},
    ) =>
      send('PATCH', (await paths.object(named)) + (options.subresource ?? ''), body, {
        'content-type': PATCH_TYPES[options.type ?? (Array.isArray(body) ? 'json' : 'merge')],
      }),
    /** Asks for deletion; `body` is a DeleteOptions. The answer is the object or a Status, as the server likes. */
    delete: async (named: Named, body?: object) =>
      send('DELETE', await paths.object(named), body && { apiVersion: 'v1', kind: 'DeleteOptions', ...body }),
    /** The object as soon as `accept` holds for it. */
    waitFor: async (named: Named, accept: (thing: Thing) => unknown, deadlineSeconds = 120): Promise<Thing> => {
      let last: Thing | undefined
      const look = async () => {
        last = await get(named)
        return last !== undefined && accept(last) ? last : undefined
      }
      return until(look, { what: `${nameOf(named)} to fulfil ${accept}`, deadlineSeconds }).catch(error => {
        throw new Error(`${error.message}\nlast seen: ${JSON.stringify(last)}`)
      })
    },
    /** Waits until the very object (by uid, when it has one) is no longer there. */
    waitGone: async (named: Named & { metadata: { uid?: string } }, deadlineSeconds = 120): Promise<void> => {
      const { uid } = named.metadata
      const look = async () => {
        const now = await get(named)
        return now === undefined || (uid !== undefined && now.metadata.uid !== uid) ? true : undefined
      }
      await until(look, { what: `${nameOf(named)} to be gone`, deadlineSeconds })
    },
  }
}

function nameOf({ kind, metadata }: Named): string {
  return `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`
}

function parsed(body: string): Field {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
