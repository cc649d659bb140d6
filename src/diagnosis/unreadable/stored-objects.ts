import type { Unreadable } from '../../api/terminating.ts'

/**
 * What the server says about objects that it stores and cannot read. The API has no reason of its own for either: LIST
 * answers 429 TooManyRequests, GET, PATCH and DELETE 500 (kubernetes-deletion.md 4.3, 11), so that only the words tell.
 */
const CONVERSION = /conversion webhook for ([^/\s,]+)\/[^/\s,]+, Kind=(\w+) failed: (.*)/s
const DECODING =
  /unable to decode|error decoding|failed to decode|couldn't (?:get version\/kind|convert)|unable to transform key|no kind "[^"]*" is registered|cannot unmarshal|invalid character|unexpected end of JSON|wrong wireType|proto: |StorageReadError|StorageError: corrupt object|failed to read one or more \S+ from the storage|Object 'Kind' is missing/
/** Of a custom resource that is stored in a version which its CRD does not have any more. */
const DROPPED = /request to convert CR from an invalid group\/version: ([^/\s,]+)\/([a-z0-9]+)/

/** The API group and kind of what a dead conversion webhook should convert, and what happened when it was called. */
export interface ConversionFailure {
  readonly group: string
  readonly kind: string
  readonly why: string
}

export function isConversionFailure(message: string): boolean {
  return CONVERSION.test(message)
}

/** The first conversion that the server reports as failed; undefined when it reports none. */
export function conversionFailure(message: string): ConversionFailure | undefined {
  const [, group, kind, why] = CONVERSION.exec(message) ?? []
  return group === undefined ? undefined : { group, kind: kind!, why: why! }
}

/** The version that the server finds objects stored in and their CRD does not have; undefined when it speaks of none. */
export function droppedVersion(message: string): { readonly group: string; readonly version: string } | undefined {
  const [, group, version] = DROPPED.exec(message) ?? []
  return group === undefined ? undefined : { group, version: version! }
}

/** Whether the server says that it cannot make sense of what is stored. */
export function isDecodeFailure(message: string): boolean {
  return (DECODING.test(message) || DROPPED.test(message)) && !isConversionFailure(message)
}

/** A type (`plural.group`) that the survey could not list, because of one of its stored objects. */
export function isUndecodable({ resource, reason, message }: Unreadable): boolean {
  const byServer = reason === 'TooManyRequests' || reason === 'InternalError' || /^HTTP5|^Storage/.test(reason)
  return byServer && !resource.startsWith('*.') && (isDecodeFailure(message) || reason === 'StorageReadError')
}
