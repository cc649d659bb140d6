import { append } from '../../api/long-lists.ts'
import { lapseOf, limitedBy } from '../../cluster/transport/aborted.ts'
import { carryOut } from '../../execute/carry-out.ts'
import type { Called, GroupProgress, OrderedTools } from '../../execute/ordered/ordered-tools.ts'
import type { Tools } from '../../execute/tools.ts'
import { message, type Sentence, sentenceOf } from '../../messages/sentence.ts'
import type { LiveObject } from '../../plan/ordered/live-groups.ts'
import type { Step } from '../../plan/outcome.ts'
import { removalTasks } from '../../plan/plan.ts'
import type { GroupLines, Ports } from '../ports.ts'
import { startProgress } from '../scan-progress.ts'
import { planAll } from '../write/plan-all.ts'
import type { WriteRun } from '../write/write-run.ts'
import { explainLeft, type Left, reasons } from './explain-left.ts'

export interface Limits {
  /** undefined: none. */
  readonly timeoutSeconds: number | undefined
  /** The time counts from the start for each group, as in Orkestra's first releases; else for all of them together. */
  readonly timeoutPerGroup: boolean
  readonly pollSeconds: number
  readonly called?: Called
}

/** What is deleted, in which time, and who is told of it. */
interface Ordered extends Limits, Pick<OrderedTools, 'clusters' | 'subject' | 'onStop' | 'cameSince'> {
  /** Told of each explanation of what is left. */
  readonly onExplained?: (left: readonly Left[]) => void
}

/** What deleting groups takes, beside what every change does; the time counts from now. */
export async function orderedTools(tools: Tools, given: Ordered, run: WriteRun): Promise<OrderedTools> {
  const { timeoutSeconds, timeoutPerGroup, called, onExplained: _, ...ordered } = given
  const { ports } = run
  return {
    ...tools,
    ...ordered,
    deadline: timeoutSeconds === undefined ? Number.POSITIVE_INFINITY : ports.clock.elapsed() + timeoutSeconds,
    secondsPerGroup: timeoutPerGroup ? timeoutSeconds : undefined,
    explain: objects => explain(objects, given, ports),
    force: (objects, group) => force(objects, group, { ...tools, ...ordered }, run),
    report: reportProgress(await ports.groupLines(), ports, called),
  }
}

/**
 * Reports the progress of the groups: each request, each object that is gone, and why others are not, as lines that
 * stay; on a terminal also what is waited for and for how much longer, redrawn in place.
 */
function reportProgress(
  { stayingLines, waitingLines }: GroupLines,
  { terminal: { stderr }, clock }: Ports,
  called: Called | undefined,
): (progress: GroupProgress) => void {
  const display = startProgress(stderr, clock)
  return progress => {
    const lines = stayingLines(progress, called)
    const over = progress.news === 'over' || progress.left.length === 0
    if (lines.length > 0 || over) display.clear()
    for (const line of lines) stderr.write(`${line}\n`)
    if (!over) display.showNow(waitingLines(progress, clock.elapsed(), called))
  }
}

/** What the reasons may take that are told of what is left, in seconds. */
const EXPLAIN_SECONDS = 10

/** What was deleted has to be told, whatever goes wrong while it is explained. */
async function explain(
  objects: readonly LiveObject[],
  { clusters, onExplained }: Ordered,
  ports: Ports,
): Promise<ReadonlyMap<string, Sentence>> {
  try {
    const limit = lapseOf(EXPLAIN_SECONDS)
    const limited = [...clusters].map(([name, open]) => {
      return [name, { ...open, transport: limitedBy(open.transport, limit) }] as const
    })
    const left = await explainLeft(objects, new Map(limited), ports)
    onExplained?.(left)
    return reasons(left)
  } catch (error) {
    return new Map(objects.map(({ ref }) => [ref.uid, message('ReasonNotKnown', { why: sentenceOf(error) })]))
  }
}

type Lent = Tools & Pick<OrderedTools, 'clusters'>

/** Every finalizer of what is still there, each through its guards: `forceDelete` is a wish, not an override. */
async function force(objects: readonly LiveObject[], group: number, lent: Lent, run: WriteRun): Promise<Step[]> {
  try {
    const steps: Step[] = []
    for (const each of await explainLeft(objects, lent.clusters, run.ports)) {
      const { transport, reach } = lent.clusters.get(each.object.cluster.name)!
      const finalizers = each.explained.finalizers.map(({ name }) => name)
      const planned = await planAll([each], { finalizers, reach }, { ...run, transport })
      const carried = await carryOut(removalTasks(planned.removals), { ...lent, transport, waitSeconds: 0 })
      append(steps, [...planned.steps, ...carried])
    }
    return steps.map(step => ({ ...step, group }))
  } catch (error) {
    const why = message('FinalizersNotForced', { why: sentenceOf(error) })
    return objects.map(({ ref }) => ({ ref, action: 'RemoveFinalizer', group, result: 'failed', message: why }))
  }
}
