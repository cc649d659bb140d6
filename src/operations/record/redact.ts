import { randomBytes } from 'node:crypto'
import { playback } from '../../cluster/archive/playback.ts'
import { archiveOf, type Recording } from '../../cluster/archive/recording.ts'
import { redacted } from '../../cluster/archive/redact.ts'
import { discover } from '../../cluster/discovery/discovery.ts'
import { message, Trouble } from '../../messages/sentence.ts'
import { EVERYTHING, inspectCluster } from '../inspect/inspect-cluster.ts'
import type { Ports } from '../ports.ts'
import { QUIET } from '../scan-progress.ts'

/** Types of which a controller may be known by its name. */
const WORKLOADS = /\/(deployments|statefulsets|daemonsets|serviceaccounts|services)\//

/**
 * The recording with pseudonyms, and as few real names as it takes to prove that the diagnosis is the same. Rejects
 * with Trouble where nothing helps.
 */
export async function redactedRecording(recording: Recording, ports: Ports): Promise<Recording> {
  const sought = await signature(recording, ports)
  const key = randomBytes(32)
  for (const keeps of await choices(recording)) {
    const candidate = redacted(recording, key, keeps)
    if ((await signature(candidate, ports)) === sought) return candidate
  }
  throw new Trouble(message('PseudonymsChangeIt'))
}

/** Which names stay: none; else those of known products, which may identify a controller; else workloads' too. */
async function choices({ exchanges }: Recording): Promise<readonly ((name: string) => boolean)[]> {
  const { shippedCatalogue } = await import('../../diagnosis/catalogue/shipped.ts')
  const known = new Set(
    JSON.stringify([shippedCatalogue().all(), shippedCatalogue().rows]).match(/[A-Za-z0-9][A-Za-z0-9._-]*/g),
  )
  const workloads = new Set(
    exchanges.flatMap(({ request: { path } }) => (WORKLOADS.test(path) ? [path.split('/').at(-1)!] : [])),
  )
  return [() => false, name => known.has(name), name => known.has(name) || workloads.has(name)]
}

/** What a diagnosis says, but for names. */
async function signature(recording: Recording, ports: Ports): Promise<string> {
  const transport = playback(archiveOf(recording))
  const discovery = await discover(transport, ports.signal)
  const { head } = recording
  const { contextNamespace: fallbackNamespace, namespace } = head
  const request = { ...EVERYTHING, transport, discovery, fallbackNamespace, namespace }
  const clock = { ...ports.clock, now: () => new Date(head.takenAt) }
  const { causes, objects } = await inspectCluster(request, { ...ports, clock }, QUIET)
  const told = causes.map(({ code, verdict, finalizer, finalizers, blocks, remedies, subject }) =>
    JSON.stringify([
      code,
      verdict,
      finalizer,
      finalizers,
      blocks.length,
      remedies.map(({ kind, risk }) => [kind, risk]),
      subject.kind,
    ]),
  )
  const verdicts = objects.map(
    ({ ref, verdict, waitingFor }) => `${ref.uid} ${verdict} ${waitingFor.map(each => each.ref.uid).sort()}`,
  )
  return JSON.stringify([told.sort(), verdicts.sort()])
}
