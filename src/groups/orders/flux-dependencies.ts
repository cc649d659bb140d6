import type { OrderedObject, WrittenOrder } from '../../api/written-order.ts'

export const FLUX_GROUPS: ReadonlySet<string> = new Set(['kustomize.toolkit.fluxcd.io', 'helm.toolkit.fluxcd.io'])

/**
 * `spec.dependsOn` of Kustomizations and HelmReleases of Flux: what depends on another is deleted before it
 * (fluxcd/pkg apis/meta, reference_types.go).
 */
export function fluxDependencies(objects: readonly OrderedObject[]): readonly WrittenOrder[] {
  const own = objects.filter(({ group }) => FLUX_GROUPS.has(group))
  const uids = new Map(own.map(({ kind, meta }) => [keyOf(kind, meta.namespace, meta.name), meta.uid]))
  return own.flatMap(({ kind, meta, spec }) =>
    dependenciesIn(spec).flatMap(({ name, namespace = meta.namespace }) => {
      const uid = uids.get(keyOf(kind, namespace, name))
      if (uid === undefined || uid === meta.uid) return []
      const says = `Flux dependsOn: ${kind} ${meta.name} depends on ${name}`
      return [
        [
          { uids: [meta.uid], says },
          { uids: [uid], says },
        ],
      ]
    }),
  )
}

function dependenciesIn(spec: unknown): readonly { readonly name: string; readonly namespace?: string }[] {
  const { dependsOn } = (typeof spec === 'object' && spec !== null ? spec : {}) as { readonly dependsOn?: unknown }
  if (!Array.isArray(dependsOn)) return []
  return dependsOn.flatMap(each => {
    const { name, namespace } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>
    if (typeof name !== 'string') return []
    return [{ name, ...(typeof namespace === 'string' && namespace !== '' && { namespace }) }]
  })
}

function keyOf(kind: string, namespace: string | undefined, name: string): string {
  return `${kind} ${namespace ?? ''}/${name}`
}
