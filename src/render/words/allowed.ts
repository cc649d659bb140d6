/** `update and patch them`; without verbs: `update their /finalize`. */
export function allowedText(verbs: readonly string[], objects: string): string {
  return verbs.length === 0 ? 'update their /finalize' : `${verbs.join(' and ')} ${objects}`
}
