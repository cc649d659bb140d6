import type { KubeObject } from '../../api/object.ts'
import { fieldOf, textOf, type Value } from './field-value.ts'
import { call } from './functions.ts'
import { TemplateProblem } from './template-problem.ts'
import type { Token } from './tokens.ts'

/** The text of one action; takes its tokens off the list. */
export function evaluate(tokens: Token[], object: KubeObject): string {
  const value = pipeline(tokens, object)
  if (tokens.length > 0) throw new TemplateProblem('a ")" has no "("')
  return textOf(value)
}

/** Commands joined by `|`: each is given the value before it as its last argument. Takes its tokens off the list. */
function pipeline(tokens: Token[], object: KubeObject): Value {
  let value = command(tokens, object, [])
  while (tokens[0]?.kind === '|') {
    tokens.shift()
    value = command(tokens, object, [value])
  }
  return value
}

function command(tokens: Token[], object: KubeObject, piped: readonly Value[]): Value {
  const first = tokens.shift()
  if (first === undefined) throw new TemplateProblem('a value is missing')
  const values: Value[] = []
  const given = first.kind === 'word' ? undefined : operand(first, tokens, object)
  while (tokens[0] !== undefined && tokens[0].kind !== '|' && tokens[0].kind !== ')')
    values.push(operand(tokens.shift()!, tokens, object))
  if (first.kind === 'word') return call(first.word, [...values, ...piped])
  if (values.length > 0 || piped.length > 0)
    throw new TemplateProblem('a value is given arguments as if it were a function')
  return given!
}

function operand(token: Token, tokens: Token[], object: KubeObject): Value {
  switch (token.kind) {
    case 'literal':
      return token.value
    case 'path':
      return fieldOf(object, token.names)
    case 'word':
      return call(token.word, [])
    case '(': {
      const value = pipeline(tokens, object)
      if (tokens.shift()?.kind !== ')') throw new TemplateProblem('a "(" has no ")"')
      return value
    }
    default:
      throw new TemplateProblem(`"${token.kind}" stands where a value is expected`)
  }
}
