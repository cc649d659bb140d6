/** A simple JSONPath (`.status.conditions[?(@.type=="Ready")].status`, `.spec.x`, `[0]`) as text; "" when absent. */
export function fieldText(object: unknown, path: string): string {
  let values: unknown[] = [object]
  for (const step of path.matchAll(/\.([^.[\]]+(?:\\\.[^.[\]]+)*)|\[([^\]]+(?:\)(?=\]))?)\]/g)) {
    const [, name, bracket] = step
    values = values.flatMap(value =>
      name !== undefined ? field(value, name.replaceAll('\\', '')) : indexed(value, bracket!),
    )
  }
  return values
    .filter(value => value !== undefined && value !== null)
    .map(value => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join(',')
}

function field(value: unknown, name: string): unknown[] {
  return value !== null && typeof value === 'object' ? [(value as Record<string, unknown>)[name]] : []
}

function indexed(value: unknown, bracket: string): unknown[] {
  if (!Array.isArray(value)) return field(value, bracket.replaceAll(/^['"]|['"]$/g, ''))
  if (bracket === '*') return value
  const filter = /^\?\(@\.([\w.]+)\s*==\s*["']([^"']*)["']\)$/.exec(bracket)
  if (filter === null) return [value.at(Number(bracket))]
  return value.filter(item => String((item as Record<string, unknown>)[filter[1]!]) === filter[2])
}
