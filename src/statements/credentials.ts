import { timeOfLine } from '../api/pod-log.ts'
import { credentials } from './words/credentials.ts'

/** Stands where a secret stood: that there was one is no secret. */
export const WITHHELD = 'WITHHELD'

/** Ends of names of fields that hold a credential; names of Secrets end otherwise (`passwordSecretName`). */
const CREDENTIAL =
  /(password|passwd|passphrase|token|apikey|secretkey|accesskey|accesskeyid|privatekey|clientsecret|clientkey|clientkeydata|connectionstring|sharedkey|accountkey|masterkey|encryptionkey|dockerconfigjson|dockercfg)s?$|^(auth|credentials?|authorization|cookie|kubeconfig|kubeconfigdata|userdata|cloudinit|ignition|htpasswd)$/
/** Of such a field: what says where the credential is, and is none. */
const PLACE = /^(\/[\w./-]+|true|false|)$/

const OF = Map.groupBy(credentials.rows, ({ says }) => says)

/** The text of a field without a credential: nothing of it where the field is for one, else without those within it. */
export function withoutCredentials(text: string, field: string): string {
  if (CREDENTIAL.test(field.replaceAll(/[._-]/g, '').toLowerCase()) && !PLACE.test(text)) return WITHHELD
  if (!OF.get('may hold one')!.some(({ words }) => words.test(text))) return text
  return without('credential', text)
}

function without(says: 'credential' | 'in a log', text: string): string {
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
    isKey(found, told.slice(Math.max(0, at - 7), at)) ? WITHHELD : found,
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
 * joined words do not; or if it is all hexadecimal, and not the digest of an image.
 */
function isKey(text: string, before: string): boolean {
  if (/^[\da-f]+$/i.test(text)) return before !== 'sha256:'
  if (!/[A-Z]/.test(text) || !/[a-z]/.test(text) || !/\d/.test(text)) return false
  let changes = 0
  for (let at = 1; at < text.length; at++) if (kindOf(text[at]!) !== kindOf(text[at - 1]!)) changes++
  return changes / text.length > 0.4
}

function kindOf(character: string): string {
  if (character >= 'a' && character <= 'z') return 'small'
  if (character >= 'A' && character <= 'Z') return 'capital'
  return character >= '0' && character <= '9' ? 'digit' : 'mark'
}
