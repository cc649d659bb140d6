import { join } from 'node:path'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { carryOut } from '../../execute/carry-out.ts'
import type { Tools } from '../../execute/tools.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Step } from '../../plan/outcome.ts'
import { changesIn, changesOf, INTERRUPTED, type Plan, unsent, type Waves } from '../../plan/plan.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import type { Ports } from '../ports.ts'
import { startCount } from '../progress.ts'
import { askConsent, withoutConsent } from './consent.ts'
import { MAX_TOLD, toolsFor } from './tools-for.ts'

export interface Finished {
  readonly steps: readonly Step[]
  /** Something that might belong to what was asked for could not be read: an error. */
  readonly unread?: boolean
  /** The same where the user merely has no permission: no error, and not complete either (contract.md 2). */
  readonly partial?: boolean
  /** The user gave up, where neither a signal nor a question for consent in the journal tells that. */
  readonly interrupted?: boolean
}

export interface Performed {
  /** One for each change of the plan, or what came of it. */
  readonly steps: readonly Step[]
  /** The plan was agreed to, and begun. */
  readonly carriedOut: boolean
}

/** How a plan is carried out of which each step depends on what came of those before; else its tasks are. */
type Run = (tools: Tools) => Promise<readonly Step[]>

/**
 * Takes any plan through all that precedes a change: shows it, and for which cluster; in a dry run answers it, or has
 * the server try it; else makes sure of backups, asks for consent, and carries it out. Rejects with an Error when no
 * backups can be kept, and as `run` does.
 */
export async function perform(
  plan: Plan,
  options: Pick<WriteOptions, 'yes' | 'dryRun' | 'format' | 'waitSeconds' | 'backupDirectory'>,
  transport: Transport,
  ports: Ports,
  { discovery, run }: { readonly discovery?: Discovery; readonly run?: Run } = {},
): Promise<Performed> {
  const { tasks = [], early = [], hindrance, consent } = plan
  const changes = plan.changes ?? changesIn(tasks)
  const answer = (steps: readonly Step[]): Performed => ({ steps, carriedOut: false })
  if (ports.signal.aborted) return answer(unsent(changes, INTERRUPTED))
  const place = ports.place()
  const title = place === undefined ? [] : [{ part: 'title', sentence: message('PlanFor', { place }) } as const]
  await ports.show([...title, ...plan.sections], options)
  if (hindrance !== undefined) return answer(unsent(changes, hindrance))
  if (options.dryRun === 'client')
    return answer(plan.foreseen ?? unsent([...changesIn(early), ...changes], { result: 'planned' }))
  const tools = { ...(await toolsFor(options, plan.backups, transport, ports)), discovery }
  const carriedOut = (waves: Waves) => run?.(tools) ?? carryOutCounted(waves, tools, ports)
  if (options.dryRun === 'server') return answer(plan.tried ?? (await carriedOut([...early, ...tasks])))
  if (plan.backups > 0)
    await ports.show([{ part: 'paragraph', sentence: backupsOf(plan.backups, options, ports) }], options)
  const waves = tasks.length === 0 ? [changes] : [...early, ...tasks].map(wave => wave.flatMap(changesOf))
  ports.journal.record({ event: 'planned', waves })
  const first = await carryOut(early, tools)
  if (consent !== undefined) {
    const given = await askConsent(consent.to, consent.word, options.yes, ports)
    if (given === 'interrupted') return answer([...first, ...unsent(changes, INTERRUPTED)])
    if (given !== 'given') {
      return answer([...first, ...unsent(changes, { result: 'refused', message: withoutConsent(given, consent.word) })])
    }
  }
  return { steps: [...first, ...(await carriedOut(tasks))], carriedOut: true }
}

/** Tells of a large set of removals how far it is; of a small one each backup is told. */
async function carryOutCounted(tasks: Waves, tools: Tools, ports: Ports): Promise<readonly Step[]> {
  const removals = tasks.flat().filter(({ action }) => action === 'RemoveFinalizer').length
  if (removals <= MAX_TOLD) return carryOut(tasks, tools)
  const count = await startCount(ports, tools.dryRun ? 'trying' : 'removing', removals)
  try {
    return await carryOut(tasks, tools, count.next)
  } finally {
    count.clear()
  }
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
