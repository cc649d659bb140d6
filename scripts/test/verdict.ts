import type { Event } from './event.ts'

/** How a test process ended, apart from what it reported. */
export interface Ending {
  readonly code: number | null
  readonly signal: string | null
  /** Set when the runner ended it at its time limit. */
  readonly limitSeconds?: number
  /** Set when the runner ended it this long after it reported its exit. */
  readonly exitSeconds?: number
}

export interface Verdict {
  readonly passed: number
  readonly skipped: number
  /** One sentence for each failure. */
  readonly failures: readonly string[]
}

/** The verdict on a run of a test file. Only tests that were seen to pass count; everything else is a failure. */
export function judge(events: readonly Event[], ending: Ending): Verdict {
  const tests = new Map<number, { name: string; mode: string; state: string }>()
  const failures: string[] = []
  let hanging: readonly string[] | undefined
  for (const event of events) {
    if (event.event === 'exiting') continue
    if (event.event === 'hanging') hanging = event.resources
    else if (event.event === 'registered')
      tests.set(event.id, { name: event.name, mode: event.mode, state: 'registered' })
    else tests.get(event.id)!.state = event.event
  }

  for (const { name, mode, state } of tests.values()) {
    if (state === 'failed') failures.push(`${name}: failed`)
    else if (state === 'started') failures.push(`${name}: did not finish`)
    else if (state === 'registered' && mode !== 'skip')
      failures.push(`${name}: never ran (is there a .run(), an .only?)`)
    if (mode === 'only') failures.push(`${name}: .only leaves other tests out`)
  }
  if (tests.size === 0) failures.push('registers no test')
  if (hanging !== undefined) failures.push(`kept alive after its last test by ${hanging.join(', ') || 'something'}`)
  else if (ending.limitSeconds !== undefined) failures.push(`still running after ${ending.limitSeconds} s`)
  else if (ending.exitSeconds !== undefined)
    failures.push(`did not exit within ${ending.exitSeconds} s of its exit listeners: Node cannot close a handle`)
  else if (failures.length === 0 && ending.code !== 0) failures.push(`ended with ${ending.signal ?? ending.code}`)

  const all = [...tests.values()]
  return {
    passed: all.filter(test => test.state === 'passed').length,
    skipped: all.filter(test => test.mode === 'skip').length,
    failures,
  }
}
