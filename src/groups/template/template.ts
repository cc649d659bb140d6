import type { KubeObject } from '../../api/object.ts'
import type { Field } from '../document/field.ts'
import { fieldOf, MISSING, textOf, type Value } from './field-value.ts'
import { TemplateProblem } from './template-problem.ts'
import { readAction, type Token } from './tokens.ts'

/**
 * The text of a template over a custom resource, trimmed as Orkestra does it: text without `{{` stands for itself; in
 * `{{ }}` may be paths of fields, literals, pipes and the functions below. Go would print nothing for a field
 * that is missing, and the delete would then aim at another object: so that, and all that is unknown, is a GroupsError.
 */
export function resolveTemplate(place: Field, object: KubeObject): string {
  const text = place.text()
  return isTemplate(text) ? at(place, () => fill(text, object).trim()) : text
}

/** The value at `spec.a.b` of a custom resource; a GroupsError where only the operator could know it. */
export function fieldAt(place: Field, path: string, object: KubeObject): Value {
  return at(place, () => fieldOf(object, path.split('.')))
}

function at<Result>(place: Field, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TemplateProblem)) throw error
    return place.fail(`${JSON.stringify(place.text())}: ${error.message}; write the value itself in a copy of the file`)
  }
}

export function isTemplate(text: string): boolean {
  return text.includes('{{')
}

/** `{{-` and `-}}` take the blanks beside them. */
function fill(text: string, object: KubeObject): string {
  const start = text.indexOf('{{')
  if (start < 0) return text
  const action = readAction(text, start)
  const before = text.slice(0, start)
  const value = evaluate(action.tokens, object)
  const after = fill(text.slice(action.end), object)
  return (action.trimsBefore ? before.trimEnd() : before) + value + (action.trimsAfter ? after.trimStart() : after)
}

/** The text of one action; takes its tokens off the list. */
function evaluate(tokens: Token[], object: KubeObject): string {
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

/** The few functions that mean the same wherever they exist; arguments in Go's order, the piped one last. */
const FUNCTIONS: Readonly<Record<string, { readonly takes: number; readonly run: (args: readonly Value[]) => Value }>> =
  {
    lower: { takes: 1, run: ([text]) => textOf(text!).toLowerCase() },
    upper: { takes: 1, run: ([text]) => textOf(text!).toUpperCase() },
    trim: { takes: 1, run: ([text]) => textOf(text!).trim() },
    default: { takes: 2, run: ([fallback, value]) => (isEmpty(value!) ? fallback! : value!) },
  }

/** The result of a function; throws a TemplateProblem for one that is not known or is given too much or too little. */
function call(name: string, args: readonly Value[]): Value {
  if (name === 'printf') return printf(args)
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (known === undefined) throw new TemplateProblem(`"${name}" cannot be replayed; known are ${NAMES.join(', ')}`)
  if (args.length !== known.takes)
    throw new TemplateProblem(`"${name}" takes ${known.takes} values, not ${args.length}`)
  return known.run(args)
}

const NAMES = [...Object.keys(FUNCTIONS), 'printf']

function isEmpty(value: Value): boolean {
  return typeof value === 'object' ? value.is === MISSING : value === '' || value === 0 || value === false
}

function printf([format, ...args]: readonly Value[]): string {
  const rest = [...args]
  if (typeof format !== 'string') throw new TemplateProblem('"printf" takes a text with %s, %d or %v first')
  const text = format.replace(/%(.?)/gs, (verb, letter: string) => {
    if (letter === '%') return '%'
    const value = rest.shift()
    const fits = letter === 's' ? typeof value === 'string' : letter === 'd' ? Number.isInteger(value) : letter === 'v'
    if (value === undefined || (!fits && typeof value !== 'object'))
      throw new TemplateProblem(`"printf": ${verb} has no value that it could print`)
    return textOf(value)
  })
  if (rest.length > 0) throw new TemplateProblem('"printf" is given more values than it prints')
  return text
}
