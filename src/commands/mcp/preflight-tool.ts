import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import { readCascade } from '../../commandline/target-flags.ts'
import { UsageError } from '../../exit-code.ts'
import { readAsked } from '../../operations/inspect/asked.ts'
import { beginWith } from '../../operations/preflight/find-targets.ts'
import { preflightCluster } from '../../operations/preflight/preflight-cluster.ts'
import { readFor } from '../../operations/preflight/shown-preflight.ts'
import { duringScan, type ScanReport } from '../../operations/scan-progress.ts'
import { commentary } from '../../render/commentary.ts'
import { preflightObject } from '../../render/preflight-json.ts'
import { cascade, namespace, objects } from './properties.ts'
import { namespaceOf, type Tool } from './tool.ts'

export const preflightTool: Tool = {
  name: 'preflight',
  title: 'Before a deletion: what it would do',
  description:
    'Predicts the deletion of objects that still exist, and deletes nothing: what would get stuck and why, what would go with them, what would break for others, what would come back. Use it before anyone deletes a namespace, a CRD or an operator.',
  properties: { objects, namespace, cascade },
  required: ['objects'],
  async call(given, desk) {
    const { context } = desk
    const options = {
      asked: readAsked(given.objects ?? [], 'preflight'),
      source: undefined,
      everywhere: false,
      selector: undefined,
      cascade: readCascade(given.cascade),
      pageSize: DEFAULT_PAGE_SIZE,
    }
    const connected = await desk.connect()
    const session = { ...connected, namespace: namespaceOf(given, desk) ?? connected.namespace }
    const begun = await beginWith(options, session, context)
    // Of the others alone nothing is foreseen: that is no answer to the question.
    if (begun.isMissing) throw new UsageError(desk.notes.join('; '))
    const request = { ...begun, ...options, isRecorded: false }
    const read = (report: ScanReport) => preflightCluster(request, session, context, report)
    const flown = await duringScan(context, read)
    return { answer: preflightObject(flown.preflight), notes: commentary(readFor(flown)) }
  },
}
