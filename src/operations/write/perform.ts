import { join } from 'node:path'
import { visible } from '../../api/visible.ts'
import { carryOut } from '../../execute/carry-out.ts'
import type { Tools } from '../../execute/tools.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Step } from '../../plan/outcome.ts'
import { changesIn, INTERRUPTED, type Plan, unsent, type Waves } from '../../plan/plan.ts'
import { plannedChanges } from '../../plan/planned-change.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import type { Ports } from '../ports.ts'
import { startCount } from '../scan-progress.ts'
import { MAX_TOLD, toolsFor } from './tools-for.ts'
import type { WriteRun } from './write-run.ts'

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

/** A plan that was agreed to, or that the server is to try. */
interface Begun {
  readonly tools: Tools
  /** What was done of it before that. */
  readonly first: readonly Step[]
}

/**
 * Takes any plan through all that precedes a change: shows it, and for which cluster; in a dry run answers it; else
 * makes sure of backups and asks for consent. Answers what it comes to where it is not begun. Rejects with an Error
 * when no backups can be kept.
 */
export async function begin(plan: Plan, run: WriteRun): Promise<Begun | readonly Step[]> {
  const { options, ports } = run
  const { tasks = [], afterwards = [], early = [], hindrance, consent } = plan
  const changes = [...changesIn(tasks), ...afterwards]
  if (ports.signal.aborted) return unsent(changes, INTERRUPTED)
  const place = ports.place()
  const title = place === undefined ? [] : [{ part: 'title', sentence: message('PlanFor', { place }) } as const]
  await ports.show([...title, ...plan.sections], options)
  if (hindrance !== undefined) return unsent(changes, hindrance)
  if (options.dryRun === 'client')
    return plan.foreseen ?? unsent([...changesIn(early), ...changes], { result: 'planned' })
  const tools = await toolsFor(plan.backups, run)
  if (options.dryRun === 'server') return plan.tried ?? { tools, first: [] }
  if (plan.backups > 0)
    await ports.show([{ part: 'paragraph', sentence: backupsOf(plan.backups, options, ports) }], options)
  ports.journal.record({ event: 'planned', waves: [...plannedChanges([...early, ...tasks]), afterwards] })
  const first = await carryOut(early, tools)
  if (consent === undefined) return { tools, first }
  const given = await askConsent(consent.to, consent.word, options.yes, ports)
  if (given === 'given') return { tools, first }
  if (given === 'interrupted') return [...first, ...unsent(changes, INTERRUPTED)]
  return [...first, ...unsent(changes, { result: 'refused', message: withoutConsent(given, consent.word) })]
}

/** Begins a plan, and carries out its tasks by what they are lent beside. Rejects as `begin` does. */
export async function perform(plan: Plan, run: WriteRun, lend = (tools: Tools): Tools => tools): Promise<Performed> {
  const begun = await begin(plan, run)
  if (!('tools' in begun)) return { steps: begun, carriedOut: false }
  const tools = lend(begun.tools)
  const { early = [], tasks = [] } = plan
  const steps = await carryOutCounted(tools.dryRun ? [...early, ...tasks] : tasks, tools, run.ports)
  return { steps: [...begun.first, ...steps], carriedOut: !tools.dryRun }
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

type Consent = 'given' | 'refused' | 'interrupted' | 'unasked'

/** What to type: the name of one object as it is shown, since some characters cannot be typed; the number of a set. */
export function consentWord(names: readonly string[]): string {
  return names.length === 1 ? visible(names[0]!) : String(names.length)
}

/**
 * Says in a line what will be done to which cluster, and asks for the one word that proves that the user read it; all
 * else is no. `what` begins with a verb: `Remove 1 finalizer`. `unasked`: there is neither a terminal nor --yes.
 */
async function askConsent(what: Sentence, word: string, yes: boolean, ports: Ports): Promise<Consent> {
  const { signal, journal } = ports
  const { prompt } = ports.terminal
  const inWords = await ports.words()
  const place = ports.place()
  const to = inWords(place === undefined ? what : message('InPlace', { what, place }))
  const declined = (why: Exclude<Consent, 'given'>): Consent => {
    journal.record({ event: 'declined', to, why })
    return why
  }
  if (signal.aborted) return declined('interrupted')
  const given = (by: string): Consent => {
    journal.record({ event: 'agreed', to, by })
    return 'given'
  }
  if (yes) return given('--yes')
  if (prompt === undefined) return declined('unasked')
  await ports.say({ part: 'paragraph', sentence: message('WithStop', { sentence: to }) })
  const typed = await prompt.ask(inWords(message('TypeToConfirm', { word })), signal)
  if (typed === undefined) return declined('interrupted')
  return typed.trim() === word.trim() ? given(`typed "${word}"`) : declined('refused')
}

/** Why nothing was done without consent. */
function withoutConsent(consent: 'refused' | 'unasked', word: string): Sentence {
  return consent === 'unasked' ? message('ConsentRequired') : message('NotConfirmed', { word })
}
