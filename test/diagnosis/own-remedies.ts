import type { Cause, Remedy } from '../../src/render/words/explanation.ts'

/** The remedies of a cause, but the offer to save its objects, which stands before the removal where data is at stake. */
export function ownRemedies({ remedies }: Pick<Cause, 'remedies'>): readonly Remedy[] {
  return remedies.filter(({ commands }) => !commands.some(command => command.includes(' finalize rescue ')))
}
