/** The plural that Kubernetes itself guesses for a kind whose type is not known (meta.UnsafeGuessKindToResource). */
export function guessPlural(kind: string): string {
  const singular = kind.toLowerCase()
  if (singular === 'endpoints' || singular === '') return singular
  if (singular.endsWith('s')) return `${singular}es`
  if (singular.endsWith('y')) return `${singular.slice(0, -1)}ies`
  return `${singular}s`
}
