import { cut, type NamedFault, status } from '../rig/faults.ts'
import type { Exchange } from '../rig/faulty-server.ts'
import type { RealAnswer } from '../rig/forward.ts'
import { DEEDS, type Deed, type Doings, targetOf } from './other-client.ts'
import type { Point } from './points.ts'
import type { Plan } from './trial.ts'

/** When the other client acts beside a write, and what the program hears of that write. */
interface Way {
  readonly name: string
  /** Tried with those deeds alone that may pass for the program's own, or end what it is about. */
  readonly isOfFew?: true
  /** Before the server gets the write, or when it has answered it and the program has no answer yet. */
  readonly moment: 'before' | 'after'
  /** Whether the server gets it. */
  readonly isSent: boolean
  /** No answer says for sure what became of the write. */
  readonly isLost: boolean
  hear(exchange: Exchange, real: RealAnswer | undefined): unknown
}

const answered: Pick<Way, 'isLost' | 'hear'> = {
  isLost: false,
  hear: (exchange, real) => exchange.answer(real!.status, real!.body, real!.headers),
}
const broken: Pick<Way, 'isLost' | 'hear'> = {
  isLost: true,
  hear: (exchange, real) => exchange.answerHalf(real!, true),
}
const by = ({ fault }: NamedFault): Way['hear'] => fault
const again = status(503, { retryAfter: 1 })

const WAYS: readonly Way[] = [
  { name: 'before it', moment: 'before', isSent: true, ...answered },
  { name: 'after it', isOfFew: true, moment: 'after', isSent: true, ...answered },
  { name: `before it, ${cut.name}`, isOfFew: true, moment: 'before', isSent: true, ...broken },
  { name: `after it, ${cut.name}`, moment: 'after', isSent: true, ...broken },
  {
    name: `after it, done, ${again.name}`,
    isOfFew: true,
    moment: 'after',
    isSent: true,
    isLost: true,
    hear: by(again),
  },
  { name: `${again.name}, not done`, moment: 'before', isSent: false, isLost: true, hear: by(again) },
  { name: '409, not done', moment: 'before', isSent: false, isLost: false, hear: by(status(409)) },
]

/** A trial with another client in it. */
export interface BetweenPlan extends Plan {
  readonly deed: Deed
  readonly way: Way
}

/** Each deed beside each write, in each way. */
export function between(points: readonly Point[]): readonly BetweenPlan[] {
  return points
    .filter(({ isWrite }) => isWrite)
    .flatMap(point =>
      DEEDS.filter(deed => deed.isFor(point.key)).flatMap(deed =>
        WAYS.filter(way => isPossible(deed, way, point)).map((way): BetweenPlan => {
          const name = `another client ${deed.name} ${way.name}`
          // What another client's finalizer holds is not waited for as long as a user would.
          const words = deed.holds && point.key.startsWith('DELETE ') ? ['--timeout', '8s'] : []
          return { point, deed, way, fault: { name, fault: () => undefined }, extent: 'once', format: 'json', words }
        }),
      ),
    )
}

/** Before the program creates it, there is nothing to change. */
function isPossible({ needs, isConfusing }: Deed, { moment, isOfFew }: Way, { key }: Point): boolean {
  if (isOfFew && !isConfusing) return false
  return needs === 'any' || moment === 'after' || !key.startsWith('POST ')
}

/** The same for a run in this namespace; what the other client does is noted in `doings`. */
export function placedIn(plan: BetweenPlan, place: string, doings: Doings): BetweenPlan {
  const { deed, way } = plan
  const fault = async (exchange: Exchange): Promise<void> => {
    const target = await targetOf(exchange.seen, place)
    const act = () => deed.act(target, doings).catch((error: Error) => doings.broken.push(error.message))
    if (way.moment === 'before') await act()
    const real = way.isSent ? await exchange.forward() : undefined
    if (way.moment === 'after') await act()
    await way.hear(exchange, real)
  }
  return { ...plan, fault: { ...plan.fault, fault } }
}
