import { isDeepStrictEqual } from 'node:util'
import type { KubeObject } from '../../api/object.ts'
import { type FieldError, forbiddenField, invalidValue } from '../answer/invalid.ts'

type Fields = Readonly<Record<string, unknown>>

/** What an update of a Pod may change of its spec; resources have a subresource of their own. */
const MAY_CHANGE = ['activeDeadlineSeconds', 'tolerations', 'terminationGracePeriodSeconds'] as const
const POD_RULE =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

/** Pods and Jobs keep what they run, so that a mutating webhook which changes it has every update of them rejected. */
export function fixedFieldErrors(
  storage: string,
  { spec: next }: KubeObject,
  { spec: before }: KubeObject,
): FieldError[] {
  if (storage === 'pods') {
    const same = isDeepStrictEqual(fixedOfPod(next), fixedOfPod(before))
    return same ? [] : [forbiddenField('spec', POD_RULE)]
  }
  if (storage !== 'jobs.batch') return []
  const [now, then] = [next as Fields, before as Fields]
  return ['template', 'selector', 'completionMode']
    .filter(field => !isDeepStrictEqual(now[field], then[field]))
    .map(field => invalidValue(`spec.${field}`, now[field] ?? null, 'field is immutable'))
}

function fixedOfPod(spec: unknown): Fields {
  const fixed: Record<string, unknown> = { ...(spec as Fields | undefined) }
  for (const field of MAY_CHANGE) delete fixed[field]
  for (const list of ['containers', 'initContainers']) {
    const containers = (fixed[list] ?? []) as readonly Fields[]
    fixed[list] = containers.map(({ image: _image, ...rest }) => rest)
  }
  return fixed
}
