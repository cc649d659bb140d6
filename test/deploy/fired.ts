import { readDuration } from '../../src/commandline/scope-flags.ts'
import { answer } from '../built-by-go.ts'
import type { Alert } from './alerts.ts'
import type { Stored } from './recorded.ts'

export interface Firing {
  /** Seconds since the epoch. */
  readonly at: number
  readonly labels: Readonly<Record<string, string>>
}

/** Where an alert fires: as Prometheus, it evaluates an expression at each of these times, and waits for what `for` says. */
export async function firedOf(
  program: string,
  { expr, for: hold = '0s' }: Pick<Alert, 'expr' | 'for'>,
  series: readonly Stored[],
  times: readonly number[],
): Promise<readonly Firing[]> {
  const asked = JSON.stringify({ series, expressions: [expr], times })
  const [answers] = JSON.parse(await answer(program, ['query'], asked)) as [Record<string, string>[][]]
  const since = new Map<string, number>()
  return answers.flatMap((found, index) => {
    const at = times[index]!
    const keys = found.map(labels => JSON.stringify(labels))
    for (const key of since.keys()) if (!keys.includes(key)) since.delete(key)
    return found.flatMap((labels, which) => {
      const begun = since.get(keys[which]!) ?? at
      since.set(keys[which]!, begun)
      return at - begun >= readDuration(hold, 'for') ? [{ at, labels }] : []
    })
  })
}
