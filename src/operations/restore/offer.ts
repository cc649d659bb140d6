import { placedText } from '../../api/object-text.ts'
import { message } from '../../messages/sentence.ts'
import type { Plan } from '../../plan/plan.ts'
import { consentWord } from '../write/consent.ts'
import { type Performed, perform } from '../write/perform.ts'
import type { WriteRun } from '../write/write-run.ts'
import type { PlannedRestoration } from './plan-restoration.ts'

/** Offers to create the object of a backup: the plan for `perform`. */
export async function offerRestoration(restoration: PlannedRestoration, run: WriteRun): Promise<Performed> {
  const { ref, object, dropped } = restoration
  const plan: Plan = {
    tasks: [[{ action: 'Create', restoration }]],
    sections: [{ part: 'restoration', ref, object, dropped }],
    consent: { to: message('CreateIt', { name: placedText(ref) }), word: consentWord([ref.name]) },
    backups: 0,
  }
  return perform(plan, run)
}
