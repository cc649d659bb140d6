/**
 * Stands in for `uvu` in a test process. uvu 0.5.6 ends with exit code 0 when a hook throws, when a suite is never run
 * and when something other than an Error is thrown. So this counts the tests and reports them to the runner.
 */
import { readFileSync, writeSync } from 'node:fs'
import { inspect, types } from 'node:util'
import * as uvu from 'uvu'
import { EVENTS_FD, type Event } from './event.ts'

type State = Record<string, unknown>

/** Long enough for sockets that close by themselves. */
const LINGER_MILLISECONDS = 3_000

let registered = 0
let unfinished = 0

process.on('exit', () => tell({ event: 'exiting', cpuSeconds: cpuSeconds() }))

export const suite = (name = '', state: State = {}) => counted(uvu.suite(name, state), name)
export const test = counted(uvu.test as unknown as uvu.Test<State>, '')
export const exec = uvu.exec

function counted(real: uvu.Test<State>, suiteName: string) {
  const register = (name: string, mode: 'normal' | 'skip' | 'only') => {
    const id = registered++
    tell({ event: 'registered', id, name: suiteName === '' ? name : `${suiteName} ${name}`, mode })
    return id
  }
  const observed = (id: number, name: string, handler: uvu.Callback<State>): uvu.Callback<State> => {
    unfinished++
    return async context => {
      tell({ event: 'started', id })
      // By it the corpus names what is recorded in this test (scripts/corpus/recording).
      process.env.KUBECTL_FINALIZE_TEST = suiteName === '' ? name : `${suiteName} ${name}`
      try {
        await handler(context)
        tell({ event: 'passed', id })
      } catch (error) {
        tell({ event: 'failed', id })
        throw types.isNativeError(error) ? error : new Error(`threw ${inspect(error)}, which is no Error`)
      } finally {
        unfinished--
        if (unfinished === 0) setTimeout(tellHanging, LINGER_MILLISECONDS).unref()
      }
    }
  }
  const add = (name: string, handler: uvu.Callback<State>) =>
    real(name, observed(register(name, 'normal'), name, handler))
  const refuseHook = () => {
    throw new Error('no hooks: call a setup() inside each test')
  }
  return Object.assign(add, {
    only: (name: string, handler: uvu.Callback<State>) =>
      real.only(name, observed(register(name, 'only'), name, handler)),
    skip: (name: string) => {
      register(name, 'skip')
      real.skip()
    },
    before: Object.assign(refuseHook, { each: refuseHook }),
    after: Object.assign(refuseHook, { each: refuseHook }),
    run: () => real.run(),
  })
}

function tellHanging(): void {
  if (unfinished === 0) tell({ event: 'hanging', resources: process.getActiveResourcesInfo() })
}

/** CPU time of this process and, on Linux, of its children that have ended. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childrenCpuSeconds()
}

function childrenCpuSeconds(): number {
  try {
    // After the name in parentheses: fields 16 and 17 of proc(5), in ticks of 10 ms.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return 0
  }
}

/** Written synchronously: it must arrive even when the next line of the test ends the process. */
function tell(event: Event): void {
  writeSync(EVENTS_FD, `${JSON.stringify(event)}\n`)
}
