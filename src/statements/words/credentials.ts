import type { Words } from './words.ts'

/**
 * What looks like a secret. The first group of a row, if any, is what stays before it. Rows of `in a log` apply only to
 * logs: in an object, such a text may be what a diagnosis needs.
 */
// biome-ignore format: a table is read by its columns
const TABLE = [
  { says: 'credential', words: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, source: 'RFC 7468', example: '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', counterexample: 'no PRIVATE KEY in the file' },
  { says: 'credential', words: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]*/g, source: 'RFC 7519', example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln' },
  { says: 'credential', words: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, source: 'AWS, unique identifiers of IAM', example: 'AKIAIOSFODNN7EXAMPLE' },
  { says: 'credential', words: /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abp]-[\w-]{10,}|sk-[\w-]{20,}|AIza[\w-]{30,}|hvs\.[\w-]{20,})/g, source: 'prefixes of GitHub, GitLab, Slack, Google, Vault and others', example: 'ghp_0123456789abcdefghij' },
  // A user with a password, or a token in the user's place.
  { says: 'credential', words: /([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^/?#\s@:]*:[^/?#\s@]*|[^/?#\s@:]{16,})(?=@)/gi, source: 'RFC 3986, userinfo', example: 'postgres://app:hunter2@db', counterexample: 'https://example.com/a@b' },
  { says: 'credential', words: /(--?[\w-]{0,40}(?:password|passwd|passphrase|pwd|api[-_]?key|access[-_]?key(?:[-_]?id)?|secret[-_]?key|private[-_]?key|account[-_]?key|shared[-_]?key|client[-_]?secret|token)[= ])[^\s,;'"]+/gi, source: 'arguments of commands', example: '--db-password hunter2' },
  { says: 'credential', words: /((?:password|passwd|passphrase|pwd|api[-_]?key|access[-_]?key(?:[-_]?id)?|secret[-_]?key|private[-_]?key|account[-_]?key|shared[-_]?key|client[-_]?secret|token)=)[^\s,;&'"]+/gi, source: 'connection strings, environment files', example: 'AccountKey=abc', counterexample: 'the token is old' },
  // JSON, and lines of YAML, in a text.
  { says: 'credential', words: /((?:password|passwd|passphrase|pwd|api[-_]?key|access[-_]?key(?:[-_]?id)?|secret[-_]?key|private[-_]?key|account[-_]?key|shared[-_]?key|client[-_]?secret|token)"\s{0,4}:\s{0,4}")[^"]*/gi, source: 'JSON', example: '"clientSecret": "abc"' },
  { says: 'credential', words: /(\n[\w -]{0,80}(?:password|passwd|passphrase|pwd|api[-_]?key|access[-_]?key(?:[-_]?id)?|secret[-_]?key|private[-_]?key|account[-_]?key|shared[-_]?key|client[-_]?secret|token):[ \t]{1,4})\S+/gi, source: 'YAML', example: 'a:\n  password: abc' },
  // Signed addresses.
  { says: 'credential', words: /([?&](?:sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature)=)[^\s&'"]+/gi, source: 'AWS, Azure and Google, signed URLs', example: 'https://a/b?sig=abc%3D' },
  { says: 'credential', words: /\b((?:bearer|basic) )[\w+/.~=-]{16,}/gi, source: 'RFC 6750 and RFC 7617', example: 'Bearer 0123456789abcdefghij', counterexample: 'bearer of news' },

  // A quick look: a text in which it finds nothing has no `credential`.
  { says: 'may hold one', words: /PRIVATE KEY|eyJ|AKIA|ASIA|gh[pousr]_|github_pat|glpat-|xox|sk-|AIza|hvs\.|:\/\/[^/?#\s]*@|[?&](?:sig|x-)|bearer|basic|pass|pwd|key|secret|token/i, source: 'the rows above', example: 'Bearer', counterexample: 'Error' },

  { says: 'in a log', words: /-----BEGIN [A-Z0-9 ]{1,40}-----[^-]*(?:-----END [A-Z0-9 ]{1,40}-----)?/g, source: 'RFC 7468; of a certificate too', example: '-----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE-----' },
  { says: 'in a log', words: /\beyJ[\w-]{10,}\.[\w.-]*/g, source: 'RFC 7515, cut short', example: 'eyJhbGciOiJIUzI1NiJ9.eyJ' },
  // Headers as Go, curl and Envoy write them down.
  { says: 'in a log', words: /\b((?:proxy-)?authorization"?\s?[=:]\s?\[?\\?"?(?:(?:bearer|basic|digest|negotiate|token|aws4-hmac-sha256) )?)[^\s"'\]\\][^"'\]\\\n]*/gi, source: 'RFC 9110', example: 'Authorization: token abc', counterexample: 'authorization failed' },
  { says: 'in a log', words: /\b((?:set-)?cookie"?\s?[=:]\s?\[?\\?"?)[^\s"'\]\\][^"'\]\\\n]*/gi, source: 'RFC 6265', example: 'Cookie: session=abc', counterexample: 'the cookie expired' },
  { says: 'in a log', words: /\b((?:x-[a-z-]{0,20}(?:token|key)|x-api-key|api-?key)"?\s?[=:]\s?\[?\\?"?)[^\s"'\]\\,]+/gi, source: 'headers of Vault, OpenStack, AWS', example: 'X-Vault-Token: s.abc' },
  // Fields of JSON, logfmt, klog and Go's %+v.
  { says: 'in a log', words: /((?:password|passwd|passphrase|pwd|passcode|api[-_]?key|access[-_]?key(?:[-_]?id)?|secret[-_]?(?:access[-_]?)?key|private[-_]?key|account[-_]?key|shared[-_]?key|encryption[-_]?key|client[-_]?secret|connection[-_]?string|sas[-_]?token|credentials?)\\?["']?\s?[=:]\s?\\?["'])[^"'\\]+/gi, source: 'JSON, logfmt', example: '"password":"two words"', counterexample: 'password authentication failed' },
  { says: 'in a log', words: /((?:password|passwd|passphrase|pwd|passcode|api[-_]?key|access[-_]?key(?:[-_]?id)?|secret[-_]?(?:access[-_]?)?key|private[-_]?key|account[-_]?key|shared[-_]?key|encryption[-_]?key|client[-_]?secret|sas[-_]?token)\\?["']?\s?[=:]\s?)[^\s,;&'"\\}{[\]]+/gi, source: 'logfmt, klog, %+v', example: 'dbPassword:hunter2', counterexample: 'password is wrong' },
  { says: 'in a log', words: /(token\\?["']?\s?[=:]\s?\\?["']?)[^\s,;&'"\\}{[\]]{8,}/gi, source: 'JSON, logfmt, klog', example: 'token="abcdefgh"', counterexample: 'token: EOF' },
  { says: 'in a log', words: /(--?[\w-]{0,30}(?:password|passwd|token|secret|key) )[^\s,;'"]+/gi, source: 'arguments of a command', example: '--db-password hunter2' },
  { says: 'in a log', words: /\b(?:npm_\w{20,}|dop_v1_\w{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|(?:sk|rk|pk)_(?:live|test)_\w{10,}|hf_\w{20,}|ya29\.[\w-]{20,}|xapp-[\w-]{10,}|AGE-SECRET-KEY-1\w{20,}|dckr_pat_[\w-]{20,}|pypi-[\w-]{20,})/g, source: 'prefixes of npm, DigitalOcean, SendGrid, Stripe, Hugging Face, Google, Slack, age, Docker, PyPI', example: 'sk_live_0123456789' },

  // Only where it looks as random as a key, and no name of Kubernetes does (src/statements/credentials.ts).
  { says: 'long', words: /[\w+/-]{40,}={0,2}/g, source: 'RFC 4648', example: 'dGhpcyBpcyBhIHNlY3JldCB0aGF0IGlzIGxvbmcgZW5vdWdo', counterexample: 'pvc-0f1e2d3c' },
] as const satisfies readonly Words[]

export const credentials = { rows: TABLE }
