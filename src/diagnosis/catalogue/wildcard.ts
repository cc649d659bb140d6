import { escaped } from '../../statements/whole-word.ts'

const expressions = new Map<string, RegExp>()

/** Whether a finalizer, a group or a type has one of these names, in which `*` stands for any text. */
export function isOneOf(names: readonly string[], finalizer: string): boolean {
  return names.some(name => name === finalizer || (name.includes('*') && expressionOf(name).test(finalizer)))
}

function expressionOf(name: string): RegExp {
  const known = expressions.get(name)
  if (known !== undefined) return known
  const expression = new RegExp(`^${name.split('*').map(escaped).join('.*')}$`)
  expressions.set(name, expression)
  return expression
}
