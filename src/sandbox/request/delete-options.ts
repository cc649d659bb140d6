import { type FieldError, invalid, invalidValue } from '../answer/invalid.ts'
import { badRequest } from '../answer/refusal.ts'
import type { ResourceRequest } from './resource-request.ts'

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number | undefined
  readonly propagationPolicy?: string | undefined
  readonly orphanDependents?: boolean | undefined
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined
  readonly dryRun?: readonly string[] | undefined
}

const DELETE_OPTIONS = { group: 'meta.k8s.io', kind: 'DeleteOptions' }

/**
 * A body, when there is one, is the only source; else the query. So `?dryRun=All` with a body really deletes
 * (kubernetes-deletion.md 1.1).
 */
export function deleteOptions({ body, query }: ResourceRequest): DeleteOptions {
  const options = body.length > 0 ? fromBody(body) : fromQuery(query)
  const errors = optionErrors(options)
  if (errors.length > 0) throw invalid(DELETE_OPTIONS, '', errors)
  // Negative grace means one second (1.22 and later).
  return options.gracePeriodSeconds !== undefined && options.gracePeriodSeconds < 0
    ? { ...options, gracePeriodSeconds: 1 }
    : options
}

function fromBody(body: Uint8Array): DeleteOptions {
  let options: (DeleteOptions & { kind?: string }) | null
  try {
    options = JSON.parse(new TextDecoder().decode(body))
  } catch (error) {
    throw badRequest(`couldn't get version/kind; json parse error: ${(error as Error).message}`)
  }
  if (options?.kind !== undefined && options.kind !== 'DeleteOptions') {
    throw badRequest(
      `no kind "${options.kind}" is registered for version "meta.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"`,
    )
  }
  if (options?.propagationPolicy !== undefined && typeof options.propagationPolicy !== 'string') {
    throw badRequest(
      `json: cannot unmarshal ${typeof options.propagationPolicy} into Go struct field DeleteOptions.propagationPolicy of type v1.DeletionPropagation`,
    )
  }
  return options ?? {}
}

function fromQuery(query: Readonly<Record<string, string>>): DeleteOptions {
  const { gracePeriodSeconds, propagationPolicy, orphanDependents, dryRun } = query
  return {
    gracePeriodSeconds: gracePeriodSeconds === undefined ? undefined : Number(gracePeriodSeconds),
    propagationPolicy,
    orphanDependents: orphanDependents === undefined ? undefined : orphanDependents === 'true',
    dryRun: dryRun === undefined ? undefined : [dryRun],
  }
}

function optionErrors(options: DeleteOptions): FieldError[] {
  const errors: FieldError[] = []
  const policy = options.propagationPolicy
  if (policy !== undefined && options.orphanDependents !== undefined) {
    errors.push(
      invalidValue('propagationPolicy', policy, 'orphanDependents and deletionPropagation cannot be both set'),
    )
  }
  if (policy !== undefined && !['Foreground', 'Background', 'Orphan'].includes(policy)) {
    const message = `Unsupported value: "${policy}": supported values: "Foreground", "Background", "Orphan", "nil"`
    errors.push({ field: 'propagationPolicy', reason: 'FieldValueNotSupported', message })
  }
  for (const value of options.dryRun ?? []) {
    if (value === 'All') continue
    errors.push({
      field: 'dryRun',
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${JSON.stringify(options.dryRun)}: supported values: "All"`,
    })
  }
  return errors
}
