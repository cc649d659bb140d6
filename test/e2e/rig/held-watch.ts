import * as http from 'node:http'
import * as https from 'node:https'
import type { Connection } from '../../control-plane/request.ts'
import { until } from '../../control-plane/until.ts'
import type { OwnType } from './crd.ts'
import { target } from './target.ts'

/**
 * Holds a watch of all objects of a type open, as a controller outside of the cluster does; resolves when the server has taken it. A server
 * that has just heard of the type refuses for some seconds.
 */
export function heldWatch(
  type: Pick<OwnType, 'apiVersion' | 'plural'>,
  connection: Connection = target().admin,
): Promise<Disposable> {
  const path = `/apis/${type.apiVersion}/${type.plural}?watch=true&timeoutSeconds=3600`
  return until(() => begun(connection.server + path, connection), { deadlineSeconds: 60, what: `a watch of ${path}` })
}

async function begun(url: string, { ca, token }: Connection): Promise<Disposable> {
  const { request } = url.startsWith('https:') ? https : http
  const watching = request(url, { ca, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  watching.end()
  await new Promise((resolve, reject) => {
    watching.once('response', response => {
      response.on('error', () => {}).resume()
      if (response.statusCode === 200) resolve(undefined)
      else reject(new Error(`${url}: ${response.statusCode}`))
    })
    watching.once('error', reject)
  })
  watching.on('error', () => {})
  // Whoever does not end it does not wait for it at its own end.
  watching.socket?.unref()
  return { [Symbol.dispose]: () => watching.destroy() }
}
