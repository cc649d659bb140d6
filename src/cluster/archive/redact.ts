import { createHmac } from 'node:crypto'
import type { Exchange, RecordedAnswer } from './exchange.ts'
import type { Recording } from './recording.ts'
import { resourcePath } from './resource-path.ts'

/** Fields of Kubernetes' own words: kinds, reasons, rules, times, and what controllers are told apart by. */
const KEPT_FIELDS: ReadonlySet<string> = new Set([
  'apiVersion',
  'apiGroup',
  'apiGroups',
  'apiVersions',
  'kind',
  'kinds',
  'resource',
  'resources',
  'subresource',
  'verb',
  'verbs',
  'operation',
  'operations',
  'op',
  'finalizers',
  'finalizer',
  'group',
  'groupVersion',
  'version',
  'versions',
  'plural',
  'singular',
  'categories',
  'shortNames',
  'uid',
  'resourceVersion',
  'reason',
  'type',
  'phase',
  'propagationPolicy',
  'content-type',
])
/** Types whose names are those of other types. */
const NAMED_AFTER_TYPES: ReadonlySet<string> = new Set(['customresourcedefinitions', 'apiservices'])
const USER_FIELDS: ReadonlySet<string> = new Set(['user', 'username'])
const PSEUDONYM = /^n[0-9a-f]{9}$/
const NAME_FIELDS: ReadonlySet<string> = new Set(['name', 'namespace', 'nodeName', 'generateName', 'host', 'hostname'])
const WELL_KNOWN =
  /^(kube|system|kubernetes|default|local|localhost|cluster-admin|admin|edit|view|svc|cluster)$|^(kube|system)[-:.]/
const TOKEN = /[A-Za-z0-9][A-Za-z0-9._@-]*[A-Za-z0-9]|[A-Za-z0-9]/g
const ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$/
/** IPv6 as it is written: eight groups, or fewer with a gap. */
const ADDRESS_6 =
  /(?<![\w:.])(?=[0-9a-f:]*\d)(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,6}:(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)?)(?![\w:])/gi
/** What stands in a text where only a host can. */
const HOST_PLACE = /(?<=:\/\/|\blookup |\bdial tcp |\bhost )[a-z0-9][a-z0-9.-]*[a-z0-9]/gi
/** What ends as hosts do; the path of a field (`spec.rules.to`) does not begin so. */
const HOST =
  /^(?!(?:spec|status|metadata|data)\.)(?:(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|cloud|app|corp|internal|intranet|intra|lan|local|localdomain|home|priv|private|company|edu|gov)|(?:[a-z0-9-]+\.){2,}[a-z]{2})$/i
const EMAIL = /^[^@]+@[^@.]+\.[^@]+$/
/** Whom a message names. */
const USER = /\b[Uu]ser "([^"]+)"/g
const TIME = /^\d{4}-\d\d-\d\dT/
const UID = /^[0-9a-f]{8}-[0-9a-f]{4}-/

/**
 * A recording with pseudonyms in place of names, hosts, and what looks like one in messages. A text has one pseudonym
 * in the whole file, by an HMAC with a `key` to be thrown away: references still match, and so does a request that is
 * built of pseudonyms. Kinds, groups, finalizers, reasons, uids, times and names that `keeps` knows stay.
 */
export function redacted({ head, exchanges }: Recording, key: Uint8Array, keeps: (name: string) => boolean): Recording {
  const words = new Words(key, keeps)
  for (const exchange of exchanges) words.learn(exchange)
  return {
    head: {
      ...head,
      redacted: true,
      namespace: head.namespace === undefined ? undefined : words.text(head.namespace),
      contextNamespace: words.text(head.contextNamespace),
    },
    exchanges: exchanges.map(({ request, answer }) => ({
      request: {
        ...request,
        path: request.path
          .split('/')
          .map(part => encodeURIComponent(words.text(decodeURIComponent(part))))
          .join('/'),
        query: request.query && (words.value(request.query, '') as Record<string, string>),
        body: request.body === undefined ? undefined : JSON.stringify(words.value(JSON.parse(request.body), '')),
      },
      answer: words.value(answer, '') as RecordedAnswer,
    })),
  }
}

class Words {
  readonly #key: Uint8Array
  readonly #keeps: (name: string) => boolean
  readonly #names = new Map<string, string>()
  /** Words of types, and whole finalizers. */
  readonly #kept = new Set<string>()

