import { kubeletEnds } from '../../api/kubelet-ends.ts'
import { counted } from '../../api/object-text.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { carryOut } from '../../execute/carry-out.ts'
import type { Tools } from '../../execute/tools.ts'
import { message } from '../../messages/sentence.ts'
import type { Change, Step } from '../../plan/outcome.ts'
import { changesOf, type Plan, unsent } from '../../plan/plan.ts'
import type { Removal } from '../../plan/removal.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import { type Losses, lossLines } from '../../render/loss-lines.ts'
import { createPaint } from '../../render/paint.ts'
import { formatRemovalPlan } from '../../render/removal-plan.ts'
import type { Ports } from '../ports.ts'
import { startCount } from '../progress.ts'
import { consentWord } from './consent.ts'
import { type Performed, perform } from './perform.ts'
import { planOutput } from './plan-output.ts'
import { MAX_TOLD } from './tools-for.ts'

/** A set is shown in part; the whole of it by a dry run. */
const MAX_SHOWN = 20

/**
 * Offers to remove finalizers: the plan for `perform`. The steps are those that were known `before`, then those of the
 * removals. `losses` are shown with them. `word` is what is to be typed where the removals are only a part of what was asked for; `unread` that something
 * of it could not be read.
 */
export async function offer(
  removals: readonly Removal[],
  before: readonly Step[],
  options: WriteOptions & {
    readonly allOrNothing?: boolean
    readonly unread?: boolean
    readonly word?: string
    readonly losses?: Losses
  },
  transport: Transport,
  ports: Ports,
): Promise<Performed> {
  if (removals.length === 0) return { steps: before, interrupted: ports.signal.aborted, carriedOut: false }
  const refused = before.filter(({ result }) => result === 'refused' || result === 'failed')
  const isHindered = options.allOrNothing && (refused.length > 0 || options.unread)
  const plan: Plan = {
    changes: removals.flatMap(changesOfRemoval),
    show() {
      showRemovals(removals, options, ports)
      if (options.losses !== undefined) showLosses(options.losses, options, ports)
      if (refused.length > 0 && !isHindered) planOutput(options, ports).write(`\n${refusedText(refused)}\n`)
    },
    hindrance: isHindered ? HINDERED : undefined,
    foreseen: removals.flatMap(removal =>
      unsent(changesOfRemoval(removal), { result: 'planned', message: afterwards(removal) }),
    ),
    consent: {
      to: removalText(removals),
      word: options.word ?? consentWord(removals.map(({ ref }) => ref.name)),
    },
    backups: removals.length,
    run: tools => carryOutCounted(removals, tools, ports),
  }
  const performed = await perform(plan, options, transport, ports)
  return { ...performed, steps: [...before, ...performed.steps] }
}

/** Tells of a large set how far it is; of a small one each backup is told. */
async function carryOutCounted(
  removals: readonly Removal[],
  tools: Tools,
  { terminal, clock }: Ports,
): Promise<readonly Step[]> {
  if (removals.length <= MAX_TOLD) return carryOut(removals, tools)
  const count = startCount(terminal.stderr, clock, tools.dryRun ? 'trying' : 'removing', removals.length)
  try {
    return await carryOut(removals, tools, count.next)
  } finally {
    count.clear()
  }
}

const HINDERED = { result: 'skipped', message: message('AnotherHinders') } as const

/** `Remove 3 finalizers of 2 objects`. */
function removalText(removals: readonly Removal[]): string {
  const finalizers = counted(removals.flatMap(({ allowed }) => allowed).length, 'finalizer')
  return `Remove ${finalizers}${removals.length === 1 ? '' : ` of ${counted(removals.length, 'object')}`}`
}

/** Shows what is destroyed with the objects, after an empty line; nothing where nothing is. */
export function showLosses(losses: Losses, options: Pick<WriteOptions, 'dryRun' | 'format'>, ports: Ports): void {
  const output = planOutput(options, ports)
  const paint = createPaint(ports.terminal.colour && output.columns !== undefined)
  const lines = lossLines(losses, { width: output.columns, paint })
  if (lines.length > 0) output.write(`\n${lines.join('\n')}\n`)
}

/** Shows what will be removed; a set in part, but for a dry run. */
export function showRemovals(
  removals: readonly Removal[],
  options: Pick<WriteOptions, 'dryRun' | 'format'>,
  ports: Ports,
): void {
  const { dryRun } = options
  const output = planOutput(options, ports)
  const mostObjects = dryRun === 'none' ? MAX_SHOWN : Number.POSITIVE_INFINITY
  const width = output.columns
  const paint = createPaint(ports.terminal.colour && output.columns !== undefined)
  output.write(formatRemovalPlan(removals, { width, paint, mostObjects }))
}

/** Who agrees is to know that it is not all; why is told with the rest of what came of it. */
function refusedText(steps: readonly Step[]): string {
  const guards = [...new Set(steps.map(({ guard }) => guard ?? 'an error'))].join(', ')
  return `In addition, ${counted(steps.length, 'finalizer')} stay${steps.length === 1 ? 's' : ''}, refused by ${guards}: the reasons are printed at the end.`
}

function afterwards(removal: Removal): string {
  const { left } = removal
  if (left.length > 0) return `the object stays, held by ${left.join(', ')}`
  const kubelet = kubeletEnds(removal.object)
  return kubelet === undefined ? 'the object then goes' : `the object stays: ${kubelet}`
}

export function changesOfRemoval(removal: Removal): readonly Change[] {
  return changesOf({ action: 'RemoveFinalizer', removal })
}
