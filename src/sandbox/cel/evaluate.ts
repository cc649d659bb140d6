import { isDeepStrictEqual } from 'node:util'
import { type Expression, parseCel } from './parse.ts'

type Scope = Readonly<Record<string, unknown>>

const parsed = new Map<string, Expression>()

/** The value of a CEL expression; throws `no such key: x` as CEL does, and for what is not understood here. */
export function evaluateCel(text: string, scope: Scope): unknown {
  let expression = parsed.get(text)
  if (expression === undefined) {
    expression = parseCel(text)
    parsed.set(text, expression)
  }
  return evaluate(expression, scope)
}

function evaluate(expression: Expression, scope: Scope): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'name':
      if (!(expression.name in scope)) throw new Error(`undeclared reference to '${expression.name}'`)
      return scope[expression.name]
    case 'list':
      return expression.items.map(item => evaluate(item, scope))
    case 'field':
      return key(evaluate(expression.of, scope), expression.name)
    case 'index':
      return key(evaluate(expression.of, scope), evaluate(expression.at, scope) as string | number)
    case 'not':
      return !evaluate(expression.of, scope)
    case 'negative':
      return -(evaluate(expression.of, scope) as number)
    case 'choice':
      return evaluate(evaluate(expression.test, scope) ? expression.yes : expression.no, scope)
    case 'binary':
      return binary(expression, scope)
    case 'call':
      return call(expression, scope)
  }
}

function key(value: unknown, name: string | number): unknown {
  if (value !== null && typeof value === 'object' && name in value) return (value as Record<string, unknown>)[name]
  throw new Error(`no such key: ${name}`)
}

function binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, scope: Scope): unknown {
  if (operator === '&&' || operator === '||') return logical(operator, left, right, scope)
  const [a, b] = [evaluate(left, scope), evaluate(right, scope)] as [number, number]
  switch (operator) {
    case '==':
      return isDeepStrictEqual(a, b)
    case '!=':
      return !isDeepStrictEqual(a, b)
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
    case 'in':
      return Array.isArray(b)
        ? (b as unknown[]).some(item => isDeepStrictEqual(item, a))
        : Object.hasOwn(b as unknown as object, a)
    case '+':
      return Array.isArray(a) ? [...(a as unknown[]), ...(b as unknown as unknown[])] : a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return Number.isInteger(a) && Number.isInteger(b) ? Math.trunc(a / b) : a / b
    default:
      return a % b
  }
}

/** CEL's && and || forgive an error on one side when the other side decides. */
function logical(operator: string, left: Expression, right: Expression, scope: Scope): boolean {
  const decisive = operator === '||'
  let failure: unknown
  for (const side of [left, right]) {
    try {
      if (evaluate(side, scope) === decisive) return decisive
    } catch (error) {
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
  return !decisive
}

function call({ on, name, given }: Extract<Expression, { kind: 'call' }>, scope: Scope): unknown {
  if (name === 'has') return has(given[0]!, scope)
  if (on !== undefined && ['all', 'exists', 'exists_one', 'filter', 'map'].includes(name)) {
    return macro(name, evaluate(on, scope), given, scope)
  }
  const [subject, ...others] = [...(on === undefined ? [] : [on]), ...given].map(part => evaluate(part, scope))
  switch (name) {
    case 'size':
      return typeof subject === 'string' ? subject.length : Object.keys(subject as object).length
    case 'startsWith':
      return String(subject).startsWith(String(others[0]))
    case 'endsWith':
      return String(subject).endsWith(String(others[0]))
    case 'contains':
      return String(subject).includes(String(others[0]))
    case 'matches':
      return new RegExp(String(others[0])).test(String(subject))
    case 'string':
      return String(subject)
    case 'int':
    case 'double':
      return Number(subject)
    default:
      throw new Error(`undeclared reference to '${name}'`)
  }
}

/** `has(a.b)` is false for an absent last step; an absent step before it is an error. */
function has(expression: Expression, scope: Scope): boolean {
  if (expression.kind !== 'field') throw new Error('invalid argument to has() macro')
  const value = evaluate(expression.of, scope)
  return (
    value !== null && typeof value === 'object' && (value as Record<string, unknown>)[expression.name] !== undefined
  )
}

function macro(name: string, subject: unknown, [variable, body]: readonly Expression[], scope: Scope): unknown {
  if (variable?.kind !== 'name' || body === undefined) throw new Error(`invalid arguments to ${name}() macro`)
  const items = Array.isArray(subject) ? subject : Object.keys(subject as object)
  const each = (item: unknown) => evaluate(body, { ...scope, [variable.name]: item })
  switch (name) {
    case 'all':
      return items.every(item => each(item) === true)
    case 'exists':
      return items.some(item => each(item) === true)
    case 'exists_one':
      return items.filter(item => each(item) === true).length === 1
    case 'filter':
      return items.filter(item => each(item) === true)
    default:
      return items.map(each)
  }
}
