import type { KubeObject, ObjectMeta } from '../../src/api/object.ts'
import type { ObjectRef } from '../../src/api/object-ref.ts'
import type { ResourceType } from '../../src/api/resource-type.ts'
import type { DirectCause } from '../../src/diagnosis/direct-causes.ts'
import type { Cause, CauseCode, Remedy } from '../../src/diagnosis/explanation.ts'
import type { FinalizerSubject, GuardName } from '../../src/plan/guard.ts'
import { type Removal, removalOf } from '../../src/plan/removal.ts'

export const HOLD = 'example.com/hold'

/** A run without any flag. */
export const NO_AIM = { flags: '', impersonation: '', own: '', withheld: [] }
export const HERE = NO_AIM

export const CONFIG_MAPS: ResourceType = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  singular: 'configmap',
  shortNames: ['cm'],
  categories: [],
  namespaced: true,
  verbs: ['get', 'list', 'patch', 'delete'],
}

/** A cause of one finalizer, or of the object whole. */
export function because(
  code: CauseCode,
  finalizer?: string,
  more: Partial<Cause> & Partial<Pick<DirectCause, 'incomplete' | 'undecided'>> = {},
): DirectCause {
  const { incomplete = false, undecided = false, ...rest } = more
  const cause: Cause = {
    id: `${code}/${finalizer}`,
    code,
    verdict: 'stuck',
    subject: { kind: 'ConfigMap', name: 'settings' },
    ...(finalizer !== undefined && { finalizer }),
    summary: `${code} of ${finalizer}.`,
    evidence: [],
    blocks: [],
    remedies: [],
    ...rest,
  }
  return { cause, ...(finalizer !== undefined && { finalizer }), incomplete, undecided }
}

export function repair(summary: string, ...commands: readonly string[]): Remedy {
  return { kind: 'repair', summary, commands, risk: 'none', leaks: [] }
}

/** A ConfigMap `settings` in namespace `shop`, terminating for an hour. */
export function terminating(metadata: Partial<ObjectMeta> = {}, rest: object = {}): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'settings',
      namespace: 'shop',
      uid: 'uid-1',
      resourceVersion: '7',
      deletionTimestamp: '2026-01-15T11:00:00Z',
      deletionGracePeriodSeconds: 0,
      finalizers: [HOLD],
      ...metadata,
    },
    ...rest,
  }
}

export function refOf({ apiVersion, kind, metadata: { namespace, name, uid } }: KubeObject): ObjectRef {
  return { apiVersion, kind, resource: 'configmaps', ...(namespace && { namespace }), name, uid }
}

/** One finalizer of `terminating()` that nobody is left to remove. */
export function subject(more: Partial<FinalizerSubject> = {}): FinalizerSubject {
  const object = more.object ?? terminating()
  return {
    ref: refOf(object),
    object,
    finalizer: HOLD,
    field: 'metadata',
    owners: [],
    causes: [because('ControllerMissing', HOLD)],
    probe: { accepted: true, finalizersLeft: [] },
    reach: HERE,
    ...more,
  }
}

/** The removal of these finalizers of an object; the rest stays. */
export function removal(
  object: KubeObject,
  finalizers: readonly string[],
  {
    causes = [],
    roots = [],
    passed = [],
  }: Partial<Pick<Removal, 'causes' | 'roots'>> & { passed?: readonly GuardName[] } = {},
): Removal {
  const all = object.metadata.finalizers ?? []
  const explained = { ageSeconds: 3600, owners: [], waitingFor: [], causes: [], finalizers: [], verdict: 'stuck' }
  return removalOf({
    ref: refOf(object),
    type: CONFIG_MAPS,
    object,
    explained: { ...explained, ref: refOf(object) } as never,
    causes,
    roots,
    judged: finalizers.map(finalizer => ({
      finalizer,
      field: 'metadata',
      refusals: [],
      passed: passed.map(guard => ({ guard, why: `why ${guard}` })),
    })),
    stay: all.filter(name => !finalizers.includes(name)),
    absent: [],
    reach: HERE,
  })
}
