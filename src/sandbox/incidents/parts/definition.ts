import type { Sandbox } from '../../sandbox.ts'
import { ago, DAY } from './time.ts'

export interface DefinitionOptions {
  readonly group: string
  readonly plural: string
  readonly kind: string
  readonly short?: string
  readonly annotations?: Readonly<Record<string, string>>
  readonly labels?: Readonly<Record<string, string>>
  /** Seconds since its deletion was asked for; it waits for its instances then. */
  readonly deleted?: number
  /** Its one version; v1 unless said. */
  readonly version?: string
  /** A served version that objects may still be stored in, beside v1. */
  readonly oldVersion?: string
  /** The Service of its conversion webhook; it may be missing. */
  readonly converter?: { readonly namespace: string; readonly name: string }
}

/** An established CRD with one version, a status subresource and a schema that keeps every field. */
export function definition(sandbox: Sandbox, options: DefinitionOptions): void {
  const { group, plural, kind, short, annotations, labels, deleted, oldVersion, converter } = options
  const own = options.version ?? 'v1'
  const names = {
    plural,
    kind,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    ...(short && { shortNames: [short] }),
  }
  const created = ago(sandbox, 150 * DAY)
  sandbox.put(
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {
        name: `${plural}.${group}`,
        creationTimestamp: created,
        ...(annotations && { annotations }),
        ...(labels && { labels }),
        ...(deleted !== undefined && {
          deletionTimestamp: ago(sandbox, deleted),
          finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
        }),
      },
      spec: {
        group,
        names,
        scope: 'Namespaced',
        conversion: conversionBy(converter),
        versions: [version(own, true), ...(oldVersion === undefined ? [] : [version(oldVersion, false)])],
      },
      status: {
        conditions: conditionsOf(sandbox, created, deleted),
        acceptedNames: names,
        storedVersions: oldVersion === undefined ? [own] : [oldVersion, own],
      },
    },
    { manager: 'helm' },
  )
}

function conditionsOf(sandbox: Sandbox, created: string, deleted: number | undefined) {
  const condition = (type: string, reason: string, message: string, since = created) => ({
    type,
    status: 'True',
    lastTransitionTime: since,
    reason,
    message,
  })
  const unconfirmed = 'could not confirm zero CustomResources remaining: context deadline exceeded'
  return [
    condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
    condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
    ...(deleted === undefined
      ? []
      : [condition('Terminating', 'InstanceDeletionCheck', unconfirmed, ago(sandbox, deleted))]),
  ]
}

function version(name: string, storage: boolean) {
  const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: open, status: open } } }
  return { name, served: true, storage, schema, subresources: { status: {} } }
}

function conversionBy(service: DefinitionOptions['converter']) {
  if (service === undefined) return { strategy: 'None' }
  const clientConfig = { service: { ...service, path: '/convert', port: 443 } }
  return { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } }
}
