import type { FlagSpecs } from '../flag-spec.ts'
import type { Choice } from './choice.ts'

/** Flags by their long names, and by their letters where only a dash or the letter is written. */
export function flagChoices(specs: FlagSpecs, partial: string): readonly Choice[] {
  return Object.entries(specs).flatMap(([name, { alias, describe }]) => {
    const written = name.length === 1 ? `-${name}` : `--${name}`
    const choice = { text: written, about: describe }
    return alias === undefined || partial.startsWith('--') ? [choice] : [choice, { text: `-${alias}`, about: describe }]
  })
}
