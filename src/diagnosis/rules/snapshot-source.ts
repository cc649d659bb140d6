import type { KubeObject } from '../../api/object.ts'
import { server } from '../../statements/words/server.ts'
import { type Blocker, type RuleContext, readHeld, type StuckObject } from '../stuck-object.ts'

const SNAPSHOTS = 'volumesnapshots.snapshot.storage.k8s.io'

interface Snapshot extends KubeObject {
  readonly spec?: { readonly source?: { readonly persistentVolumeClaimName?: string } }
  readonly status?: { readonly readyToUse?: boolean; readonly error?: { readonly message?: string } }
}

/**
 * A snapshot that cannot be taken because its claim is being deleted waits for that claim, which in turn waits for the
 * snapshot: neither can finish. If only one of them is being deleted, that is for the rule for protections.
 */
export function snapshotSource(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const { resource, namespace, uid } = held.ref
  if (resource !== SNAPSHOTS || namespace === undefined) return []
  const list = context.facts.read({ about: 'list', resource: SNAPSHOTS, namespace })
  if (list.state !== 'known') return []
  const { spec, status } = (list.value as readonly Snapshot[]).find(({ metadata }) => metadata.uid === uid) ?? {}
  const name = spec?.source?.persistentVolumeClaimName
  const isFailed = server.has('claim is deleted', status?.error?.message ?? '')
  if (name === undefined || status?.readyToUse === true || !isFailed) return []
  const claim = context.facts.read({ about: 'object', resource: 'persistentvolumeclaims', namespace, name })
  const source = claim.state === 'known' ? readHeld(claim.value, context) : undefined
  if (source?.meta.deletionTimestamp === undefined) return []
  return [{ verdict: 'waiting', waitingFor: [{ ref: source.ref, reason: 'Claim', held: source }] }]
}
