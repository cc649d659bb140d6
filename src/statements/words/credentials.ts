import type { Words } from './words.ts'

/**
 * What looks like a secret. The first group of a row, if any, is what stays before it. Rows of `in a log` apply only to
 * logs, and those of `in a file` not to sentences: there, such a text may be what a diagnosis needs.
 */
// biome-ignore format: a table is read by its columns
const TABLE = [
  { says: 'credential', words: /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g, source: 'RFC 7468; OpenPGP', example: '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', counterexample: 'no PRIVATE KEY in the file' },
  // The same in base64, as kubeconfigs have it; a certificate is none.
  { says: 'credential', words: /LS0tLS1CRUdJTi(?:BSU0Eg|BQUklW|BFQyBQ|BPUEVO|BFTkNS|BEU0Eg|BQR1Ag)[\w+/=]*/g, source: 'RFC 4648', example: 'LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVk', counterexample: 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t' },
  { says: 'credential', words: /\beyJ[\w-]{10,}\.[\w-]{6,}\.[\w.-]*/g, source: 'RFC 7519, RFC 7516', example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln' },
  { says: 'credential', words: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, source: 'AWS, unique identifiers of IAM', example: 'AKIAIOSFODNN7EXAMPLE' },
  { says: 'credential', words: /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|gl(?:pat|ptt|dt|rt|cbt|soat|agent|ft|oas)-[\w-]{16,}|xox[abeprs][-.][\w-]{10,}|sk-[\w-]{20,}|AIza[\w-]{30,}|GOCSPX-[\w-]{16,}|hv[sbr]\.[\w-]{20,})/g, source: 'prefixes of GitHub, GitLab, Slack, Google, Vault and others', example: 'ghp_0123456789abcdefghij' },
  { says: 'credential', words: /\b(?:npm_\w{20,}|do[por]_v1_\w{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|(?:sk|rk|pk)_(?:live|test)_\w{10,}|hf_\w{20,}|ya29\.[\w-]{20,}|xapp-\d-[\w-]{10,}|AGE-SECRET-KEY-1\w{20,}|dckr_pat_[\w-]{20,}|pypi-AgE[\w-]{20,}|glsa_\w{20,}|dapi[\da-f]{32})/g, source: 'prefixes of npm, DigitalOcean, SendGrid, Stripe, Hugging Face, Google, Slack, age, Docker, PyPI, Grafana, Databricks', example: 'sk_live_0123456789', counterexample: 'pypi-mirror-controller-manager' },
  { says: 'credential', words: /\$(?:2[abxy]|apr1|argon2i?d?|[156y])\$[\w./$=,+-]{8,}/g, source: 'crypt(5): a hash of a password', example: 'admin:$apr1$abcdefgh$ijklmnop', counterexample: 'echo $1 $2' },
  // A user with a password, or a token in the user's place.
  { says: 'credential', words: /([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^/?#\s@:]*:[^/?#\s]*|[^/?#\s@:]{16,})(?=@)/gi, source: 'RFC 3986, userinfo', example: 'postgres://app:hunter2@db', counterexample: 'https://example.com/a@b' },
  { says: 'credential', words: /(\b[\w.-]{1,60}:)[^\s@"'()]{1,200}(?=@(?:tcp6?|udp|unix|cloudsql)?\()/g, source: 'go-sql-driver/mysql, DSN', example: 'app:hunter2@tcp(db:3306)/x', counterexample: 'app:1.2@sha256:abc' },
  { says: 'credential', words: /(\b(?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks|webhook\.office\.com\/webhookb2|outlook\.office(?:365)?\.com\/webhook|hooks\.zapier\.com\/hooks|events\.pagerduty\.com\/integration)\/|\bapi\.telegram\.org\/bot)[^\s"'<>\\]+/gi, source: 'addresses of webhooks of Slack, Discord, Teams, Zapier, PagerDuty, Telegram, which are the credential', example: 'https://hooks.slack.com/services/T0/B0/abc', counterexample: 'https://hooks.example.com/services/a' },
  { says: 'credential', words: /(--?[\w.-]{0,40}(?:pass(?:word|wd|phrase|code)|pwd|api[-_]?key(?:[-_]?id)?|access[-_]?key(?:[-_]?id)?|(?:secret|private|account|shared|encryption|ssh|license|signing)[-_]?key|client[-_]?key[-_]?data|(?:client|webhook|cookie|session|jwt|hmac|shared)[-_]?secret|token)[= ]['"]?)[^\s,;'"]+/gi, source: 'arguments of commands', example: '--db-password hunter2' },
  { says: 'credential', words: /((?:^|\s)(?:-u|--user|--proxy-user|--?basic-auth)[= ]['"]?[^\s:'"=]{1,60}:)(?!\d+(?:\s|$))[^\s'"]+/g, source: 'curl(1)', example: 'curl -u app:hunter2 https://a', counterexample: 'run --user 1000:1000' },
  { says: 'credential', words: /(\blogin \S{1,80} password |\brequirepass )\S+/g, source: 'netrc(5), redis.conf', example: 'machine a login b password c' },
  { says: 'credential', words: /((?:pass(?:word|wd|phrase|code)|pwd|api[-_]?key(?:[-_]?id)?|access[-_]?key(?:[-_]?id)?|(?:secret|private|account|shared|encryption|ssh|license|signing)[-_]?key|client[-_]?key[-_]?data|(?:client|webhook|cookie|session|jwt|hmac|shared)[-_]?secret|token)['"]?\s{0,4}=>?\s{0,4})(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[^\s,;&'"=>][^\s,;&'"]*)/gi, source: 'connection strings, environment files, ini, HCL', example: 'AccountKey=abc', counterexample: 'if (token == nil) the token is old' },
  // JSON in a text, and in a text within it; Python's and JavaScript's way to write it.
  { says: 'credential', words: /((?:pass(?:word|wd|phrase|code)|pwd|api[-_]?key(?:[-_]?id)?|access[-_]?key(?:[-_]?id)?|(?:secret|private|account|shared|encryption|ssh|license|signing)[-_]?key|client[-_]?key[-_]?data|(?:client|webhook|cookie|session|jwt|hmac|shared)[-_]?secret|token|"auth)s?"\s{0,4}:\s{0,4}")(?:[^"\\]|\\[\s\S])*/gi, source: 'JSON', example: '"clientSecret": "abc"', counterexample: '"tokenPath": "/a"' },
  { says: 'credential', words: /((?:pass(?:word|wd|phrase|code)|pwd|api[-_]?key(?:[-_]?id)?|access[-_]?key(?:[-_]?id)?|(?:secret|private|account|shared|encryption|ssh|license|signing)[-_]?key|client[-_]?key[-_]?data|(?:client|webhook|cookie|session|jwt|hmac|shared)[-_]?secret|token)s?\\{1,7}"\s{0,4}:\s{0,4}\\{1,7}")[^"\\]*/gi, source: 'JSON', example: '\\"clientSecret\\": \\"abc\\"' },
  { says: 'credential', words: /((?:pass(?:word|wd|phrase|code)|pwd|api[-_]?key(?:[-_]?id)?|access[-_]?key(?:[-_]?id)?|(?:secret|private|account|shared|encryption|ssh|license|signing)[-_]?key|client[-_]?key[-_]?data|(?:client|webhook|cookie|session|jwt|hmac|shared)[-_]?secret|token)s?'\s{0,4}:\s{0,4}')(?:[^'\\]|\\[\s\S])*/gi, source: 'Python, JavaScript', example: "{'password': 'abc'}" },
  { says: 'credential', words: /((?:pass(?:word|wd|phrase|code)|pwd|api[-_]?key(?:[-_]?id)?|access[-_]?key(?:[-_]?id)?|(?:secret|private|account|shared|encryption|ssh|license|signing)[-_]?key|client[-_]?key[-_]?data|(?:client|webhook|cookie|session|jwt|hmac|shared)[-_]?secret|token)>)[^<>]+(?=<\/)/gi, source: 'XML', example: '<password>abc</password>' },
  { says: 'credential', words: /(\n[\w. -]{0,80}(?:pass(?:word|wd|phrase|code)|pwd|api[-_]?key(?:[-_]?id)?|access[-_]?key(?:[-_]?id)?|(?:secret|private|account|shared|encryption|ssh|license|signing)[-_]?key|client[-_]?key[-_]?data|(?:client|webhook|cookie|session|jwt|hmac|shared)[-_]?secret|token)['"]?:[ \t]{1,4})(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|\S+)/gi, source: 'YAML', example: 'a:\n  password: abc' },
  // Signed addresses.
  { says: 'credential', words: /([?&](?:sig|signature|key|auth|secret|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature)=)[^\s&'"]+/gi, source: 'AWS, Azure and Google, signed URLs', example: 'https://a/b?sig=abc%3D' },
  { says: 'credential', words: /\b((?:bearer|basic) )[\w+/.~=-]{16,}/gi, source: 'RFC 6750 and RFC 7617', example: 'Bearer 0123456789abcdefghij', counterexample: 'bearer of news' },
  { says: 'credential', words: /\b(authorization"?\s?[=:]\s?\[?\\?"?(?:bearer|basic|digest|negotiate|apikey|token) )[^\s"'\]\\]+/gi, source: 'RFC 9110', example: 'Authorization: Basic YTpi', counterexample: 'authorization: denied by a webhook' },
  { says: 'credential', words: /\b((?:set-)?cookie"?\s?[=:]\s?\[?\\?"?)[\w.-]{1,80}=[^\s"'\]\\][^"'\]\\\n]*/gi, source: 'RFC 6265', example: 'Cookie: session=abc', counterexample: 'cookie: none was sent' },
  { says: 'credential', words: /\b((?:x-[a-z-]{0,20}(?:token|key)|private-token)"?\s?[=:]\s?\[?\\?"?)[^\s"'\]\\,]+/gi, source: 'headers of Vault, OpenStack, AWS, GitLab', example: 'X-Vault-Token: s.abc' },

  // Lines of a file in a text, its first one too; in a sentence they would be what went wrong (`token: EOF`).
  { says: 'in a file', words: /((?:^|\n)[ \t]*(?:-[ \t]{1,4})?['"]?[\w./-]{0,80}(?:pass(?:word|wd|phrase|code)|pwd|api[-_]?key(?:[-_]?id)?|access[-_]?key(?:[-_]?id)?|(?:secret|private|account|shared|encryption|ssh|license|signing)[-_]?key|client[-_]?key[-_]?data|(?:client|webhook|cookie|session|jwt|hmac|shared)[-_]?secret|token)s?\d?['"]?[ \t]{0,4}:[ \t]{1,4})(?:[|>][^\n]*(?:\n[ \t]+[^\n]*)*|[^\s|>][^\n]*)/gi, source: 'YAML', example: 'adminPassword: two words', counterexample: 'tokenTTL: 5m\nsecretName: a\npasswordSecretRef: {name: a}' },
  { says: 'in a file', words: /((?:^|\n)[ \t]*['"]?[\w./-]{0,80}(?:pass(?:word|wd|phrase|code)|pwd|api[-_]?key(?:[-_]?id)?|access[-_]?key(?:[-_]?id)?|(?:secret|private|account|shared|encryption|ssh|license|signing)[-_]?key|client[-_]?key[-_]?data|(?:client|webhook|cookie|session|jwt|hmac|shared)[-_]?secret|token)s?\d?['"]?[ \t]{1,4}=[ \t]{1,4})[^\s=][^\n]*/gi, source: 'ini, HCL', example: 'password = two words', counterexample: 'token_ttl = 5m' },

  // A quick look: a text in which it finds nothing has no `credential`.
  { says: 'may hold one', words: /PRIVATE KEY|LS0tLS1|eyJ|AKIA|ASIA|gh[pousr]_|github_pat|gl[a-z]{2,5}-|xox|sk-|AIza|GOCSPX|hv[sbr]\.|npm_|_v1_|SG\.|[srp]k_|hf_|ya29|xapp|dckr_|pypi|glsa_|dapi|\$|@|[?&](?:sig|x-)|hooks?\b|integration|telegram|bearer|basic|-u |pass|pwd|key|secret|token|auth|cookie/i, source: 'the rows above', example: 'Bearer', counterexample: 'Error' },

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

  // Only where it looks as random as a key, and no name of Kubernetes does (src/statements/credentials.ts).
  { says: 'long', words: /[\w+/-]{40,}={0,2}/g, source: 'RFC 4648', example: 'dGhpcyBpcyBhIHNlY3JldCB0aGF0IGlzIGxvbmcgZW5vdWdo', counterexample: 'pvc-0f1e2d3c' },
] as const satisfies readonly Words[]

export const credentials = { rows: TABLE }
