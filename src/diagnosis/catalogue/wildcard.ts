const expressions = new Map<string, RegExp>()

/** Whether a finalizer has one of these names, in which `*` stands for any text. */
export function isOneOf(names: readonly string[], finalizer: string): boolean {
  return names.some(name => name === finalizer || (name.includes('*') && expressionOf(name).test(finalizer)))
}

function expressionOf(name: string): RegExp {
  const known = expressions.get(name)
  if (known !== undefined) return known
  const literal = name.split('*').map(text => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
  const expression = new RegExp(`^${literal.join('.*')}$`)
  expressions.set(name, expression)
  return expression
}
