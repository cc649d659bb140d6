import type { Operation as PatchOperation } from 'fast-json-patch'
import type { KubeObject } from '../../api/object.ts'
import { internalError } from '../answer/refusal.ts'
import { applyJsonPatch } from '../write/json-patch.ts'
import type { Attributes, Review } from './hook.ts'

interface AdmissionResponse {
  readonly allowed?: boolean
  readonly status?: { readonly message?: string; readonly code?: number; readonly reason?: string }
  /** JSON patch in base64. */
  readonly patch?: string
  readonly warnings?: readonly string[]
}

/** admission.k8s.io/v1 AdmissionReview: the question as a webhook gets it. */
export function admissionReview(attributes: Attributes): unknown {
  const { operation, type, subresource, namespace, name, object, oldObject, user, dryRun } = attributes
  const kind = { group: type.group, version: type.version, kind: type.kind }
  const resource = { group: type.group, version: type.version, resource: type.plural }
  return {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: crypto.randomUUID(),
      kind,
      resource,
      requestKind: kind,
      requestResource: resource,
      subResource: subresource,
      name,
      namespace,
      operation,
      userInfo: { username: user.name, groups: user.groups },
      object: object ?? null,
      oldObject: oldObject ?? null,
      dryRun,
    },
  }
}

/** The webhook's decision, with the object as its patch leaves it. */
export function reviewOf(answer: unknown, object: KubeObject | undefined): Review {
  const response = (answer as { response?: AdmissionResponse } | null)?.response
  if (response === undefined) throw new Error('Webhook response was absent')
  const { allowed = false, status, patch, warnings } = response
  const operations =
    patch === undefined ? undefined : (JSON.parse(Buffer.from(patch, 'base64').toString()) as PatchOperation[])
  return {
    allowed,
    message: status?.message,
    code: status?.code ?? 400,
    reason: status?.reason,
    object: operations && object ? patched(object, operations) : undefined,
    warnings,
  }
}

/** A patch that does not fit is the server's own error, which does not name the webhook. */
function patched(object: KubeObject, operations: readonly PatchOperation[]): KubeObject {
  try {
    return applyJsonPatch(object, operations) as KubeObject
  } catch {
    const [{ op, path }] = operations as [PatchOperation]
    throw internalError(`${op} operation does not apply: doc is missing path: "${path}": missing value`)
  }
}
