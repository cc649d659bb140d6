import { until } from '../../control-plane/until.ts'
import type { Api, Draft, Field, Thing } from './api.ts'
import { unique } from './unique.ts'

/** A type of this test alone; `apiVersion` and `kind` are those of its objects. */
export interface OwnType {
  readonly definition: Thing
  readonly group: string
  readonly apiVersion: string
  readonly kind: string
  readonly plural: string
  /** `plural.group`, as in `ref.resource`. */
  readonly resource: string
  draft(name: string, namespace?: string, rest?: { metadata?: object; [field: string]: unknown }): Draft
}

export interface CrdOptions {
  /** Ends in a domain of ours; unique unless said. */
  readonly group?: string
  readonly kind?: string
  readonly plural?: string
  readonly shortNames?: readonly string[]
  readonly scope?: 'Namespaced' | 'Cluster'
  readonly versions?: readonly string[]
  /** Of the CRD itself: groups under k8s.io have to name their approval. */
  readonly annotations?: Readonly<Record<string, string>>
  /** openAPIV3Schema of every version; anything goes unless said. */
  readonly schema?: object
  /** Merged into the CRD's spec: `conversion`, … */
  readonly spec?: object
}

/** Creates a CRD and waits until its objects can be listed and discovery, both forms of it, shows it. */
export async function createCrd(api: Api, options: CrdOptions = {}): Promise<OwnType> {
  const group = options.group ?? `${unique('e2e')}.example.com`
  const kind = options.kind ?? 'Widget'
  const plural = options.plural ?? `${kind.toLowerCase()}s`
  const versions = options.versions ?? ['v1']
  const schema = options.schema ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const created = await api.create({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, annotations: options.annotations },
    spec: {
      group,
      scope: options.scope ?? 'Namespaced',
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List`, shortNames: options.shortNames },
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
        subresources: { status: {} },
      })),
      ...options.spec,
    },
  })
  const deadlineSeconds = 120
  for (const version of versions) {
    const path = `/apis/${group}/${version}/${plural}`
    const served = async () => ((await api.raw('GET', path)).status === 200 ? true : undefined)
    await until(served, { what: `${path} to be served`, deadlineSeconds })
  }
  const shown = async () => ((await inDiscovery(api, group, plural, versions)) ? true : undefined)
  await until(shown, { what: `${plural}.${group} in discovery`, deadlineSeconds })

  const apiVersion = `${group}/${versions[0]}`
  return {
    definition: created,
    group,
    apiVersion,
    kind,
    plural,
    resource: `${plural}.${group}`,
    draft: (name, namespace, { metadata, ...rest } = {}) => ({
      apiVersion,
      kind,
      metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...metadata },
      ...rest,
    }),
  }
}

async function inDiscovery(api: Api, group: string, plural: string, versions: readonly string[]): Promise<boolean> {
  for (const version of versions) {
    const legacy = await api.raw('GET', `/apis/${group}/${version}`)
    if (legacy.status !== 200 || !legacy.body.includes(`"${plural}"`)) return false
  }
  // The list of groups is made from APIServices, which come after what they serve.
  const listed: Field = await api.send('GET', '/apis')
  const listedGroup = listed.groups.find(({ name }: Field) => name === group)
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
  const aggregated: Field = await api.send('GET', '/apis', undefined, { accept })
  const aggregatedGroup = aggregated.items.find(({ metadata }: Field) => metadata.name === group)
  return versions.every(
    version =>
      listedGroup?.versions.some((each: Field) => each.version === version) &&
      aggregatedGroup?.versions
        .find((each: Field) => each.version === version)
        ?.resources.some(({ resource }: Field) => resource === plural),
  )
}
