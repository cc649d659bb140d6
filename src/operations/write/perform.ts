import { join } from 'node:path'
import type { Transport } from '../../cluster/transport/transport.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Step } from '../../plan/outcome.ts'
import { INTERRUPTED, type Plan, unsent } from '../../plan/plan.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import type { Ports } from '../ports.ts'
import { askConsent, withoutConsent } from './consent.ts'
import { MAX_TOLD, toolsFor } from './tools-for.ts'

export interface Finished {
  readonly steps: readonly Step[]
  /** Something that might belong to what was asked for could not be read: an error. */
  readonly unread?: boolean
  /** The same where the user merely has no permission: no error, and not complete either (contract.md 2). */
  readonly partial?: boolean
  readonly interrupted?: boolean
}

export interface Performed {
  /** One for each change of the plan, or what came of it. */
  readonly steps: readonly Step[]
  readonly interrupted: boolean
  /** The plan was agreed to, and begun. */
  readonly carriedOut: boolean
}

/**
 * Takes any plan through all that precedes a change: shows it, and for which cluster; in a dry run answers it, or has
 * the server try it; else makes sure of backups, asks for consent, and carries it out. Rejects with an Error when no
 * backups can be kept, and as `run` of the plan does.
 */
export async function perform(
  plan: Plan,
  options: Pick<WriteOptions, 'yes' | 'dryRun' | 'format' | 'waitSeconds' | 'backupDirectory'>,
  transport: Transport,
  ports: Ports,
): Promise<Performed> {
  const { changes, hindrance, consent } = plan
  const answer = (steps: readonly Step[], interrupted = false): Performed => ({ steps, interrupted, carriedOut: false })
  if (ports.signal.aborted) return answer(unsent(changes, INTERRUPTED), true)
  const place = ports.place()
  const title = place === undefined ? [] : [{ part: 'title', sentence: message('PlanFor', { place }) } as const]
  await ports.show([...title, ...plan.sections], options)
  if (hindrance !== undefined) return answer(unsent(changes, hindrance))
  if (options.dryRun === 'client') return answer(plan.foreseen ?? unsent(changes, { result: 'planned' }))
  const tools = await toolsFor(options, plan.backups, transport, ports)
  if (options.dryRun === 'server') return answer(await (plan.try ?? plan.run)(tools), ports.signal.aborted)
  if (plan.backups > 0)
    await ports.show([{ part: 'paragraph', sentence: backupsOf(plan.backups, options, ports) }], options)
  const first = (await plan.first?.(tools)) ?? []
  if (consent !== undefined) {
    const given = await askConsent(consent.to, consent.word, options.yes, ports)
    if (given === 'interrupted') return answer([...first, ...unsent(changes, INTERRUPTED)], true)
    if (given !== 'given') {
      return answer([...first, ...unsent(changes, { result: 'refused', message: withoutConsent(given, consent.word) })])
    }
  }
  const steps = [...first, ...(await plan.run(tools))]
  return { steps, interrupted: ports.signal.aborted, carriedOut: true }
}

/** Where backups are going to be: of a large set it is said once, here. */
function backupsOf(
  count: number,
  { backupDirectory = '' }: Pick<WriteOptions, 'backupDirectory'>,
  { journal }: Pick<Ports, 'journal'>,
): Sentence {
  if (count <= MAX_TOLD) return message('BackupOfEach', { directory: backupDirectory })
  return message('BackupsOfSet', { count, files: join(backupDirectory, `${journal.run}_*.yaml`) })
}
