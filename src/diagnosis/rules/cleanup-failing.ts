import type { Holding } from '../held.ts'
import { commandLine, typeAndName } from '../shell-quote.ts'
import { type Case, living } from './controller-case.ts'
import { ownWriteFailing } from './own-write-failing.ts'

/** CleanupFailing: somebody tries to clean up and reports an error since the deletion was asked for. */
export function cleanupFailing(found: Case): Holding | undefined {
  const { held, finalizer, reports } = found
  if (reports.failures.length === 0) return undefined
  const [controller] = living(found)
  // A controller that is not ready any more will not try again: then that is the cause.
  if (controller === undefined && found.search.candidates.length > 0) return undefined
  // It may be the operator of another finalizer that reports.
  if (controller === undefined && found.search.suspects.length > 0) return undefined
  const { ref } = held
  const place = ref.namespace === undefined ? [] : ['-n', ref.namespace]
  const logs = controller && [
    'kubectl',
    'logs',
    '-n',
    controller.workload.namespace,
    `${controller.workload.kind.toLowerCase()}/${controller.workload.name}`,
    '--tail',
    '50',
  ]
  const ownWrite = ownWriteFailing(found)
  const alike = [...new Set(reports.failureReasons)].toSorted().join()
  return {
    verdict: 'stuck',
    cause: {
      // What makes an object too large is its own.
      key: `CleanupFailing/${ref.resource}/${finalizer}/${alike}${ownWrite === undefined ? '' : `/write/${ownWrite.of}`}`,
      code: 'CleanupFailing',
      subject: ref,
      finalizer,
      summary:
        ownWrite === undefined
          ? `The controller of ${finalizer} tries to clean up and fails.`
          : `The controller of ${finalizer} fails at writing the object, which the API server rejects.`,
      evidence: [...reports.failures, ...(ownWrite?.evidence ?? []), ...(controller?.evidence ?? [])],
      remedies: (blocks, direct) => [
        ...(ownWrite?.remedies(blocks, direct).filter(({ kind }) => kind === 'repair') ?? []),
        {
          kind: 'repair',
          summary: 'remove what the error names; the controller tries again by itself',
          commands: [
            commandLine('kubectl', 'describe', ...typeAndName(ref.resource, ref.name), ...place),
            ...(logs ? [commandLine(...logs)] : []),
          ],
          risk: 'none',
          leaks: [],
        },
        ...(ownWrite?.remedies(blocks, direct).filter(({ kind }) => kind === 'remove') ?? []),
      ],
    },
  }
}
