import type { KubeObject } from '../../api/object.ts'
import { factFrom } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'

export const DRIVERS = 'csidrivers.storage.k8s.io'
export const CSI_NODES = 'csinodes.storage.k8s.io'

/** As much of a CSINode as the rules read: its kubelet writes into it which drivers it can call. */
export interface CsiNode extends KubeObject {
  readonly spec?: { readonly drivers?: readonly { readonly name?: string }[] | null }
}

/** The drivers that a kubelet has registered: none, where the last one went. */
export function driversOn({ spec }: CsiNode): readonly string[] {
  return (spec?.drivers ?? []).map(({ name = '' }) => name)
}

type Driver =
  | { readonly state: 'there' | 'unknown' }
  | { readonly state: 'gone'; readonly name: string; readonly evidence: readonly Evidence[] }

/**
 * Whether a CSI driver is installed, by the name that its attacher puts into finalizers. `gone`: it has no CSIDriver
 * and is registered on none of the nodes. `unknown` if that could not be read.
 */
export function driverState(sanitized: string, facts: Facts): Driver {
  const drivers = facts.read({ about: 'metadata', resource: DRIVERS })
  const nodes = facts.read({ about: 'list', resource: CSI_NODES })
  if (drivers.state !== 'known' || nodes.state !== 'known' || nodes.value.length === 0) return { state: 'unknown' }
  const names = [...drivers.value.map(({ name }) => name), ...(nodes.value as readonly CsiNode[]).flatMap(driversOn)]
  if (names.some(name => sanitize(name) === sanitized)) return { state: 'there' }
  return {
    state: 'gone',
    name: sanitized,
    evidence: [
      factFrom(DRIVERS, 'NoDriverOfThatName', { driver: sanitized }),
      factFrom(CSI_NODES, 'NoNodeHasDriverOfThatName', { nodes: nodes.value.length }),
    ],
  }
}

/** As external-attacher does it for its finalizers (its SanitizeDriverName). */
function sanitize(name: string): string {
  const text = name.replaceAll(/[^a-zA-Z0-9-]/g, '-')
  return text.endsWith('-') ? `${text}X` : text
}
