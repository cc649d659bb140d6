import { type NamedMissing, namedMissing } from './named-missing.ts'
import { type Quote, readable } from './quote.ts'
import { passesOver } from './wording.ts'
import { admission } from './words/admission.ts'
import { drains } from './words/drain.ts'
import { inUse } from './words/in-use.ts'
import { logWords } from './words/log.ts'
import { missing } from './words/missing.ts'
import { paused } from './words/paused.ts'
import { server } from './words/server.ts'

/** What one text may claim: rules filter claims, and never see a sentence. */
interface Claims {
  /** That a controller waits to lead, by which lock where that is said. */
  readonly 'not leading': { readonly lock: { readonly namespace: string; readonly name: string } | undefined }
  readonly leading: object
  /** That an object is another's to look after; `perhaps`: that it is left out, for whichever reason. */
  readonly 'out of scope': { readonly perhaps: boolean }
  /** That all work on an object is put off. */
  readonly 'all paused': object
  /** How much of the work is not done yet. */
  readonly counted: { readonly left: number }
  /** That a program does not reach the API server, or is not let in. */
  readonly 'cut off': { readonly by: 'network' | 'credentials' }
  readonly panic: object
  /** That it does not try again, skips what it should delete, or fails to end what has ended. */
  readonly 'gave up': { readonly next: 'never' | 'skips' | 'ended' }
  /** An error that the next try ends. */
  readonly 'passing error': object
  /** That a service account lacks a right, in the words of the server's authorizer. */
  readonly denied: {
    readonly account: { readonly namespace: string; readonly name: string }
    readonly verb: string
    /** `plural.group` */
    readonly resource: string
    readonly subresource: string | undefined
    /** undefined: in the whole cluster, or of a type without namespaces. */
    readonly namespace: string | undefined
    /** The name of the object that it asked for. */
    readonly of: string | undefined
  }
  /** That a part of a program does not run, and what it is called. */
  readonly 'switched off': { readonly word: string }
  /** That a controller could never list a kind, of a group that is not said. */
  readonly 'never listed': { readonly version: string; readonly kind: string }
  readonly missing: NamedMissing
  /** That there is none of a kind, or that those of it depend on the object. */
  readonly 'none of a kind': { readonly word: string }
  readonly 'dependents of a kind': { readonly word: string }
  /** That a reference or a login is of no use, whatever is missing; not that a server is not reached. */
  readonly 'no way': object
  /** That something was not found, and that the work goes on without it. */
  readonly 'passed over': object
  /** That the server refuses to create anything in a terminating namespace, with its name where that is said. */
  readonly terminating: { readonly namespace: string | undefined }
  /** That the server refuses a write of an object as it was once read, of which object, or whether of a finalizer. */
  readonly 'stale write': {
    readonly error: 'immutable' | 'too long' | 'modified'
    readonly of: { readonly type: string; readonly name: string } | undefined
    readonly ofFinalizer: boolean
  }
  /** That the server rejects a request because a webhook could not be called, and why. */
  readonly 'uncalled webhook': { readonly webhook: string; readonly why: string }
  /** That a webhook denies a request, or only passes on the error of a call of its own. */
  readonly 'denied by webhook': { readonly webhook: string; readonly isPassedOn: boolean }
  readonly 'another cluster': object
  /** That a finalizer cannot be added, as the object is being deleted, and which where that is said. */
  readonly 'new finalizer': { readonly finalizers: string | undefined; readonly isRemoval: boolean }
  /** That the server serves no such kind. */
  readonly 'unserved kind': { readonly kind: string; readonly group: string; readonly version: string }
  /** That a Service of the cluster was called, and nothing answered. */
  readonly 'no answer': { readonly namespace: string; readonly name: string }
  /** That a write, or the annotations in it, are too large. */
  readonly 'too large': object
  readonly draining: object
  /** That an eviction was refused, by which disruption budget, and of which Pod, where that is said. */
  readonly 'eviction refused': Partial<Readonly<Record<'budget' | 'namespace' | 'pod', string | undefined>>>
  readonly paused: object
  readonly protected: object
  readonly 'in use': object
}

type Says = keyof Claims

export type Claim<Which extends Says = Says> = {
  [Each in Which]: Claims[Each] & { readonly says: Each; readonly quote: Quote }
}[Which]

