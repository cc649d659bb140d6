/** Stands where a secret stood: that there was one is no secret. */
export const WITHHELD = 'WITHHELD'

/** Fields whose text is a credential wherever they stand, by the end of their names; names of Secrets end otherwise (`passwordSecretName`). */
const CREDENTIAL =
  /(password|passwd|passphrase|token|apikey|secretkey|accesskey|accesskeyid|privatekey|clientsecret|clientkey|clientkeydata|connectionstring|sharedkey|accountkey|masterkey|encryptionkey|dockerconfigjson|dockercfg)s?$|^(auth|credentials?|authorization|cookie|kubeconfig|kubeconfigdata|userdata|cloudinit|ignition|htpasswd)$/
/** Of such a field: what says where the credential is, and is none. */
const PLACE = /^(\/[\w./-]+|true|false|)$/

const NAMES =
  '(?:password|passwd|passphrase|pwd|api[-_]?key|access[-_]?key(?:[-_]?id)?|secret[-_]?key|private[-_]?key|account[-_]?key|shared[-_]?key|client[-_]?secret|token)'

/** Credentials within a longer text. */
const WITHIN: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, WITHHELD],
  [/\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]*/g, WITHHELD],
  [/\b(AKIA|ASIA)[A-Z0-9]{16}\b/g, WITHHELD],
  [
    /\b(gh[pousr]_\w{20,}|glpat-[\w-]{16,}|xox[abp]-[\w-]{10,}|sk-[\w-]{20,}|AIza[\w-]{30,}|hvs\.[\w-]{20,})/g,
    WITHHELD,
  ],
  // A user with a password, or a token in the user's place.
  [/([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^/?#\s@:]*:[^/?#\s@]*|[^/?#\s@:]{16,})@/gi, `$1${WITHHELD}@`],
  [new RegExp(`(--?[\\w-]*${NAMES}[= ])[^\\s,;'"]+`, 'gi'), `$1${WITHHELD}`],
  [new RegExp(`([\\w-]*${NAMES}=)[^\\s,;&'"]+`, 'gi'), `$1${WITHHELD}`],
  // JSON, and lines of YAML, in a text.
  [new RegExp(`("[\\w-]*${NAMES}"\\s*:\\s*")[^"]*`, 'gi'), `$1${WITHHELD}`],
  [new RegExp(`(\\n\\s*[\\w-]*${NAMES}:[ \\t]+)\\S+`, 'gi'), `$1${WITHHELD}`],
  // Signed addresses.
  [
    /([?&](?:sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature)=)[^\s&'"]+/gi,
    `$1${WITHHELD}`,
  ],
  [/\b(bearer|basic) [\w+/.~=-]{16,}/gi, `$1 ${WITHHELD}`],
]
const MAY_HOLD = new RegExp(
  `PRIVATE KEY|eyJ|AKIA|ASIA|gh[pousr]_|glpat-|xox|sk-|AIza|hvs\\.|://[^/?#\\s]*@|[?&](sig|x-)|bearer|basic|${NAMES}`,
  'i',
)

/** The text of a field without a credential: nothing of it where the field is for one, else without those within it. */
export function withoutCredentials(text: string, field: string): string {
  if (CREDENTIAL.test(field.replaceAll(/[._-]/g, '').toLowerCase()) && !PLACE.test(text)) return WITHHELD
  if (!MAY_HOLD.test(text)) return text
  return WITHIN.reduce((left, [pattern, instead]) => left.replaceAll(pattern, instead), text)
}
