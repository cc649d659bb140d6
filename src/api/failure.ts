import type { Status } from './status.ts'

/** Why a request gave no answer that can be used. Renderers and exit codes switch on `kind`. */
export type Fault =
  /** The server answered with an error. A body that is no Status (plain-text 429 and 503 exist) is wrapped into one. */
  | {
      readonly kind: 'status'
      readonly status: Status
      readonly code: number
      readonly retryAfterSeconds?: number | undefined
    }
  /** Nothing listens there. `host` is host:port as the user knows it. */
  | { readonly kind: 'refused'; readonly host: string }
  /** Name resolution, routing, TLS, time-outs: the server was not spoken to. */
  | { readonly kind: 'unreachable'; readonly message: string }
  /** The answer ended before its end, or the connection broke in the middle. */
  | { readonly kind: 'cut'; readonly message: string }
  /** The answer is complete and is not what a Kubernetes API server sends. */
  | { readonly kind: 'garbled'; readonly message: string }
  /** The answer is longer than this program takes in. */
  | { readonly kind: 'oversized'; readonly message: string }
  /** Kubeconfig, credentials or flags cannot lead to a connection. */
  | { readonly kind: 'configuration'; readonly message: string }
  /** A recording or a dump stands in for the server and does not hold the answer: this proves nothing. */
  | { readonly kind: 'unrecorded'; readonly message: string }
  /** The user or a deadline of ours ended it. */
  | { readonly kind: 'aborted'; readonly message: string }

/** A Fault as it travels up: thrown where a request fails, caught where partial failure is normal, else by cli.ts. */
export class ApiFailure extends Error {
  readonly fault: Fault

  constructor(fault: Fault, options?: ErrorOptions) {
    super(describeFault(fault), options)
    this.name = 'ApiFailure'
    this.fault = fault
  }
}

/** The failure that stands for an answer of another shape than the API has; `message` says what is wrong with it. */
export function garbled(message: string, options?: ErrorOptions): ApiFailure {
  return new ApiFailure({ kind: 'garbled', message }, options)
}

/** The failure of a kubeconfig, of credentials or flags that lead to no connection; `message` says why. */
export function misconfigured(message: string, options?: ErrorOptions): ApiFailure {
  return new ApiFailure({ kind: 'configuration', message }, options)
}

/** The failure that a server answers for an object that is not there. */
export function notFoundFailure(resource: string, name: string): ApiFailure {
  const message = `${resource} "${name}" not found`
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'NotFound' } as const
  const details = { name, kind: resource }
  return new ApiFailure({ kind: 'status', code: 404, status: { ...status, message, details, code: 404 } })
}

/** The HTTP code of a server's error, or undefined when the server never answered. */
export function codeOf(error: unknown): number | undefined {
  return error instanceof ApiFailure && error.fault.kind === 'status' ? error.fault.code : undefined
}

/** `reason` of the Status body (`NotFound`, `Forbidden`, …): what to branch on, never the message. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof ApiFailure && error.fault.kind === 'status' ? error.fault.status.reason : undefined
}

/** The words of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** One plain sentence, without kubectl's "Error from server" frame. */
function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'status':
      return fault.status.message ?? `the server answered with status ${fault.code}`
    case 'refused':
      return `the connection to the server ${fault.host} was refused`
    default:
      return fault.message
  }
}
