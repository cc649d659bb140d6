import * as http from 'node:http'
import * as https from 'node:https'
import type { OwnType } from './crd.ts'
import { target } from './target.ts'

/** Holds a watch of all objects of a type open, as a controller outside of the cluster does; resolves when the server has answered. */
export async function heldWatch({ apiVersion, plural }: Pick<OwnType, 'apiVersion' | 'plural'>): Promise<Disposable> {
  const { server, ca, token } = target().admin
  const url = `${server}/apis/${apiVersion}/${plural}?watch=true&timeoutSeconds=3600`
  const { request } = server.startsWith('https:') ? https : http
  const watching = request(url, { ca, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  watching.end()
  await new Promise((resolve, reject) => {
    watching.once('response', response => {
      response.on('error', () => {}).resume()
      resolve(undefined)
    })
    watching.once('error', reject)
  })
  watching.on('error', () => {})
  // Whoever does not end it does not wait for it at its own end.
  watching.socket?.unref()
  return { [Symbol.dispose]: () => watching.destroy() }
}
