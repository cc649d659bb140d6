/** Computes something of each object once, for as long as that exists. */
export function oncePer<Of extends object, Value extends object>(compute: (of: Of) => Value): (of: Of) => Value {
  const known = new WeakMap<Of, Value>()
  return of => {
    const value = known.get(of) ?? compute(of)
    known.set(of, value)
    return value
  }
}
