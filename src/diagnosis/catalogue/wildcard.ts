/** Whether a finalizer, a group or a type has one of these names, in which `*` stands for any text. */
export function isOneOf(names: readonly string[], finalizer: string): boolean {
  return names.some(name => (name.includes('*') ? fits(name, finalizer) : name === finalizer))
}

/** What stands for the one `*` of a name in a finalizer that has it; empty where the name has none. */
export function restOf(name: string, finalizer: string): string {
  const [prefix = '', suffix] = name.split('*')
  return suffix === undefined ? '' : finalizer.slice(prefix.length, finalizer.length - suffix.length)
}

/** Each part at the first place that is left for it: linear, whatever the text is. */
function fits(name: string, text: string): boolean {
  const [first, ...others] = name.split('*')
  const last = others.pop()!
  if (!text.startsWith(first!)) return false
  let from = first!.length
  for (const part of others) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return text.length - from >= last.length && text.endsWith(last)
}
