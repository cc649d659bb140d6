import { literalsOfProgram } from '../../test/linear-expressions.ts'
import type { Random } from './random.ts'
import { hasSlip } from './wrong.ts'

/** What the expressions of the program look for, as text: what an attack on one of them is made of. */
function soughtWords(): readonly string[] {
  const words = literalsOfProgram().flatMap(({ source }) =>
    source.replaceAll(/\\[a-zA-Z]|\[[^\]]*\]|[\\^$+*?{}()|]/g, '\0').split('\0'),
  )
  return [...new Set(words.filter(word => word.length > 1 && !hasSlip(word)))]
}

let sought: readonly string[] | undefined

const PARTS = [
  ...[
    'x',
    'a.',
    'a/',
    'a-',
    '1',
    ' ',
    '\t',
    '"',
    "'",
    '`',
    '(',
    ')',
    '[',
    '{',
    '}',
    ',',
    ';',
    '\n',
    '\r',
    '://',
    ':',
    '=',
  ],
  ...[
    'a "b" ',
    'a=b ',
    '<b>',
    '&amp;',
    '\\',
    '$(',
    `$${'{a}'}`,
    '%s',
    '%00',
    '0x',
    '1h',
    '-1',
    '1.5e9',
    '../',
    '*',
    '--flag ',
  ],
  ...[
    '\0',
    '\x1b[31m',
    '\u202e',
    '\u200b',
    '\ufeff',
    '\u2028',
    '\ud800',
    '\udc00',
    'e\u0301',
    '👩‍👩‍👧',
    '﷽',
    'İ',
    'ſ',
    'ß',
    '\u{10ffff}',
  ],
]
const WHOLE = [
  ...[
    '',
    ' ',
    '0',
    '-0',
    '1e999',
    '99999999999999999999',
    'true',
    '~',
    '{}',
    '[]',
    '<no value>',
    '---',
    '...',
    '- a',
    '&a *a',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'length',
    '*',
    '.',
    '..',
    '/',
    '//',
    'a/b/c',
    'v1',
    '/v1',
    'v1/',
  ],
  ...['2026-01-15', '2026-01-15T11:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00Z'],
  ...['2026-13-45T99:99:99Z', '2026-01-15T11:00:00.123456789+14:00', '1h1m1s', '-1h', '9999999h', '10Gi', '1e400Gi'],
]
const SIZES = [1, 3, 30, 300, 4_000, 4_200, 33_000, 100_000]

/** A text that is unlikely and possible: odd, or long, or made to be slow to read. */
export function hostileText(random: Random): string {
  sought ??= soughtWords()
  if (random.below(4) === 0) return random.pick(WHOLE)
  const part = () => random.pick(random.below(2) === 0 ? PARTS : sought!)
  const piece = Array.from({ length: 1 + random.below(4) }, part).join(random.pick(['', ' ', '', '"']))
  const size = random.pick(SIZES)
  const repeated = piece.repeat(Math.ceil(size / Math.max(1, piece.length))).slice(0, size)
  return random.pick(['', part(), 'failed: ']) + repeated + random.pick(['', part(), '\0', '!'])
}
