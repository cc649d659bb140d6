import type { Aim } from '../plan/aim.ts'

/** What has to be said beside printed commands that lack a flag of this run; undefined: they lack none. */
export function withheldNote({ withheld }: Aim): string | undefined {
  if (withheld.length === 0) return undefined
  return `note: add ${withheld.join(' and ')} to the commands shown here: secrets are not printed`
}
