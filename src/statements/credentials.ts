import { timeOfLine } from '../api/pod-log.ts'
import { credentials } from './words/credentials.ts'

/** Stands where a secret stood: that there was one is no secret. */
export const WITHHELD = 'WITHHELD'

/** Ends of names of fields that hold a credential; names of Secrets end otherwise (`passwordSecretName`). */
const CREDENTIAL =
  /(?:(?:password|passwd|passphrase|passcode|pwd|token|apikey|secretkey|accesskey|accesskeyid|privatekey|clientsecret|clientkey|clientkeydata|connectionstring|sharedkey|accountkey|masterkey|encryptionkey|signingkey|sshkey|licensekey|authkey|dockerconfigjson|dockercfg)s?|credentials?)(?:value|hash|plaintext|base64|b64|\d{1,2})?$/
/** The same where it is one text: an object in such a field has fields of its own. */
const AS_TEXT =
  /(?:kubeconfig|userdata)(?:value|data|base64)?$|^(?:auth|basicauth|u|proxyuser|(?:proxy)?authorization|(?:set)?cookies?|cloudinit|ignition|htpasswd)$/
/** Ends of words of their own: `adminPass`, `db_pw`, and no `bypass`. */
const SHORT = /(?:^|[._-]|[a-z\d](?=[A-Z]))(?:[Pp]ass|PASS|[Pp]w|PW|[Pp]sk|PSK)\d{0,2}$/
/** The name of a Secret as often as what is in one: then its text tells. */
const EITHER = /^(?:(?:webhook|cookie|session|jwt|hmac|shared|api|app|oauth)?secret|presharedkey)s?(?:value|\d{1,2})?$/
const NAME = /^[a-z]+\d{0,3}(?:[.-][a-z]+\d{0,3})+$/
/** Of such a field: what says where the credential is, and is none. */
const PLACE = /^(\/[\w./-]+|true|false|\$\([\w.-]+\)|\$\{[\w.-]+\}|\{\{[^{}]+\}\}|)$/
/** Within such a field: what says where or how the credential is kept, as `credentials.secretRef` does. */
export const ABOUT_CREDENTIAL =
  /(?:name|namespace|ref|reference|from|selector|kind|type|group|version|source|provider|path|file|algorithm|encoding|policy|mode|method|format|audience|role|region|arn|url|uri|issuer|server|host|endpoint|ttl|duration|period|time|timestamp|expiration|expiry|status|state|phase|reason|message|description|labels|annotations|conditions|id|user|secret|operator|usage)s?$/i
/** Fields of sentences. */
const SENTENCE = /(?:message|note|error|reason|description)s?$/i

const OF = Map.groupBy(credentials.rows, ({ says }) => says)

/** Whether what such a field holds is a credential, as a text or as the texts within it. */
export function isCredential(field: string): boolean {
  return CREDENTIAL.test(joined(field)) || SHORT.test(field)
}

/** `example.com/db-Password` → `dbpassword` */
function joined(field: string): string {
  return field.replaceAll(/^.*\/|[._-]/g, '').toLowerCase()
}

/** The text of a field without a credential: nothing of it where the field is for one, else without those within it. */
export function withoutCredentials(text: string, field: string): string {
  const name = joined(field)
  const isFor = isCredential(field) || AS_TEXT.test(name) || (EITHER.test(name) && !NAME.test(text))
  if (isFor && !PLACE.test(text)) return WITHHELD
  if (!OF.get('may hold one')!.some(({ words }) => words.test(text))) return text
  return without('credential', SENTENCE.test(field) ? text : without('in a file', text))
}

function without(says: 'credential' | 'in a file' | 'in a log', text: string): string {
  return OF.get(says)!.reduce((left, { words }) => left.replaceAll(words, withheld), text)
}

/** A row without a group hands on where it found something. */
function withheld(_found: string, before: string | number): string {
  return `${typeof before === 'string' ? before : ''}${WITHHELD}`
}

/** A text without what looks like a secret; other words may be lost with it, but no name of a Kubernetes object. */
export function redactedText(text: string): string {
  const { words } = OF.get('long')![0]!
  const told = without('in a log', without('credential', text))
  return told.replaceAll(words, (found, at: number) =>
    isKey(found, told.slice(Math.max(0, at - 20), at)) ? WITHHELD : found,
  )
}

/** Longer blocks have no end any more. */
const MAX_BLOCK = 200

/** The same of the lines of a log, `TIME TEXT` each: a key may stand in several. */
export function redactedLines(lines: readonly string[]): readonly string[] {
  let left = 0
  return lines.map(line => {
    const isWithin = left > 0
    const isEnd = line.includes('-----END ')
    left = isEnd ? 0 : line.includes('-----BEGIN ') ? MAX_BLOCK : Math.max(left - 1, 0)
    if (!isWithin) return redactedText(line)
    return `${Number.isNaN(timeOfLine(line)) ? '' : `${line.split(' ', 1)[0]} `}${WITHHELD}`
  })
}

/**
 * A long text is a key if it changes between capitals, small letters and digits as often as random text does, which
 * joined words do not; or if it is all hexadecimal, and neither the digest of an image nor the id of a container.
 */
function isKey(text: string, before: string): boolean {
  if (/^[\da-f]+$/i.test(text)) return !before.endsWith('sha256:') && !(text.length === 64 && OF_CONTAINER.test(before))
  if (!/[A-Z]/.test(text) || !/[a-z]/.test(text) || !/\d/.test(text)) return false
  let changes = 0
  for (let at = 1; at < text.length; at++) if (kindOf(text[at]!) !== kindOf(text[at - 1]!)) changes++
  return changes / text.length > 0.4
}

/** `containerd://`, `containerID:`, `container `. */
const OF_CONTAINER = /container(?:d:\/\/|[ _-]?ids?)?["']?[\s:=]{0,2}["']?$/i

function kindOf(character: string): string {
  if (character >= 'a' && character <= 'z') return 'small'
  if (character >= 'A' && character <= 'Z') return 'capital'
  return character >= '0' && character <= '9' ? 'digit' : 'mark'
}
