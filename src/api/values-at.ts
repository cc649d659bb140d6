/** All values at a path of fields (`spec.refs.name`); lists on the way are walked. */
export function valuesAt(object: unknown, path: string): readonly unknown[] {
  const steps = path.split('.')
  const walk = (value: unknown, rest: readonly string[]): readonly unknown[] => {
    if (Array.isArray(value)) return value.flatMap(each => walk(each, rest))
    const [step, ...others] = rest
    if (step === undefined) return value === undefined || value === null ? [] : [value]
    return typeof value === 'object' && value !== null ? walk((value as Record<string, unknown>)[step], others) : []
  }
  return walk(object, steps)
}
