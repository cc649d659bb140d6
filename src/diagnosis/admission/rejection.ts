import type { RemovalAnswer } from '../../api/fact.ts'
import type { StatusCause } from '../../api/status.ts'
import { isConversionFailure, isDecodeFailure } from '../unreadable/stored-objects.ts'

/** Who rejects the removal of a finalizer, by the server's answer. `why` is the last part of its words. */
export type Rejection =
  /** The webhook could not be asked, and its failurePolicy is Fail. */
  | { readonly by: 'silent webhook'; readonly webhook: string; readonly why: string }
  | { readonly by: 'webhook'; readonly webhook: string; readonly why: string }
  | { readonly by: 'policy'; readonly kind: PolicyKind; readonly policy: string; readonly binding: string; why: string }
  | { readonly by: 'validation'; readonly causes: readonly StatusCause[] }
  | { readonly by: 'conversion'; readonly why: string }
  | { readonly by: 'storage'; readonly why: string }
  /** The user may not patch, or a webhook with side effects cannot be tried: nothing is known of what others may do. */
  | { readonly by: 'probe' }
  | { readonly by: 'something else'; readonly why: string }

export type PolicyKind = 'ValidatingAdmissionPolicy' | 'MutatingAdmissionPolicy'

type Refused = Extract<RemovalAnswer, { accepted: false }>

/** Only the words tell which webhook it was: the API has its name nowhere else (kubernetes-deletion.md 8). */
const SILENT = /failed calling webhook "([^"]+)": (?:failed to call webhook: )?(.*)/s
const DENIED = /admission webhook "([^"]+)" denied the request(?:: (.*)| without explanation)/s
const NO_DRY_RUN = /admission webhook "[^"]+" does not support dry run/
const POLICY =
  /(ValidatingAdmissionPolicy|MutatingAdmissionPolicy) '([^']+)' with binding '([^']+)' denied request: (.*)/s

/** Tells apart what may reject an update: code and reason first, then the causes, then the words. */
export function rejectionOf({ code, reason, message, causes }: Refused): Rejection {
  if (code >= 500) return brokenBehind(message)
  if (code === 400 && NO_DRY_RUN.test(message)) return { by: 'probe' }
  const policy = causes.map(cause => POLICY.exec(cause.message ?? '')).find(found => found !== null)
  if (policy) {
    const [, kind, name, binding, why] = policy as unknown as [string, PolicyKind, string, string, string]
    return { by: 'policy', kind, policy: name, binding, why }
  }
  // Its code and reason are the webhook's own, 422 Invalid with causes too: the words come first here.
  const denied = DENIED.exec(message)
  if (denied) return { by: 'webhook', webhook: denied[1]!, why: denied[2] ?? 'it gives no reason' }
  if (code === 401 || code === 403) return { by: 'probe' }
  const fields = causes.filter(cause => cause.field !== undefined && !isOfThePatch(cause.field))
  if (code === 422 && reason === 'Invalid' && fields.length > 0) return { by: 'validation', causes: distinct(fields) }
  return { by: 'something else', why: message }
}

function brokenBehind(message: string): Rejection {
  const silent = SILENT.exec(message)
  if (silent) return { by: 'silent webhook', webhook: silent[1]!, why: silent[2]! }
  if (isConversionFailure(message)) return { by: 'conversion', why: message }
  return isDecodeFailure(message) ? { by: 'storage', why: message } : { by: 'something else', why: message }
}

/** What our own patch touches says nothing about the object. */
function isOfThePatch(field: string): boolean {
  return /^metadata\.(finalizers|uid|resourceVersion)\b/.test(field)
}

function distinct(causes: readonly StatusCause[]): readonly StatusCause[] {
  return [...new Map(causes.map(cause => [`${cause.field}\0${cause.message}`, cause])).values()]
}
