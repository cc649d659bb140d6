import * as assert from 'uvu/assert'
import { target } from '../rig/rig.ts'
import type { Target } from '../rig/target.ts'
import { problemsOf } from './account.ts'
import { type Point, pointsOf } from './points.ts'
import { type Plan, type Scene, type Trial, tried } from './trial.ts'

/**
 * Of so many plans one is tried, ever another fault at the next request; all of them where KUBECTL_FINALIZE_FAULTS is `all`
 * (`npm run test:faults`). The program is the same on both targets.
 */
const ONE_OF = { sandbox: 40, 'control-plane': 16 }
/** Programs that run at once. */
const AT_ONCE = 8

export type Stage = () => Promise<Scene>

const NO_POINT: Point = { key: '', occurrence: 0, isWrite: false, isLate: false }

/** The requests of a run that nothing disturbs, which has to reach what was asked for, or to end as said. */
export async function learned(stage: Stage, code = 0): Promise<readonly Point[]> {
  const plan: Plan = {
    point: NO_POINT,
    fault: { name: 'none', fault: () => undefined },
    extent: 'once',
    format: 'json',
  }
  return tried(await stage(), plan, async trial => {
    assert.equal([trial.ran?.code, ...(await problemsOf(trial))], [code], account(trial))
    return pointsOf(trial.requests, trial.scene.place)
  })
}

/** What else has to be so of a trial, beside what has to be so of all: each a sentence. */
export type More = (trial: Trial) => Promise<readonly string[]> | readonly string[]

/**
 * What steps through the requests of a run: it learns them from a run that nothing disturbs, once, then runs each plan on
 * something new, some at once, and fails with all that did not hold. `code`: the exit code of that first run.
 */
export function stepper(stage: Stage, code = 0) {
  let known: Promise<readonly Point[]> | undefined
  return async (plansOf: (points: readonly Point[]) => readonly Plan[], more: More = () => []): Promise<void> => {
    known ??= learned(stage, code)
    await allHold(stage, plansOf(await known), more)
  }
}

async function allHold(stage: Stage, plans: readonly Plan[], more: More): Promise<void> {
  await noneFails(plans, async plan =>
    tried(await stage(), plan, async trial => ({
      trial,
      problems: [...(await problemsOf(trial)), ...(await more(trial))],
    })),
  )
}

/** What came of a trial; `notes`: what else is told of one that does not hold. */
export interface Judged {
  readonly trial: Trial
  readonly problems: readonly string[]
  readonly notes?: readonly string[]
}

/** Runs each plan, some at once, and fails with all that have problems. */
export async function noneFails<P extends Plan>(
  plans: readonly P[],
  judge: (plan: P) => Promise<Judged>,
  oneOf: Readonly<Record<Target['name'], number>> = ONE_OF,
): Promise<void> {
  assert.ok(plans.length > 0)
  const reports: string[] = []
  const slowest = { seconds: 0, name: '' }
  // A fault breaks one connection: of HTTP/1.1 that of one request, of HTTP/2 that of all.
  const waiting = selected(plans, oneOf[target().name])
  const count = waiting.length
  const work = async (): Promise<void> => {
    for (let plan = waiting.shift(); plan !== undefined; plan = waiting.shift()) {
      const { trial, problems, notes = [] } = await judge(plan)
      const { secondsToEnd: seconds = 0 } = trial
      const name = nameOf(plan)
      if (seconds > slowest.seconds) Object.assign(slowest, { seconds, name })
      const list = problems.map(each => `    ✘ ${each}`)
      const others = notes.map(each => `    + ${each}`)
      if (list.length > 0) reports.push([name, ...list, ...others, account(trial)].join('\n'))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const { seconds, name } = slowest
  console.log(
    `\n${count} trials${seconds === 0 ? '' : `; at most ${seconds.toFixed(2)} s from a signal to the end: ${name}`}`,
  )
  // uvu shows a message twice.
  if (reports.length > 0) console.log(reports.join('\n'))
  assert.is(reports.length, 0, `${reports.length} of ${count} trials do not hold, see above`)
}

/** Each with one kind of connection; of what is left out, as much has the one as the other. */
function selected<P extends Plan>(plans: readonly P[], oneOf: number): P[] {
  const isAll = process.env.KUBECTL_FINALIZE_FAULTS === 'all'
  const step = oneOf / 2
  const some = isAll ? plans : plans.filter((_, index) => (index + Math.trunc(index / step)) % step === 0)
  const connected = some.map((plan, index): P => ({ tls: index % 2 === 1, ...plan }))
  return isAll ? connected : connected.filter((_, index) => index % 4 < 2)
}

function nameOf({ point, fault, extent, format, tls }: Plan): string {
  return `${fault.name} (${extent}) at ${point.key} #${point.occurrence}, ${format}${tls ? ', over HTTP/2' : ''}`
}

function account({ ran, requests, secondsToEnd }: Trial): string {
  const hit = requests.filter(({ isFaulty }) => isFaulty).map(({ index }) => index)
  const parts = [
    ran === undefined ? 'not ended' : `exit ${ran.code} after ${ran.seconds.toFixed(1)} s`,
    ...(secondsToEnd === undefined ? [] : [`${secondsToEnd.toFixed(1)} s after the signal`]),
    `${requests.length} requests, faults at ${hit.slice(0, 5).join(', ')}`,
  ]
  const written = requests
    .filter(({ isWrite }) => isWrite)
    .map(({ index, method, path, real }) => `    ${index} ${method} ${path}: ${real?.status ?? 'not done'}`)
  const said = [ran?.stdout ?? '', ran?.stderr ?? ''].map(text => text.trimEnd().replace(/^(?=.)/gm, '      '))
  return [`    ${parts.join(', ')}`, ...written, '    stdout:', said[0], '    stderr:', said[1]].join('\n')
}
