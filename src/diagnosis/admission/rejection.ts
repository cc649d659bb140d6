import type { RemovalAnswer } from '../../api/fact.ts'
import type { StatusCause } from '../../api/status.ts'
import { isConversionFailure, isDecodeFailure } from '../unreadable/stored-objects.ts'

/** Who rejects the removal of a finalizer, by the server's answer. `why` is the last part of its words. */
export type Rejection =
  /** The webhook could not be asked, and its failurePolicy is Fail. */
  | { readonly by: 'silent webhook'; readonly webhook: string; readonly why: string }
  | { readonly by: 'webhook'; readonly webhook: string; readonly why: string }
  | {
      readonly by: 'policy'
      readonly kind: PolicyKind
      readonly policy: string
      readonly binding?: string | undefined
      why: string
    }
  | { readonly by: 'validation'; readonly causes: readonly StatusCause[] }
  /** Admission made something of the object that the server does not take: our patch touches nothing but finalizers. */
  | { readonly by: 'mutation'; readonly why: string; readonly causes: readonly StatusCause[] }
  | { readonly by: 'conversion'; readonly why: string }
  | { readonly by: 'storage'; readonly why: string }
  /** The user may not patch, or a webhook with side effects cannot be tried: nothing is known of what others may do. */
  | { readonly by: 'probe' }
  /** `passing`: about the moment alone (another write came first, the server is busy, the object is gone). */
  | { readonly by: 'something else'; readonly why: string; readonly passing?: boolean }

/** Whether it is about the moment, or about us, and keeps nobody else from it. */
export function isPassing(rejection: Rejection): boolean {
  return rejection.by === 'probe' || (rejection.by === 'something else' && rejection.passing === true)
}

export type PolicyKind = 'ValidatingAdmissionPolicy' | 'MutatingAdmissionPolicy'

type Refused = Extract<RemovalAnswer, { accepted: false }>

/** Only the words tell which webhook it was: the API has its name nowhere else (kubernetes-deletion.md 8). */
const SILENT = /failed calling webhook "([^"]+)": (?:failed to call webhook: )?(.*)/s
const DENIED = /admission webhook "([^"]+)" denied the request(?:: (.*)| without explanation)/s
const NO_DRY_RUN = /admission webhook "[^"]+" does not support dry run/
/** A policy that cannot be set up (its paramKind is not served) has no binding in its words; a mutating one no kind. */
const POLICY =
  /(ValidatingAdmissionPolicy|MutatingAdmissionPolicy|policy) '([^']+)'(?: with binding '([^']+)')? denied request: (.*)/s
/** An authorizer names the user; a plugin of admission that refuses with the same code does not. */
const UNAUTHORIZED = /User "[^"]*" cannot|^Unauthorized|^$|not yet ready to handle request/
/**
 * What the server says of an update that changes what may not change: ours changes no such thing. "field is immutable" and "no new finalizers can be
 * added" are of kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go; the other forms are those in which the
 * validation of types and the messages of CEL rules with oldSelf say it (test/diagnosis/rejection.test.ts).
 */
const CHANGED =
  /\bimmutable\b|(?:may|must|can|should)(?: ?not|n't) (?:be )?(?:chang|updat|modif|mutat|decreas|increas|shr[iu]nk|unset)|\bupdates? (?:may|must|can) ?not \w+|cannot change|\boldSelf\b|updates? to .* (?:is|are) (?:forbidden|not allowed)|no new finalizers can be added/i
/** The patch of a mutating webhook that does not fit, or leaves what is no object of the type: the server tells no name. */
const PATCHED = /\boperation does not apply\b|\bjson ?patch\b|into Go struct field/i
const NOW = new Set([404, 409, 429, 503, 504])

/** Tells apart what may reject an update: code and reason first, then the causes, then the words. */
export function rejectionOf({ code, reason, message, causes }: Refused): Rejection {
  if (code >= 500) return brokenBehind(message, code)
  if (code === 400 && NO_DRY_RUN.test(message)) return { by: 'probe' }
  const words = [...causes.map(cause => cause.message ?? ''), message]
  const policy = words.map(text => POLICY.exec(text)).find(found => found !== null)
  if (policy) {
    const [, kind, name, binding, why] = policy as unknown as [string, string, string, string | undefined, string]
    const mutating = kind === 'policy' || kind === 'MutatingAdmissionPolicy'
    return {
      by: 'policy',
      kind: mutating ? 'MutatingAdmissionPolicy' : 'ValidatingAdmissionPolicy',
      policy: name,
      binding,
      why,
    }
  }
  // Its code and reason are the webhook's own, 422 Invalid with causes too: the words come first here.
  const denied = DENIED.exec(message)
  if (denied) return { by: 'webhook', webhook: denied[1]!, why: denied[2] ?? 'it gives no reason' }
  if (code === 401 || (code === 403 && UNAUTHORIZED.test(message))) return { by: 'probe' }
  if (code === 422 && reason === 'Invalid') {
    const changed = causes.find(cause => CHANGED.test(cause.message ?? ''))
    if (changed !== undefined) return { by: 'mutation', why: wordsOf(changed), causes: distinct(causes) }
    const fields = causes.filter(cause => cause.field !== undefined && !isOfThePatch(cause.field))
    if (fields.length > 0) return { by: 'validation', causes: distinct(fields) }
  }
  const passing = NOW.has(code) || (code === 422 && causes.length === 0)
  return { by: 'something else', why: message, passing }
}

function brokenBehind(message: string, code: number): Rejection {
  const silent = SILENT.exec(message)
  if (silent) return { by: 'silent webhook', webhook: silent[1]!, why: silent[2]! }
  if (isConversionFailure(message)) return { by: 'conversion', why: message }
  if (PATCHED.test(message))
    return { by: 'mutation', why: message.replace(/^Internal error occurred: /, ''), causes: [] }
  if (isDecodeFailure(message)) return { by: 'storage', why: message }
  return { by: 'something else', why: message, passing: NOW.has(code) }
}

/** A cause in the server's words, without the listing of the whole object that it may end with: of that what differs. */
export function wordsOf({ field, message = 'Invalid' }: StatusCause): string {
  const [first = message, ...listing] = message.split('\n')
  const differs = listing.filter(line => /^[-+]/.test(line)).map(line => line.replace(/\s+/g, ' '))
  const text = differs.length === 0 ? first : `${first} (${differs.slice(0, MAX_DIFFERENCES).join(', ')})`
  return nameOf(field) === undefined ? text : `${field}: ${text}`
}

const MAX_DIFFERENCES = 6

/** A rule on the root of a schema has no field: the server writes `<nil>`. */
export function nameOf(field: string | undefined): string | undefined {
  return field === undefined || field === '' || field === '<nil>' ? undefined : field
}

/** What our own patch touches says nothing about the object. */
function isOfThePatch(field: string): boolean {
  return /^metadata\.(finalizers|uid|resourceVersion)\b/.test(field)
}

function distinct(causes: readonly StatusCause[]): readonly StatusCause[] {
  return [...new Map(causes.map(cause => [`${cause.field}\0${cause.message}`, cause])).values()]
}
