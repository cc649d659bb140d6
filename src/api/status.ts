/** The body that the API server sends for an error (and for some deletes). */
export interface Status {
  readonly kind: 'Status'
  readonly apiVersion: 'v1'
  readonly metadata: { readonly continue?: string | undefined }
  readonly status: 'Success' | 'Failure'
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly details?: StatusDetails | undefined
  readonly code?: number | undefined
}

export interface StatusDetails {
  readonly name?: string | undefined
  readonly group?: string | undefined
  readonly kind?: string | undefined
  readonly uid?: string | undefined
  readonly causes?: readonly StatusCause[] | undefined
  readonly retryAfterSeconds?: number | undefined
}

export interface StatusCause {
  readonly reason?: string | undefined
  readonly message?: string | undefined
  readonly field?: string | undefined
}

/** A Status as an API server sends it for an error. */
export function failureStatus(code: number, reason: string, message: string, details?: StatusDetails): Status {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, details, code }
}
