import type { Evidence, Remedy } from '../explanation.ts'
import type { Holding } from '../held.ts'
import { bulkEvidence, bulkOf, shrink } from '../object-size.ts'
import { formatSeconds } from '../seconds.ts'
import { commandLine } from '../shell-quote.ts'
import { type Case, living } from './controller-case.ts'

/** So long after the deletion, in seconds, it is too early to tell anything by what a controller has not done yet. */
const EARLY_SECONDS = 30

/**
 * CleanupInProgress: the controller is there and ready, and reports no error. `progressing` while it shows signs of work: to
 * be there is none. One that is silent is `unknown`, not blamed, and asked before anything is removed.
 */
export function cleanupInProgress(found: Case): Holding | undefined {
  const { held, finalizer, reports } = found
  const [controller] = living(found)
  if (controller === undefined) return undefined
  const age = held.ageSeconds ?? 0
  const works = reports.progress.length > 0
  const early = !works && age < EARLY_SECONDS
  const { workload } = controller
  const name = `${workload.kind.toLowerCase()} ${workload.namespace}/${workload.name}`
  const ready: Evidence = {
    fact: `${name} has ${workload.readyReplicas} ready`,
    source: `${workload.kind.toLowerCase()}s`,
  }
  const silence: Evidence = {
    fact: `no error and no sign of work since the deletion ${formatSeconds(age)} ago; ${early ? 'it is too early to tell' : 'its logs would tell'}`,
    source: 'events',
  }
  const remedy = (kind: Remedy['kind'], summary: string, ...commands: readonly string[]): Remedy => ({
    kind,
    summary,
    commands,
    risk: 'none',
    leaks: [],
  })
  // No report tells of a write that failed for its size; the object itself does.
  const bulk = works || reports.whole === undefined ? undefined : bulkOf(reports.whole)
  const logs = commandLine(
    'kubectl',
    'logs',
    '-n',
    workload.namespace,
    `${workload.kind.toLowerCase()}/${workload.name}`,
    '--tail',
    '50',
  )
  return {
    verdict: works ? 'progressing' : 'unknown',
    cause: {
      // To wait for one object is no answer for another that waits in vain.
      key: `CleanupInProgress/${workload.namespace}/${workload.kind}/${workload.name}${works ? '' : early ? '/early' : '/silent'}${bulk === undefined ? '' : `/${held.ref.uid}`}`,
      code: 'CleanupInProgress',
      subject: held.ref,
      finalizer,
      summary: works
        ? `${name} is there and at work on ${finalizer}.`
        : `${name} is there and ready; ${early ? `whether it works on ${finalizer} cannot be told yet` : `why it has not removed ${finalizer} is not known`}.`,
      evidence: [
        ready,
        ...controller.evidence,
        ...(works ? reports.progress : [silence]),
        ...(bulk === undefined ? [] : [bulkEvidence({ ref: held.ref, bulk })]),
      ],
      remedies: () => [
        works
          ? remedy('wait', 'nothing to do but wait')
          : early
            ? remedy('wait', 'look again in half a minute')
            : remedy('inspect', 'ask the controller why', logs),
        ...(bulk === undefined ? [] : [shrink(held.ref, bulk)]),
      ],
    },
  }
}
