import { ApiFailure } from '../../api/failure.ts'
import { isNamespace } from '../../api/namespace-type.ts'
import { playback } from '../../cluster/archive/playback.ts'
import { type RecordingTransport, recordingTransport } from '../../cluster/archive/record-transport.ts'
import { archiveOf, type Recording, type RecordingHead } from '../../cluster/archive/recording.ts'
import { discover } from '../../cluster/discovery/discovery.ts'
import { readVersion } from '../../cluster/read-version.ts'
import { type Transport, withSend } from '../../cluster/transport/transport.ts'
import { version } from '../../version.ts'
import type { Inspection } from '../inspect/diagnose-cluster.ts'
import { EVERYTHING, inspectCluster, type Scope } from '../inspect/inspect-cluster.ts'
import type { Ports, Session } from '../ports.ts'
import { QUIET, type ScanReport } from '../scan-progress.ts'

/** Namespaces, and objects, that are looked at by themselves: beyond these an explanation of one may lack an answer. */
const MAX_CLOSER_LOOKS = 100

/** Looks at the cluster as `explain` does, and keeps the answers. Rejects with ApiFailure where nothing can be read. */
export async function takeRecording(
  session: Session,
  namespace: string | undefined,
  ports: Ports,
  report: ScanReport,
): Promise<{ readonly recording: Recording; readonly looked: Inspection }> {
  const transport = recordingTransport(session.transport)
  const { signal } = ports
  const [discovery] = await Promise.all([
    discover(transport, signal),
    readVersion(transport, signal).catch(() => undefined),
  ])
  const now = ports.clock.now()
  const scope = { transport, discovery, fallbackNamespace: session.namespace }
  const head: RecordingHead = {
    apiVersion: 'kubectl-finalize/v1',
    kind: 'Recording',
    takenAt: now.toISOString(),
    version,
    namespace,
    contextNamespace: session.namespace,
    redacted: false,
  }
  const looked = await inspectCluster({ ...EVERYTHING, ...scope, namespace }, ports, report)
  await lookCloser(looked, scope, ports, head, transport)
  return { recording: { head, exchanges: transport.exchanges() }, looked }
}

/**
 * Of many objects with one cause the whole look asks for some; who then explains one namespace, or one object, asks for
 * others. So each of them is looked at by itself, which costs the cluster only what is not recorded yet.
 */
async function lookCloser(
  { asked, interrupted }: Inspection,
  scope: Scope,
  ports: Ports,
  head: RecordingHead,
  recording: RecordingTransport,
): Promise<void> {
  if (interrupted) return
  const namespaces = new Set(asked.map(({ ref }) => (isNamespace(ref) ? ref.name : ref.namespace)))
  namespaces.delete(undefined)
  const byNamespace = [...namespaces].slice(0, MAX_CLOSER_LOOKS).map(namespace => ({ namespace, named: undefined }))
  const byName = asked.slice(0, MAX_CLOSER_LOOKS).map(held => ({ namespace: undefined, named: [held] }))
  let transport: Transport | undefined
  let recorded = 0
  for (const { namespace, named } of [...byNamespace, ...byName]) {
    if (ports.signal.aborted) return
    const exchanges = recording.exchanges()
    if (transport === undefined || exchanges.length > recorded)
      transport = recordedFirst(playback(archiveOf({ head, exchanges }), { wholeLists: true }), recording)
    recorded = exchanges.length
    await inspectCluster({ ...EVERYTHING, ...scope, namespace, named, transport }, ports, QUIET)
  }
}

/** Asks what is recorded, and the cluster only for what is not, which then is. */
function recordedFirst(known: Transport, recording: RecordingTransport): Transport {
  return withSend(recording, async request => {
    try {
      return await known.send(request)
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.fault.kind !== 'unrecorded') throw error
    }
    return recording.send(request)
  })
}
