import { type Fields, fieldsOf } from '../../api/shape.ts'
import type { Status, StatusCause, StatusDetails } from '../../api/status.ts'

/** A Status as far as it is well-formed; undefined for what is none. */
export function statusIn(value: unknown): Status | undefined {
  const { kind, status, metadata, message, reason, details, code } = fieldsOf(value)
  if (kind !== 'Status') return undefined
  const { continue: token } = fieldsOf(metadata)
  return {
    kind,
    apiVersion: 'v1',
    metadata: typeof token === 'string' ? { continue: token } : {},
    status: status === 'Success' ? status : 'Failure',
    ...texts({ message, reason }),
    ...(fieldsOf(details) === details && { details: detailsIn(fieldsOf(details)) }),
    ...(typeof code === 'number' && { code }),
  }
}

function detailsIn({ causes, retryAfterSeconds, ...rest }: Fields): StatusDetails {
  const { name, group, kind, uid } = rest
  return {
    ...texts({ name, group, kind, uid }),
    ...(Array.isArray(causes) && { causes: causes.map(causeIn) }),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
  }
}

function causeIn(value: unknown): StatusCause {
  const { reason, message, field } = fieldsOf(value)
  return texts({ reason, message, field })
}

function texts<Name extends string>(fields: Readonly<Record<Name, unknown>>): { readonly [Each in Name]?: string } {
  const given = Object.entries(fields).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(given) as { readonly [Each in Name]?: string }
}
