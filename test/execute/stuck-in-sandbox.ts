import type { KubeObject } from '../../src/api/object.ts'
import type { Tools } from '../../src/execute/tools.ts'
import { NO_AIM } from '../../src/plan/aim.ts'
import type { Step } from '../../src/plan/outcome.ts'
import { createSandbox, type RequestHook, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { serveRequest } from '../../src/sandbox/serve-request.ts'
import { cutAfter, statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { journalOfTest } from './journals.ts'
import { HOLD, terminating } from './removals.ts'

export interface Case {
  readonly sandbox: Sandbox
  readonly object: KubeObject
  /** Objects that were backed up, as they were then. */
  readonly kept: KubeObject[]
  readonly tools: Tools
  /** Requests that write, as they arrive. */
  readonly writes: string[]
  now(): KubeObject | undefined
  change(metadata: object): void
}

/** A sandbox with `terminating()` in it, and tools that wait for nothing. */
export function setup(finalizers: readonly string[] = [HOLD], hook?: (it: Case) => RequestHook): Case {
  const clock = manualClock('2026-01-15T12:00:00Z')
  const sandbox = createSandbox({ clock })
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
  const { resourceVersion: _, ...metadata } = terminating({ finalizers }).metadata
  const object = sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '1' } })
  const kept: KubeObject[] = []
  const writes: string[] = []
  const now = () => sandbox.get('v1', 'ConfigMap', 'settings', 'shop')
  const tools: Tools = {
    transport: sandbox.transport(),
    clock: {
      now: () => new Date(clock.now()),
      elapsed: () => clock.now().getTime() / 1000,
      sleep: async seconds => void clock.advance(seconds),
    },
    backups: {
      keep: async (_ref, each) => {
        kept.push(each)
        return `/backups/${kept.length}`
      },
      keepList: async name => `/backups/${name}`,
    },
    journal: journalOfTest(),
    reach: NO_AIM,
    signal: new AbortController().signal,
    dryRun: false,
    waitSeconds: 10,
  }
  const change = (more: object) => void sandbox.put({ ...now()!, metadata: { ...now()!.metadata, ...more } })
  const it: Case = { sandbox, object, kept, tools, writes, now, change }
  const wanted = hook?.(it)
  sandbox.onRequest = request => {
    if (request.method !== 'GET') writes.push(request.method)
    return wanted?.(request)
  }
  return it
}

export const results = (steps: readonly Step[]) =>
  steps.map(({ result, guard }) => (guard ? `${result} ${guard}` : result))
export const conflict = () => statusResponse(409, { reason: 'Conflict', message: 'the object has been modified' })

/** Answers the first so many PATCHes in this way. */
export function firstPatches(count: number, answer: RequestHook): RequestHook {
  let left = count
  return request => (request.method === 'PATCH' && left-- > 0 ? answer(request) : undefined)
}

/** The server does it, and its answer breaks off. */
export function madeAndCut({ server }: Sandbox): RequestHook {
  return async request => cutAfter(await serveRequest(server, request), 10)
}
