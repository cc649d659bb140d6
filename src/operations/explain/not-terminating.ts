import { ApiFailure } from '../../api/failure.ts'
import { refOf } from '../../api/object-ref.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import { orFailure } from '../../cluster/unreadable.ts'
import type { ExplainedObject } from '../../diagnosis/explanation.ts'
import { heldIfDeleted } from '../../diagnosis/held-if-deleted.ts'
import type { Outlook, Preflight } from '../../diagnosis/preflight/foreseen.ts'
import type { StuckObject } from '../../diagnosis/stuck-object.ts'
import { commandFor } from '../../plan/aim.ts'
import type { InspectionTools } from '../inspect/inspect-cluster.ts'
import { heldOfLive } from '../inspect/named-objects.ts'
import type { Session } from '../ports.ts'
import { preflightEach } from '../preflight/preflight-cluster.ts'
import type { ScanReport } from '../scan-progress.ts'

export interface NotTerminating {
  readonly objects: readonly ExplainedObject[]
  readonly outlooks: readonly Outlook[]
  readonly unreadable: readonly Unreadable[]
}

/** Where the objects are. */
export interface LiveCluster extends Pick<Session, 'transport' | 'namespace'> {
  readonly discovery: Discovery
  readonly version: string
  readonly pageSize: number
  readonly isRecorded: boolean
}

/** Of more objects the command that tells it is named. */
const MAX_FORESEEN = 3

/** Objects that were asked for and have not been deleted: nothing holds them, and what a deletion of each would do. */
export async function notTerminating(
  cluster: LiveCluster,
  findings: readonly Finding[],
  context: InspectionTools,
  report: ScanReport,
): Promise<NotTerminating> {
  if (findings.length === 0) return { objects: [], outlooks: [], unreadable: [] }
  const { clock, signal } = context
  const { held, unreadable } = await heldOfLive(cluster.transport, findings, { ...cluster, signal }, clock.now())
  const catalogue = await context.catalogue()
  const asked = held.slice(0, MAX_FORESEEN)
  const foreseen = await foresee(asked, unreadable, cluster, context, report)
  const outlooks = held.map((each, index) => ({
    ...heldIfDeleted(each, catalogue),
    foreseen: foreseen[index],
    more: moreOf(findings[index]!, context),
  }))
  return {
    objects: held.map(({ ref, finalizers, owners }) => ({
      ref,
      verdict: 'unknown',
      finalizers,
      owners,
      waitingFor: [],
      causes: [],
    })),
    outlooks,
    unreadable,
  }
}

/** Of each by itself; none where the user interrupted, or nothing of the cluster can be read. */
async function foresee(
  asked: readonly StuckObject[],
  unread: readonly Unreadable[],
  cluster: LiveCluster,
  context: InspectionTools,
  report: ScanReport,
): Promise<readonly Preflight[]> {
  if (context.signal.aborted) return []
  const request = { ...cluster, unread, cascade: 'background' } as const
  const groups = asked.map(each => [each])
  const flown = await orFailure(preflightEach(groups, request, cluster, context, report))
  if (flown instanceof ApiFailure) return []
  return flown.flatMap(({ preflight, interrupted }) => (interrupted ? [] : [preflight]))
}

function moreOf({ type, meta }: Finding, { aim }: InspectionTools): string {
  const { resource, name, namespace } = refOf(type, meta)
  const place = namespace === undefined ? [] : ['-n', namespace]
  return commandFor(aim, 'kubectl', 'finalize', 'preflight', `${resource}/${name}`, ...place)
}
