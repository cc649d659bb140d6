import { OVERRIDABLE_GUARDS } from '../../change/guard.ts'
import type { Choice } from './choice.ts'

/** The guards that --override can pass. */
export const overridable: readonly Choice[] = Object.entries(OVERRIDABLE_GUARDS).map(([text, about]) => ({
  text,
  about,
}))
