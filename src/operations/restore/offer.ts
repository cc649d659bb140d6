import { placedText } from '../../api/object-text.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { message } from '../../messages/sentence.ts'
import type { Plan } from '../../plan/plan.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import type { Ports } from '../ports.ts'
import { consentWord } from '../write/consent.ts'
import { type Performed, perform } from '../write/perform.ts'
import type { PlannedRestoration } from './plan-restoration.ts'

interface Options extends Pick<WriteOptions, 'yes' | 'dryRun' | 'format' | 'backupDirectory'> {
  /** The backup was read from where answers would come from: there is no way to ask. */
  readonly fromStdin: boolean
}

/** Offers to create the object of a backup: the plan for `perform`. */
export async function offerRestoration(
  restoration: PlannedRestoration,
  options: Options,
  transport: Transport,
  ports: Ports,
): Promise<Performed> {
  const { ref, object, dropped } = restoration
  const { terminal } = ports
  const asking = options.fromStdin ? { ...ports, terminal: { ...terminal, prompt: undefined } } : ports
  const plan: Plan = {
    tasks: [[{ action: 'Create', restoration }]],
    sections: [{ part: 'restoration', ref, object, dropped }],
    consent: { to: message('CreateIt', { name: placedText(ref) }), word: consentWord([ref.name]) },
    backups: 0,
  }
  return perform(plan, { ...options, waitSeconds: 0 }, transport, asking)
}
