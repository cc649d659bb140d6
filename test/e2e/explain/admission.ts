import { until } from '../../control-plane/until.ts'
import type { Thing } from '../rig/api.ts'
import { api, unique } from '../rig/rig.ts'

const GROUP = 'admissionregistration.k8s.io'

export interface HookOptions {
  readonly kind?: 'ValidatingWebhookConfiguration' | 'MutatingWebhookConfiguration'
  readonly clientConfig: object
  readonly rest?: object
}

/** A webhook configuration about updates of one group's objects, gone at the end of its scope. */
export async function webhookConfiguration(
  group: string,
  { kind = 'ValidatingWebhookConfiguration', clientConfig, rest = {} }: HookOptions,
): Promise<AsyncDisposable & { readonly name: string; readonly webhook: string }> {
  const name = unique('hooks')
  const webhook = `${name}.example.com`
  const created = await api.create({
    apiVersion: `${GROUP}/v1`,
    kind,
    metadata: { name },
    webhooks: [
      {
        name: webhook,
        clientConfig,
        rules: [{ apiGroups: [group], apiVersions: ['*'], resources: ['*'], operations: ['UPDATE'], scope: '*' }],
        failurePolicy: 'Fail',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        timeoutSeconds: 20,
        ...rest,
      },
    ],
  })
  // A printed repair may have deleted it.
  const remove = async () => {
    if (await api.get(created)) await api.delete(created)
  }
  return { name, webhook, [Symbol.asyncDispose]: remove }
}

interface PolicyScope {
  readonly resources?: readonly string[]
  readonly operations?: readonly string[]
  /** Of this namespace alone. */
  readonly in?: string
}

/** A ValidatingAdmissionPolicy with its binding, about updates of one group's objects unless told otherwise, gone at the end of its scope. */
export async function admissionPolicy(
  group: string,
  expression: string,
  { resources = ['*'], operations = ['UPDATE'], in: place }: PolicyScope = {},
): Promise<AsyncDisposable & { readonly name: string }> {
  const name = unique('policy')
  const apiVersion = `${GROUP}/v1`
  const resourceRules = [{ apiGroups: [group], apiVersions: ['*'], resources, operations }]
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': place } }
  const policy = await api.create({
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules, ...(place !== undefined && { namespaceSelector }) },
      validations: [{ expression, message: 'it is kept' }],
    },
  })
  const binding = await api.create({
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  })
  const remove = async () => {
    await api.delete(binding)
    await api.delete(policy)
  }
  return { name, [Symbol.asyncDispose]: remove }
}

/** Waits until a dry run of the removal of the object's finalizers is answered as wanted: the server learns of admission late. */
export async function removalAnswers(
  thing: Thing,
  wanted: (status: number, body: string) => boolean,
  on = api,
): Promise<void> {
  const path = `${await on.pathOf(thing)}?dryRun=All`
  const tried = async () => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    const { status, body } = await on.raw('PATCH', path, { metadata: { finalizers: null } }, headers)
    return wanted(status, body) ? true : undefined
  }
  await until(tried, { what: `the removal to be answered as ${wanted}`, deadlineSeconds: 60 })
}
