import type { Evidence, Remedy } from '../explanation.ts'
import type { Holding } from '../held.ts'
import { formatSeconds } from '../seconds.ts'
import { commandLine, typeAndName } from '../shell-quote.ts'
import { type Case, living } from './controller-case.ts'

/** So long after the deletion, in seconds, it is too early to tell anything by what a controller has not done yet. */
const EARLY_SECONDS = 30

/**
 * CleanupInProgress: the controller is there and ready, and reports no error. `progressing` while it shows signs of work: to
 * be there is none. One that is silent, or says only what it waits for, is `unknown`, not blamed, and asked before anything
 * is removed.
 */
export function cleanupInProgress(found: Case): Holding | undefined {
  const { held, finalizer, reports } = found
  const [controller] = living(found)
  if (controller === undefined) return undefined
  const age = held.ageSeconds ?? 0
  const works = reports.progress.length > 0
  const early = !works && reports.waits.length === 0 && age < EARLY_SECONDS
  const { workload } = controller
  const name = `${workload.kind.toLowerCase()} ${workload.namespace}/${workload.name}`
  const ready: Evidence = {
    fact: `${name} has ${workload.readyReplicas} ready`,
    source: `${workload.kind.toLowerCase()}s`,
  }
  const waits = !works && reports.waits.length > 0
  const silence: Evidence = {
    fact: waits
      ? `it says what it waits for; that tells nothing of work on it since the deletion ${formatSeconds(age)} ago`
      : `no error and no sign of work since the deletion ${formatSeconds(age)} ago; ${early ? 'it is too early to tell' : 'its logs would tell'}`,
    source: 'events',
  }
  const remedy = (kind: Remedy['kind'], summary: string, ...commands: readonly string[]): Remedy => ({
    kind,
    summary,
    commands,
    risk: 'none',
    leaks: [],
  })
  const logs = commandLine(
    'kubectl',
    'logs',
    '-n',
    workload.namespace,
    `${workload.kind.toLowerCase()}/${workload.name}`,
    '--tail',
    '50',
  )
  const place = held.ref.namespace === undefined ? [] : ['-n', held.ref.namespace]
  const describe = commandLine('kubectl', 'describe', ...typeAndName(held.ref.resource, held.ref.name), ...place)
  return {
    verdict: works ? 'progressing' : 'unknown',
    cause: {
      // To wait for one object is no answer for another that waits in vain.
      key: `CleanupInProgress/${workload.namespace}/${workload.kind}/${workload.name}${works ? '' : waits ? `/waiting/${held.ref.resource}` : early ? '/early' : '/silent'}`,
      code: 'CleanupInProgress',
      subject: held.ref,
      finalizer,
      summary: works
        ? `${name} is there and at work on ${finalizer}.`
        : waits
          ? `${name} is there and ready, and waits with ${finalizer} for what the object tells.`
          : `${name} is there and ready; ${early ? `whether it works on ${finalizer} cannot be told yet` : `why it has not removed ${finalizer} is not known`}.`,
      evidence: [
        ...(waits ? reports.waits : []),
        ready,
        ...controller.evidence,
        ...(works
          ? [...reports.progress, ...reports.earlier.map(({ fact, source }) => ({ fact, source }))]
          : [silence]),
        ...(works || waits ? [] : reports.unwell.slice(0, 3)),
      ],
      remedies: () => [
        works
          ? remedy('wait', 'nothing to do but wait')
          : waits
            ? remedy('inspect', 'see what it waits for, and end that; its log tells more', describe, logs)
            : early
              ? remedy('wait', 'look again in half a minute')
              : remedy('inspect', 'ask the controller why', logs),
      ],
    },
  }
}
