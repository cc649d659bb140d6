/** One word of a CEL expression. */
export interface Token {
  readonly kind: 'number' | 'string' | 'name' | 'symbol' | 'end'
  readonly text: string
  readonly value?: string | number
}

const PATTERN =
  /\s*(?:(?<number>\d+(?:\.\d+)?)u?|r?(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<name>[A-Za-z_]\w*)|(?<symbol>&&|\|\||==|!=|<=|>=|[-+*/%!<>?:.,()[\]{}]))/y

/** Splits an expression; throws at a character that CEL does not have. */
export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = []
  PATTERN.lastIndex = 0
  while (expression.slice(PATTERN.lastIndex).trim() !== '') {
    const at = PATTERN.lastIndex
    const match = PATTERN.exec(expression)
    if (match === null) throw new Error(`cannot read CEL at "${expression.slice(at)}"`)
    const { number, string, name, symbol } = match.groups!
    if (number !== undefined) tokens.push({ kind: 'number', text: number, value: Number(number) })
    else if (string !== undefined) tokens.push({ kind: 'string', text: string, value: unquoted(string) })
    else tokens.push({ kind: name === undefined ? 'symbol' : 'name', text: (name ?? symbol)! })
  }
  return [...tokens, { kind: 'end', text: '' }]
}

function unquoted(literal: string): string {
  return literal.slice(1, -1).replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character))
}
