import { type Token, tokensOf } from './tokens.ts'

/** A parsed CEL expression. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'field'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly at: Expression }
  | { readonly kind: 'call'; readonly on?: Expression; readonly name: string; readonly given: readonly Expression[] }
  | { readonly kind: 'not' | 'negative'; readonly of: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }

/** How tightly the operators bind; all of them group to the left. */
const PRECEDENCE: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  in: 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '%': 5,
}

const CONSTANTS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }

/** Parses the part of CEL that admission policies and CRD rules commonly use; throws on anything else. */
export function parseCel(text: string): Expression {
  const tokens = tokensOf(text)
  let position = 0
  const peek = (): Token => tokens[position]!
  const take = (): Token => tokens[position++]!
  const takes = (text: string): boolean => {
    if (peek().text !== text || peek().kind === 'string') return false
    position += 1
    return true
  }
  const expect = (text: string) => {
    if (!takes(text)) throw new Error(`CEL: expected "${text}" before "${peek().text}"`)
  }

  const choice = (): Expression => {
    const test = binary(1)
    if (!takes('?')) return test
    const yes = choice()
    expect(':')
    return { kind: 'choice', test, yes, no: choice() }
  }
  const binary = (least: number): Expression => {
    let left = unary()
    for (;;) {
      const { kind, text: operator } = peek()
      const precedence = kind === 'string' ? undefined : PRECEDENCE[operator]
      if (precedence === undefined || precedence < least) return left
      take()
      left = { kind: 'binary', operator, left, right: binary(precedence + 1) }
    }
  }
  const unary = (): Expression => {
    if (takes('!')) return { kind: 'not', of: unary() }
    if (takes('-')) return { kind: 'negative', of: unary() }
    return postfix(primary())
  }
  const postfix = (of: Expression): Expression => {
    if (takes('[')) {
      const at = choice()
      expect(']')
      return postfix({ kind: 'index', of, at })
    }
    if (!takes('.')) return of
    // Optional fields (`?.`) are not part of what is understood here.
    const { text: name } = take()
    return takes('(') ? postfix({ kind: 'call', on: of, name, given: list(')') }) : postfix({ kind: 'field', of, name })
  }
  const primary = (): Expression => {
    const token = take()
    if (token.kind === 'number' || token.kind === 'string') return { kind: 'literal', value: token.value }
    if (token.text === '(') {
      const inner = choice()
      expect(')')
      return inner
    }
    if (token.text === '[') return { kind: 'list', items: list(']') }
    if (token.kind !== 'name') throw new Error(`CEL: unexpected "${token.text}"`)
    if (token.text in CONSTANTS) return { kind: 'literal', value: CONSTANTS[token.text] }
    return takes('(') ? { kind: 'call', name: token.text, given: list(')') } : { kind: 'name', name: token.text }
  }
  const list = (end: string): Expression[] => {
    const items: Expression[] = []
    if (takes(end)) return items
    do items.push(choice())
    while (takes(','))
    expect(end)
    return items
  }

  const whole = choice()
  if (peek().kind !== 'end') throw new Error(`CEL: unexpected "${peek().text}"`)
  return whole
}
