import { kubeletEnds } from '../../change/kubelet-ends.ts'
import type { Step } from '../../change/outcome.ts'
import { allowedOf, leftAfter, type Removal } from '../../change/removal.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { counted } from '../../render/object-text.ts'
import { createPaint } from '../../render/paint.ts'
import { formatRemovalPlan } from '../../render/removal-plan.ts'
import type { CommandContext } from '../command.ts'
import { carryOut, skipped } from './carry-out.ts'
import { askConsent, consentWord, withoutConsent } from './consent.ts'
import { planOutput, showPlace } from './plan-output.ts'
import { toolsFor } from './tools-for.ts'
import type { WriteOptions } from './write-flags.ts'

/** A set is shown in part; the whole of it by a dry run. */
const MOST_SHOWN = 20

export interface Offered {
  /** Those that were known before, then those of the removals. */
  readonly steps: readonly Step[]
  readonly interrupted: boolean
  /** The removals were agreed to and tried. */
  readonly carriedOut: boolean
}

/**
 * Shows what will be removed, asks for consent, and does it; in a dry run shows it, and asks the server. `word` is what is
 * to be typed where the removals are only a part of what was asked for; `unread` that something of it could not be read.
 */
export async function offer(
  removals: readonly Removal[],
  before: readonly Step[],
  options: WriteOptions & { readonly allOrNothing?: boolean; readonly unread?: boolean; readonly word?: string },
  transport: Transport,
  context: CommandContext,
): Promise<Offered> {
  const answer = (more: readonly Step[], interrupted = false, carriedOut = false): Offered => ({
    steps: [...before, ...more],
    interrupted,
    carriedOut,
  })
  const none = (message: string, result: Step['result'] = 'skipped'): readonly Step[] =>
    removals.flatMap(removal => skipped(removal, message, result))
  if (context.signal.aborted) return answer(none('interrupted before it was changed'), true)
  if (removals.length === 0) return answer([])
  showPlace(options, context)
  show(removals, options, context)
  const refused = before.filter(({ result }) => result === 'refused' || result === 'failed')
  if (options.allOrNothing && (refused.length > 0 || options.unread)) {
    return answer(none('another object is refused or could not be read, and --all-or-nothing was given'))
  }
  if (refused.length > 0) planOutput(options, context).write(`\n${refusedText(refused)}\n`)
  if (options.dryRun === 'client') {
    return answer(removals.flatMap(removal => skipped(removal, afterwards(removal), 'planned')))
  }
  const tools = await toolsFor(options, removals.length, transport, context)
  if (options.dryRun === 'server') return answer(await carryOut(removals, tools), context.signal.aborted)
  const { backupDirectory } = options
  planOutput(options, context).write(
    `\nA backup of each object is written to ${backupDirectory} before it is changed.\n`,
  )
  const word = options.word ?? consentWord(removals.map(({ ref }) => ref.name))
  const consent = await askConsent(removalText(removals), word, options.yes, context)
  if (consent === 'interrupted') return answer(none('interrupted before it was changed'), true)
  if (consent !== 'given') return answer(none(withoutConsent(consent, word), 'refused'))
  const steps = await carryOut(removals, tools)
  return answer(steps, context.signal.aborted, true)
}

/** `Remove 3 finalizers of 2 objects`. */
function removalText(removals: readonly Removal[]): string {
  const finalizers = counted(removals.flatMap(allowedOf).length, 'finalizer')
  return `Remove ${finalizers}${removals.length === 1 ? '' : ` of ${counted(removals.length, 'object')}`}`
}

/** Shows what will be removed; a set in part, but for a dry run. */
export function show(
  removals: readonly Removal[],
  options: Pick<WriteOptions, 'dryRun' | 'format'>,
  context: CommandContext,
): void {
  const { dryRun } = options
  const output = planOutput(options, context)
  const mostObjects = dryRun === 'none' ? MOST_SHOWN : Number.POSITIVE_INFINITY
  const width = output.columns
  const paint = createPaint(context.terminal.colour && output.columns !== undefined)
  output.write(formatRemovalPlan(removals, { width, paint, mostObjects }))
}

/** Who agrees is to know that it is not all; why is told with the rest of what came of it. */
function refusedText(steps: readonly Step[]): string {
  const guards = [...new Set(steps.map(({ guard }) => guard ?? 'an error'))].join(', ')
  return `Beside that ${counted(steps.length, 'finalizer')} stay${steps.length === 1 ? 's' : ''}, kept by ${guards}: the end tells why.`
}

function afterwards(removal: Removal): string {
  const left = leftAfter(removal)
  if (left.length > 0) return `the object stays, held by ${left.join(', ')}`
  const kubelet = kubeletEnds(removal.object)
  return kubelet === undefined ? 'the object then goes' : `the object stays: ${kubelet}`
}
