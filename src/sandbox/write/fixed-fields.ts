import { isDeepStrictEqual } from 'node:util'
import type { KubeObject } from '../../api/object.ts'
import { type FieldError, forbiddenField, invalidValue } from '../answer/invalid.ts'

type Fields = Readonly<Record<string, unknown>>

/** What an update of a Pod may change of its spec; resources have a subresource of their own. */
const MAY_CHANGE = ['activeDeadlineSeconds', 'tolerations', 'terminationGracePeriodSeconds'] as const
const POD_RULE =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

const CONTAINERS = ['containers', 'initContainers'] as const
const TOLERATION_RULE = 'existing toleration can not be modified except its tolerationSeconds'

/** Pods and Jobs keep what they run, so that a mutating webhook which changes it has every update of them rejected. */
export function fixedFieldErrors(
  storage: string,
  { spec: next }: KubeObject,
  { spec: before }: KubeObject,
): FieldError[] {
  if (storage === 'pods') {
    const [now, then] = [(next ?? {}) as Fields, (before ?? {}) as Fields]
    const resized = CONTAINERS.filter(list => itemsOf(now, list).length !== itemsOf(then, list).length)
    if (resized.length > 0)
      return resized.map(list => forbiddenField(`spec.${list}`, 'pod updates may not add or remove containers'))
    const lost = itemsOf(then, 'tolerations').some(old => !itemsOf(now, 'tolerations').some(each => isSame(each, old)))
    const same = isDeepStrictEqual(fixedOfPod(next), fixedOfPod(before))
    return [
      ...(lost ? [forbiddenField('spec.tolerations', TOLERATION_RULE)] : []),
      ...(same ? [] : [forbiddenField('spec', POD_RULE)]),
    ]
  }
  if (storage !== 'jobs.batch') return []
  const [now, then] = [next as Fields, before as Fields]
  return ['template', 'selector', 'completionMode']
    .filter(field => !isDeepStrictEqual(now[field], then[field]))
    .map(field => invalidValue(`spec.${field}`, now[field] ?? null, 'field is immutable'))
}

function itemsOf(spec: Fields, list: string): readonly Fields[] {
  return (spec[list] ?? []) as readonly Fields[]
}

function isSame({ tolerationSeconds: _now, ...next }: Fields, { tolerationSeconds: _then, ...before }: Fields) {
  return isDeepStrictEqual(next, before)
}

function fixedOfPod(spec: unknown): Fields {
  const fixed: Record<string, unknown> = { ...(spec as Fields | undefined) }
  for (const field of MAY_CHANGE) delete fixed[field]
  for (const list of CONTAINERS) {
    const containers = (fixed[list] ?? []) as readonly Fields[]
    fixed[list] = containers.map(({ image: _image, ...rest }) => rest)
  }
  return fixed
}
