import type { Step } from '../../change/outcome.ts'
import { leftAfter, type Removal } from '../../change/removal.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { createPaint } from '../../render/paint.ts'
import { formatRemovalPlan } from '../../render/removal-plan.ts'
import type { CommandContext } from '../command.ts'
import { carryOut, skipped } from '../remove/carry-out.ts'
import { askConsent, consentWord, withoutConsent } from './consent.ts'
import { toolsFor } from './tools-for.ts'
import type { WriteOptions } from './write-flags.ts'

/** A set is shown in part; the whole of it by a dry run. */
const MOST_SHOWN = 20

export interface Offered {
  /** Those that were known before, then those of the removals. */
  readonly steps: readonly Step[]
  readonly interrupted: boolean
}

/** Shows what will be removed, asks for consent, and does it; in a dry run shows it, and asks the server. */
export async function offer(
  removals: readonly Removal[],
  before: readonly Step[],
  options: WriteOptions & { readonly allOrNothing?: boolean },
  transport: Transport,
  context: CommandContext,
): Promise<Offered> {
  const answer = (more: readonly Step[], interrupted = false): Offered => ({ steps: [...before, ...more], interrupted })
  const none = (message: string, result: Step['result'] = 'skipped'): readonly Step[] =>
    removals.flatMap(removal => skipped(removal, message, result))
  if (removals.length === 0) return answer([])
  show(removals, options, context)
  if (options.allOrNothing && before.some(({ result }) => result === 'refused' || result === 'failed')) {
    return answer(none('a guard refuses another object, and --all-or-nothing was given'))
  }
  if (options.dryRun === 'client') {
    return answer(removals.flatMap(removal => skipped(removal, afterwards(removal), 'planned')))
  }
  if (options.dryRun === 'server')
    return answer(await carryOut(removals, await toolsFor(options, removals.length, transport, context)))
  const tools = await toolsFor(options, removals.length, transport, context)
  const word = consentWord(removals.map(({ ref }) => ref.name))
  const consent = await askConsent(word, options.yes, context)
  if (consent === 'interrupted') return answer(none('interrupted before anything was changed'), true)
  if (consent !== 'given') return answer(none(withoutConsent(consent, word), 'refused'))
  const steps = await carryOut(removals, tools)
  return answer(steps, context.signal.aborted)
}

function show(
  removals: readonly Removal[],
  { dryRun, format, backupDirectory }: WriteOptions,
  { terminal: { stdout, stderr, colour } }: CommandContext,
): void {
  // A dry run's answer is the plan. Else stderr: stdout is for what came of it.
  const output = dryRun !== 'none' && format === undefined ? stdout : stderr
  const mostObjects = dryRun === 'none' ? MOST_SHOWN : Number.POSITIVE_INFINITY
  const width = output.columns
  const paint = createPaint(colour && output.columns !== undefined)
  output.write(formatRemovalPlan(removals, { width, paint, mostObjects }))
  if (dryRun === 'none') output.write(`\nA backup of each object is kept in ${backupDirectory} before it is changed.\n`)
}

function afterwards(removal: Removal): string {
  const left = leftAfter(removal)
  return left.length === 0 ? 'the object then goes' : `the object stays, held by ${left.join(', ')}`
}