  constructor(key: Uint8Array, keeps: (name: string) => boolean) {
    this.#key = key
    this.#keeps = keeps
  }

  /** Takes note of the names in an exchange, and of what has to stay. */
  learn({ request, answer }: Exchange): void {
    const path = request.form === 'discovery' ? undefined : resourcePath(request.path)
    if (path !== undefined) {
      for (const word of [path.group, path.version, path.plural, path.subresource]) if (word) this.#kept.add(word)
      for (const name of [path.namespace, path.name]) if (name !== undefined) this.#learnName(name)
    }
    if ('status' in answer) this.#learnFrom(answer.body, '', path !== undefined && NAMED_AFTER_TYPES.has(path.plural))
  }

  #learnFrom(value: unknown, field: string, isOfType: boolean): void {
    if (typeof value === 'string') {
      for (const [, user] of value.matchAll(USER)) this.#learnUser(user!)
      if (USER_FIELDS.has(field)) this.#learnUser(value)
      if (field === 'finalizers' || field === 'group' || field === 'plural') this.#kept.add(value)
      if (isOfType && field === 'name') this.#kept.add(value)
      else if (NAME_FIELDS.has(field)) this.#learnName(value)
      return
    }
    if (Array.isArray(value)) for (const each of value) this.#learnFrom(each, field, isOfType)
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) if (name !== 'fieldsV1') this.#learnFrom(each, name, isOfType)
  }

  /** Those of ServiceAccounts and of Kubernetes' own are made of names that are learned elsewhere. */
  #learnUser(user: string): void {
    if (!user.includes(':')) this.#learnName(user)
  }

  #learnName(name: string): void {
    if (name !== '' && !this.#names.has(name)) this.#names.set(name, this.#pseudonym(name))
  }

  value(value: unknown, field: string): unknown {
    if (typeof value === 'string') return KEPT_FIELDS.has(field) || this.#kept.has(value) ? value : this.text(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(each => this.value(each, field))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        field === 'readIn' || /^[kv]:\{/.test(name) ? this.text(name) : name,
        this.value(each, name),
      ]),
    )
  }

  text(text: string): string {
    if (this.#kept.has(text) || TIME.test(text)) return text
    const whole = this.#names.get(text)
    if (whole !== undefined && !this.#stays(text)) return whole
    return text
      .replaceAll(ADDRESS_6, address => this.#pseudonym(address))
      .replaceAll(HOST_PLACE, host => (this.#stays(host) || ADDRESS.test(host) ? host : this.#host(host)))
      .replaceAll(TOKEN, token => this.#token(token))
  }

  /** A host, part by part: names in it stay findable, and so does what it ends in. */
  #host(host: string): string {
    const isFull = host.includes('.')
    return host.replaceAll(/[^.@]+/g, (part, at: number) => {
      const isEnd = isFull && at + part.length === host.length
      if (this.#stays(part) || isEnd || PSEUDONYM.test(part)) return part
      return this.#names.get(part) ?? this.#pseudonym(part)
    })
  }

  #token(token: string): string {
    if (this.#stays(token) || PSEUDONYM.test(token)) return token
    const known = this.#names.get(token)
    if (known !== undefined) return known
    if (ADDRESS.test(token)) return this.#pseudonym(token)
    // A Service's host, a user's address: its parts are names.
    if (EMAIL.test(token) || HOST.test(token)) return this.#host(token)
    if (token.includes('.') || token.includes('@')) {
      return token.replaceAll(/[^.@]+/g, part => (this.#stays(part) ? part : (this.#names.get(part) ?? part)))
    }
    // What is made of a name and something random, as cloud providers name what they make.
    const isIdentifier = /\d/.test(token) && /[a-z]/i.test(token) && token.length >= 8 && !/^v?\d/.test(token)
    return isIdentifier ? this.#pseudonym(token) : token
  }

  #stays(word: string): boolean {
    return this.#kept.has(word) || WELL_KNOWN.test(word) || UID.test(word) || TIME.test(word) || this.#keeps(word)
  }

  #pseudonym(name: string): string {
    const hash = createHmac('sha256', this.#key).update(name).digest()
    if (name.includes(':')) return `fd00::${hash.toString('hex').slice(0, 4)}:${hash.toString('hex').slice(4, 8)}`
    if (ADDRESS.test(name)) return `10.${hash[0]}.${hash[1]}.${hash[2]}`
    return `n${hash.toString('hex').slice(0, 9)}`
  }
}
