import { isDecodeFailure } from './stored-objects.ts'
import { server } from './words/server.ts'

/** What an error is about that the namespace controller reports. */
export interface NamespaceError {
  readonly ofAdmission: boolean
  readonly ofDiscovery: boolean
  /** Of what cannot be discovered, listed or read. */
  readonly ofApis: boolean
  readonly ofSize: boolean
}

export function namespaceErrorIn(message: string): NamespaceError {
  const ofDiscovery = server.has('of discovery', message)
  return {
    ofAdmission: server.has('of admission', message),
    ofDiscovery,
    ofApis: ofDiscovery || server.has('of storage', message) || isDecodeFailure(message),
    ofSize: server.has('too large', message),
  }
}

/** Whether it says no more than that objects are left, which the chain says of each of them. */
export function saysOnlyWhatIsLeft(message: string): boolean {
  const rest = server.without('left behind', message)
  return rest !== message && /^[\s,]*$/.test(rest)
}

export function staleApisIn(message: string): readonly { readonly group: string; readonly version: string }[] {
  return server.findAll('stale API', message).map(([, group, version]) => ({ group: group!, version: version! }))
}

export function namesApi(message: string, group: string, version: string): boolean {
  return message.split(/[\s,:]+/).includes(`${group}/${version}`)
}

/** The last of several parts that are framed by each other: `a: b: c`. */
export function innermost(message: string): string {
  return message.replace(/^.*: /s, '')
}
