import { serverWords, type Unreadable } from '../api/terminating.ts'
import { server } from './words/server.ts'

export function isConversionFailure(message: string): boolean {
  return server.has('conversion failed', message)
}

const CONVERSION = 'conversion webhook for '

/** Each conversion that the server reports as failed: group and kind of what was to be converted, and what happened. */
export function conversionFailures(message: string) {
  const parts = message.split(', storage is (re)initializing: ').flatMap(each => each.split(`, ${CONVERSION}`))
  return parts.flatMap(part => {
    const [, group, kind, why] = server.find('conversion failed', `${CONVERSION}${part}`)
    return group === undefined ? [] : [{ group, kind: kind!, why: why! }]
  })
}

/** The version that stored objects have and their CRD lacks; undefined when the server speaks of none. */
export function droppedVersion(message: string): { readonly group: string; readonly version: string } | undefined {
  const [, group, version] = server.find('version dropped', message)
  return group === undefined ? undefined : { group, version: version! }
}

/** Whether the server says that it cannot make sense of what is stored. */
export function isDecodeFailure(message: string): boolean {
  return (server.has('undecodable', message) || droppedVersion(message) !== undefined) && !isConversionFailure(message)
}

/** A type (`plural.group`) that the survey could not list, because of one of its stored objects. */
export function isUndecodable({ resource, reason, ...rest }: Unreadable): boolean {
  const byServer = reason === 'TooManyRequests' || reason === 'InternalError' || /^HTTP5|^Storage/.test(reason)
  return byServer && !resource.startsWith('*.') && (isDecodeFailure(serverWords(rest)) || reason === 'StorageReadError')
}

/** What is said alike about LIST and DELETE, without the frame that each puts around it. */
export function withoutFrame(message: string): string {
  return message
    .replace(/^(?:(?!failed to list ).)*failed to list [^:]*: /s, '')
    .replace(/^Internal error occurred: /, '')
}
