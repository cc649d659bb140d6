import { stuckObject } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import { crd, namespace } from '../rig/rig.ts'

export const CLEANUP = 'orkestra.orkspace.io/cleanup'

/** A Cache c1 whose operator is gone: deleted, held by Orkestra's finalizer. */
export async function stuckCache(finalizer: string = CLEANUP) {
  const type = await crd({ kind: 'Cache' })
  const [shop, vault] = [await namespace(), await namespace()]
  const cache: Thing = await stuckObject(type, shop, 'c1', { finalizer, manager: 'orkestra-runtime' })
  return { type, shop, vault, cache, words: [`${type.resource}/c1`, '-n', shop] as const }
}

/** A Katalog with an entry for the type, in the layout of the seed; `block` is the JSON of its onDelete. */
export function katalog(group: string, onDelete: object, entry: object = {}): string {
  return JSON.stringify(
    {
      apiVersion: 'orkestra.orkspace.io/v1',
      kind: 'Katalog',
      metadata: { name: 'acme' },
      spec: {
        crds: {
          cache: {
            apiTypes: { group, version: 'v1', kind: 'Cache', plural: 'caches' },
            operatorBox: { onDelete },
            ...entry,
          },
        },
      },
    },
    null,
    2,
  )
}

/** The groups of the first worked example. */
export function drain(vault: string, timeout = '2m'): object {
  return {
    ordered: true,
    timeout,
    groups: [
      { jobs: [{ name: '{{ .metadata.name }}-drain' }] },
      { services: [{ name: '{{ .metadata.name }}-svc' }], deployments: [{ name: '{{ .metadata.name }}' }] },
      {
        configMaps: [{ name: '{{ .metadata.name }}-conf' }],
        secrets: [{ name: '{{ .metadata.name }}-cred', namespace: vault }],
      },
    ],
  }
}
