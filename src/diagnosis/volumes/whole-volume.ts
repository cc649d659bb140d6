import type { V1PersistentVolumeSpec } from '@kubernetes/client-node'
import type { Fact } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import type { Facts } from '../facts.ts'

export interface Volume extends KubeObject {
  readonly spec?: V1PersistentVolumeSpec
  readonly status?: { readonly phase?: string; readonly message?: string }
}

export function wholeVolume(name: string, facts: Facts): Fact<Volume> {
  return facts.read({ about: 'object', resource: 'persistentvolumes', name }) as Fact<Volume>
}

/** What a volume is called at its provider: `vol-1 (disk.csi.example.com)`; its own name where it does not tell. */
export function providerName(name: string, volume: Volume | undefined): string {
  const { driver, volumeHandle } = volume?.spec?.csi ?? {}
  if (volumeHandle === undefined) return `volume ${name}`
  return driver === undefined ? volumeHandle : `${volumeHandle} (${driver})`
}
