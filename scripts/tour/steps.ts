import { type Recorded, record } from './record.ts'

/** The tour: each step is a command line that a reader can run unchanged, by the name of its markers in README.md. */
const STEPS = {
  overview: ['explain', '-q', '--sandbox'],
  explain: ['explain', 'namespace/reports', '--sandbox=operator-uninstalled'],
  refused: ['remove', 'service/storefront', '-n', 'edge', '--sandbox=load-balancer', '--yes'],
  remove: ['remove', 'bucket/invoices-2025', '-n', 'reports', '--sandbox=operator-uninstalled', '--yes'],
} as const

export type StepName = keyof typeof STEPS

/** The steps that the picture shows. */
export const PICTURED: readonly StepName[] = ['explain', 'remove']

/** Runs every step in sequence. */
export async function tour(): Promise<ReadonlyMap<StepName, Recorded>> {
  const recorded = new Map<StepName, Recorded>()
  for (const [name, words] of Object.entries(STEPS)) recorded.set(name as StepName, await record(words))
  return recorded
}

/** The typed command line. */
export function typed({ words }: Recorded): string {
  return ['$ kubectl finalize', ...words].join(' ')
}
