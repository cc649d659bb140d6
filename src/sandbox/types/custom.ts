import type { KubeObject } from '../../api/object.ts'
import { conditionStatus } from './conditions.ts'
import type { ServedType, Subresource } from './served-type.ts'

/** What of a CustomResourceDefinition's spec the server reads. */
export interface DefinitionSpec {
  readonly group: string
  readonly names: {
    readonly plural: string
    readonly kind: string
    readonly singular?: string
    readonly listKind?: string
    readonly shortNames?: readonly string[]
    readonly categories?: readonly string[]
  }
  readonly scope: 'Cluster' | 'Namespaced'
  readonly versions: readonly DefinitionVersion[]
  readonly conversion?: {
    readonly strategy?: string
    readonly webhook?: { readonly clientConfig?: WebhookClientConfig }
  }
}

export interface DefinitionVersion {
  readonly name: string
  readonly served: boolean
  readonly storage: boolean
  readonly schema?: { readonly openAPIV3Schema?: Readonly<Record<string, unknown>> }
  readonly subresources?: { readonly status?: unknown; readonly scale?: unknown }
  readonly additionalPrinterColumns?: readonly PrinterColumn[]
  readonly selectableFields?: readonly { readonly jsonPath: string }[]
}

export interface PrinterColumn {
  readonly name: string
  readonly type: string
  readonly jsonPath: string
  readonly description?: string
  readonly priority?: number
}

/** Where a webhook of any sort is called: a Service of the cluster or a URL. */
export interface WebhookClientConfig {
  readonly url?: string
  readonly caBundle?: string
  readonly service?: {
    readonly namespace: string
    readonly name: string
    readonly path?: string
    readonly port?: number
  }
}

export function definitionSpec(definition: KubeObject): DefinitionSpec {
  return definition.spec as DefinitionSpec
}

/** The types that a definition serves, preferred version first; none while its names are not accepted. */
export function typesOfDefinition(definition: KubeObject): ServedType[] {
  if (conditionStatus(definition, 'Established') !== 'True') return []
  const spec = definitionSpec(definition)
  const storage = `${spec.names.plural}.${spec.group}`
  const storageVersion = spec.versions.find(version => version.storage)?.name ?? spec.versions[0]!.name
  // While a definition terminates, discovery and the server offer no verb that would bring new objects
  // (kubernetes-deletion.md 4.2).
  const verbs =
    definition.metadata.deletionTimestamp === undefined
      ? ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']
      : ['delete', 'deletecollection', 'get', 'list', 'watch']
  return spec.versions
    .filter(version => version.served)
    .toSorted((left, right) => compareVersions(left.name, right.name))
    .map(version => ({
      group: spec.group,
      version: version.name,
      plural: spec.names.plural,
      kind: spec.names.kind,
      singular: spec.names.singular ?? spec.names.kind.toLowerCase(),
      shortNames: spec.names.shortNames ?? [],
      categories: spec.names.categories ?? [],
      namespaced: spec.scope === 'Namespaced',
      verbs,
      subresources: subresourcesOf(version, spec.names.kind),
      storage,
      storageVersion,
      generation: true,
      returnsDeleted: false,
      definition,
    }))
}

function subresourcesOf(version: DefinitionVersion, kind: string): Subresource[] {
  const verbs = ['get', 'patch', 'update']
  return [
    ...(version.subresources?.status === undefined ? [] : [{ name: 'status', kind, verbs }]),
    ...(version.subresources?.scale === undefined
      ? []
      : [{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs }]),
  ]
}

/** Kubernetes version priority: GA before beta before alpha, newer first, anything else after them by name. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [versionRank(left), versionRank(right)]
  if (a === undefined || b === undefined) {
    if (a !== undefined) return -1
    if (b !== undefined) return 1
    return left < right ? -1 : 1
  }
  return b.stage - a.stage || b.major - a.major || b.minor - a.minor
}

function versionRank(version: string): { stage: number; major: number; minor: number } | undefined {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version)
  if (match === null) return undefined
  const stage = match[2] === undefined ? 2 : match[2] === 'beta' ? 1 : 0
  return { stage, major: Number(match[1]), minor: Number(match[3] ?? 0) }
}
