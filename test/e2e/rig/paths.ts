import { type Connection, request } from '../../control-plane/request.ts'

/** As much of an object as names it. */
export interface Named {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name?: string; readonly namespace?: string }
}

/** Finds the URL path of objects by asking the server's discovery, once per group and version. */
export function createPaths(connection: Connection) {
  const known = new Map<string, string>()

  const learn = async (apiVersion: string) => {
    const path = root(apiVersion)
    const { status, body } = await request(connection, 'GET', path)
    if (status !== 200) throw new Error(`discovery of ${path} gave ${status}`)
    for (const { name, kind } of JSON.parse(body).resources) {
      if (!name.includes('/')) known.set(`${apiVersion} ${kind}`, name)
    }
  }

  /** Path of the collection the object is, or would be, in. */
  const collection = async ({ apiVersion, kind, metadata }: Named): Promise<string> => {
    if (!known.has(`${apiVersion} ${kind}`)) await learn(apiVersion)
    const plural = known.get(`${apiVersion} ${kind}`)
    if (plural === undefined) throw new Error(`the server does not know ${apiVersion} ${kind}`)
    const place = metadata.namespace === undefined ? '' : `/namespaces/${metadata.namespace}`
    return `${root(apiVersion)}${place}/${plural}`
  }

  return {
    /** Whether the server has this kind; a release that does not know the group or its version has not. */
    isServed: async (apiVersion: string, kind: string): Promise<boolean> => {
      const { status, body } = await request(connection, 'GET', root(apiVersion))
      if (status === 404) return false
      if (status !== 200) throw new Error(`discovery of ${apiVersion} gave ${status}`)
      return JSON.parse(body).resources.some((each: { kind: string }) => each.kind === kind)
    },
    collection,
    object: async (named: Named): Promise<string> =>
      `${await collection(named)}/${encodeURIComponent(named.metadata.name!)}`,
  }
}

function root(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
}