const READERS: { readonly [Each in Says]: (text: string) => readonly Claims[Each][] } = {
  denied: text =>
    server
      .findAll('denied', text)
      .map(([, of, place = '', name = '', verb = '', plural = '', subresource, group = '', namespace]) => {
        const resource = group === '' ? plural : `${plural}.${group}`
        return { account: { namespace: place, name }, verb, resource, subresource, namespace, of }
      }),
  'never listed': text => {
    const [, version, kind] = server.find('never listed', text)
    return version === undefined || kind === undefined ? [] : [{ version, kind }]
  },
  'switched off': text => {
    const [, word] = logWords.find('switched off', text)
    return word === undefined ? [] : [{ word }]
  },
  missing: namedMissing,
  'dependents of a kind': text => inUse.findAll('of a kind', text).map(([, word = '']) => ({ word })),
  'none of a kind': text => missing.findAll('none of a kind', text).map(([, word = '']) => ({ word })),
  'no way': text => (missing.has('no way', text) && !missing.has('not reached', text) ? [{}] : []),
  'passed over': text => (passesOver(text) ? [{}] : []),
  terminating: text =>
    server.has('terminating', text) ? [{ namespace: server.find('terminating namespace', text)[1] }] : [],
  'stale write': text => {
    const errors = (['immutable', 'too long', 'modified'] as const).filter(error => server.has(error, text))
    const [, kind = '', name] = server.find('write of', text)
    const [type = ''] = kind.toLowerCase().split('.')
    const of = name === undefined ? undefined : { type, name }
    return errors.map(error => ({ error, of, ofFinalizer: server.has('of a finalizer', text) }))
  },
  'uncalled webhook': text => {
    const [, webhook, why = ''] = admission.find('silent webhook', text)
    return webhook === undefined ? [] : [{ webhook, why }]
  },
  'denied by webhook': text => {
    const [, webhook, why = ''] = admission.find('webhook denied', text)
    const isPassedOn = logWords.has('failed call', why) || server.has('no answer', why)
    return webhook === undefined ? [] : [{ webhook, isPassedOn }]
  },
  'another cluster': text => (missing.has('another cluster', text) ? [{}] : []),
  'new finalizer': text => {
    const [found, finalizers] = server.find('new finalizer', text)
    const isRemoval = server.has('removes a finalizer', text)
    return found === undefined ? [] : [{ finalizers: finalizers?.replaceAll('"', ''), isRemoval }]
  },
  'unserved kind': text =>
    server.findAll('unserved kind', text).map(([, kind = '', group = '', version = '']) => ({ kind, group, version })),
  'no answer': text => {
    const called = server.has('no answer', text) ? server.findAll('called Service', text) : []
    return called.map(([, name = '', namespace = '']) => ({ namespace, name }))
  },
  'too large': text => (server.has('too large', text) ? [{}] : []),
  draining: text => (drains.has('draining', text) && !drains.has('not draining', text) ? [{}] : []),
  'eviction refused': text => {
    const [refused, budget] = drains.find('eviction refused', text)
    const [, namespace, pod] = drains.find('evicted pod', text)
    return refused === undefined ? [] : [{ budget, namespace, pod }]
  },
  paused: text => (paused.has('paused', text) ? [{}] : []),
  protected: text => (paused.has('protected', text) ? [{}] : []),
  'in use': text => (inUse.has('in use', text) && !inUse.has('free', text) ? [{}] : []),
  'not leading': text => {
    if (!logWords.has('not leading', text)) return []
    const [, namespace, name] = logWords.find('lock', text)
    return [{ lock: namespace === undefined || name === undefined ? undefined : { namespace, name } }]
  },
  leading: text => (logWords.has('leading', text) ? [{}] : []),
  'out of scope': text => {
    if (logWords.has('out of scope', text)) return [{ perhaps: false }]
    const isLeftOut = logWords.has('perhaps out of scope', text) && !logWords.has('gone before', text)
    return isLeftOut ? [{ perhaps: true }] : []
  },
  'all paused': text => (logWords.has('paused', text) || paused.has('all is paused', text) ? [{}] : []),
  counted: text => {
    const [, done, all] = logWords.find('counted', text)
    if (done !== undefined && all !== undefined) return [{ left: Number(all) - Number(done) }]
    const [, left] = logWords.find('remaining', text)
    return left === undefined ? [] : [{ left: Number(left) }]
  },
  'cut off': text => {
    if (logWords.has('not accepted', text)) return [{ by: 'credentials' }]
    return logWords.has('unreachable', text) ? [{ by: 'network' }] : []
  },
  panic: text => (logWords.has('panic', text) ? [{}] : []),
  'gave up': text => {
    if (logWords.has('gave up', text)) return [{ next: 'never' }]
    if (logWords.has('already ended', text)) return [{ next: 'ended' }]
    return logWords.has('skips the deletion', text) ? [{ next: 'skips' }] : []
  },
  'passing error': text => (logWords.has('passing error', text) ? [{}] : []),
}

const known = new WeakMap<Quote, Map<Says, readonly Claim[]>>()

/** What these texts claim of one sort; each is read once. */
export function claimsOf<Which extends Says>(says: Which, quotes: readonly Quote[]): readonly Claim<Which>[] {
  return quotes.flatMap(quote => {
    const ofQuote = known.get(quote) ?? new Map<Says, readonly Claim[]>()
    known.set(quote, ofQuote)
    // The error that another one quotes has its quotes escaped.
    const claims =
      ofQuote.get(says) ??
      READERS[says](readable(quote.fact).replaceAll('\\"', '"')).map(claim => ({ ...claim, says, quote }) as Claim)
    ofQuote.set(says, claims)
    return claims as readonly Claim<Which>[]
  })
}

export function claims(says: Says): (quote: Quote) => boolean {
  return quote => claimsOf(says, [quote]).length > 0
}
