import { writerOfStatus } from '../controller/managers.ts'
import type { Evidence } from '../explanation.ts'
import type { Holding } from '../held.ts'
import { formatSeconds } from '../seconds.ts'
import { commandLine } from '../shell-quote.ts'
import { type Case, living } from './controller-case.ts'

/** So long after the deletion a living controller needs no other sign that it is at work, in seconds. */
const YOUNG_SECONDS = 300
/** A write older than this is no sign of work, in seconds. */
const FRESH_SECONDS = 600

/**
 * CleanupInProgress: the controller is there and ready, and reports no error. `progressing` while it shows signs of work
 * (or had no time yet); a controller that is silent for long is `unknown`, not blamed.
 */
export function cleanupInProgress(found: Case): Holding | undefined {
  const { held, finalizer } = found
  const [controller] = living(found)
  if (controller === undefined) return undefined
  const age = held.ageSeconds ?? 0
  const signs = signsOfWork(found)
  const works = signs.length > 0 || age < YOUNG_SECONDS
  const { workload } = controller
  const name = `${workload.kind.toLowerCase()} ${workload.namespace}/${workload.name}`
  const ready: Evidence = {
    fact: `${name} has ${workload.readyReplicas} ready`,
    source: `${workload.kind.toLowerCase()}s`,
  }
  const silence: Evidence = {
    fact: `no error and no sign of work since the deletion ${formatSeconds(age)} ago; its logs would tell`,
    source: 'events',
  }
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
      key: `CleanupInProgress/${workload.namespace}/${workload.kind}/${workload.name}${works ? '' : '/silent'}`,
      code: 'CleanupInProgress',
      subject: held.ref,
      finalizer,
      summary: works
        ? `${name} is there and at work on ${finalizer}.`
        : `${name} is there and ready; why it has not removed ${finalizer} is not known.`,
      evidence: [ready, ...controller.evidence, ...(works ? signs : [silence])],
      remedies: () => [
        works
          ? { kind: 'wait', summary: 'nothing to do but wait', commands: [], risk: 'none', leaks: [] }
          : { kind: 'inspect', summary: 'ask the controller why', commands: [logs], risk: 'none', leaks: [] },
      ],
    },
  }
}

/** Reports and writes since the deletion that show a controller at work. */
export function signsOfWork({ held, reports, context }: Case): readonly Evidence[] {
  const writer = writerOfStatus(held.meta)
  const asked = Date.parse(held.meta.deletionTimestamp ?? '')
  const wrote = Date.parse(writer?.time ?? '')
  const fresh = wrote > asked && context.facts.now.getTime() - wrote < FRESH_SECONDS * 1000
  const evidence = fresh
    ? [{ fact: `manager "${writer!.manager}" wrote the status at ${writer!.time}`, source: 'managedFields' }]
    : []
  return [...reports.progress, ...evidence]
}
