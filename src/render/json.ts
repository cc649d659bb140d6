/** A value as indented JSON, as kubectl prints it. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 4)}\n`
}
