import type { RemovalAnswer } from '../api/fact.ts'
import type { StatusCause } from '../api/status.ts'
import { isConversionFailure, isDecodeFailure } from './stored-objects.ts'
import { admission } from './words/admission.ts'

/** Who rejects the removal of a finalizer, by the server's answer. `why` is the last part of its words. */
export type Rejection =
  /** The webhook could not be asked, and its failurePolicy is Fail. */
  | ({ readonly by: 'silent webhook'; readonly why: string } & Pick<Foreseen, 'webhook'> & Partial<Foreseen>)
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

/** Whether it is about the moment, or about us, and does not keep others from it. */
export function isPassing(rejection: Rejection): boolean {
  return rejection.by === 'probe' || (rejection.by === 'something else' && rejection.passing === true)
}

export type PolicyKind = 'ValidatingAdmissionPolicy' | 'MutatingAdmissionPolicy'

type Refused = Extract<RemovalAnswer, { accepted: false }>

type Foreseen = NonNullable<Refused['foreseen']>

/** Answers that a later try may not get: a lost route, another write, a busy or slow server. */
const NOW = new Set([404, 408, 409, 410, 429, 501, 502, 503, 504])

/** Tells apart what may reject an update: code and reason first, then the causes, then the words. */
export function rejectionOf({ code, reason, message, causes, foreseen }: Refused): Rejection {
  if (foreseen !== undefined) return { by: 'silent webhook', why: '', ...foreseen }
  // A proxy's page is no Status, and a time-out of etcd has no reason: the API server gives one for each refusal.
  const isForeign = reason === '' || causes.some(cause => cause.reason === 'UnexpectedServerResponse')
  if (code >= 500) return brokenBehind(message, NOW.has(code) || isForeign)
  if (code === 400 && admission.has('no dry run', message)) return { by: 'probe' }
  const words = [...causes.map(cause => cause.message ?? ''), message]
  const policy = words.map(text => admission.find('policy denied', text)).find(([found]) => found !== undefined)
  if (policy !== undefined) {
    const [, kind, name = '', binding, why = ''] = policy
    const mutating = kind === 'policy' || kind === 'MutatingAdmissionPolicy'
    const of = mutating ? 'MutatingAdmissionPolicy' : 'ValidatingAdmissionPolicy'
    return { by: 'policy', kind: of, policy: name, binding, why }
  }
  // Its code and reason are the webhook's own, 422 Invalid with causes too: the words come first here.
  const denied = denialOf(message)
  if (denied !== undefined) return denied
  if (code === 401 || (code === 403 && admission.has('unauthorized', message))) return { by: 'probe' }
  if (code === 422 && reason === 'Invalid') {
    const changed = causes.find(cause => admission.has('changed', cause.message ?? ''))
    if (changed !== undefined) return { by: 'mutation', why: wordsOf(changed), causes: distinct(causes) }
    // What our own patch touches says nothing about the object.
    const fields = causes.filter(
      cause => cause.field !== undefined && !/^metadata\.(finalizers|uid|resourceVersion)\b/.test(cause.field),
    )
    if (fields.length > 0) return { by: 'validation', causes: distinct(fields) }
  }
  const passing = NOW.has(code) || isForeign || (code === 422 && causes.length === 0)
  return { by: 'something else', why: message, passing }
}

function denialOf(message: string): Rejection | undefined {
  const [denied, webhook = '', why = 'it gives no reason'] = admission.find('webhook denied', message)
  return denied === undefined ? undefined : { by: 'webhook', webhook, why }
}

function brokenBehind(message: string, passing: boolean): Rejection {
  const [silent, webhook = '', why = ''] = admission.find('silent webhook', message)
  if (silent !== undefined) return { by: 'silent webhook', webhook, why }
  // It may say 500 and no reason, as admission.Errored of controller-runtime does.
  const denied = denialOf(message)
  if (denied !== undefined) return denied
  if (isConversionFailure(message)) return { by: 'conversion', why: message }
  if (admission.has('bad patch', message))
    return { by: 'mutation', why: message.replace(/^Internal error occurred: /, ''), causes: [] }
  if (isDecodeFailure(message)) return { by: 'storage', why: message }
  return { by: 'something else', why: message, passing }
}

/** A cause in the server's words; of the listing of the whole object that may follow, only what differs. */
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

function distinct(causes: readonly StatusCause[]): readonly StatusCause[] {
  return [...new Map(causes.map(cause => [`${cause.field}\0${cause.message}`, cause])).values()]
}

/** A label or an annotation that a webhook wants, of whatever value. */
export interface DemandedKey {
  readonly field: 'labels' | 'annotations'
  readonly key: string
}

/** What the words of a denial demand; undefined where no form is known. The dry run tells whether it is enough. */
export function demandsInWords(words: string): readonly DemandedKey[] | undefined {
  const [, field, key] = admission.find('demanded path', words)
  if (key !== undefined) return [{ field: field as DemandedKey['field'], key }]
  const [, one, keys] = admission.find('demanded keys', words)
  if (keys === undefined) return undefined
  return keys
    .split(',')
    .map(each => ({ field: `${one}s` as DemandedKey['field'], key: each.trim().replaceAll('"', '') }))
}
