import type { V1CustomResourceDefinition } from '@kubernetes/client-node'
import { DEFINITIONS } from '../../api/definitions.ts'
import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import { eachTogether } from '../answered.ts'
import type { Facts } from '../facts.ts'
import { answererOf, type Called } from '../service/answerer.ts'

/** A CRD whose objects nothing would convert any more. */
export interface LostConversion {
  readonly ref: ObjectRef
  /** More than one version is served or stored: an object may need conversion to be deleted, or to lose a finalizer. */
  readonly isNeeded: boolean
}

/** The CRDs that stay, and whose conversion webhook the deletion takes along. */
export function lostConversions(today: Facts, afterwards: Facts): readonly LostConversion[] {
  const type = today.types.find(({ group, plural }) => `${plural}.${group}` === DEFINITIONS)
  const definitions = seenOf(afterwards.read({ about: 'list', resource: DEFINITIONS })) ?? []
  if (type === undefined) return []
  return eachTogether(definitions, object => {
    const called = conversionOf(object)
    if (called === undefined || !answererOf(called, afterwards).isSilent || answererOf(called, today).isSilent)
      return []
    return [{ ref: refOf(type, object.metadata), isNeeded: hasVersions(object) }]
  }).flat()
}

function conversionOf(object: KubeObject): Called | undefined {
  const { spec } = object as unknown as V1CustomResourceDefinition
  const called: unknown = spec?.conversion?.strategy === 'Webhook' ? spec.conversion.webhook?.clientConfig : undefined
  return called as Called | undefined
}

function hasVersions(object: KubeObject): boolean {
  const { spec, status } = object as unknown as V1CustomResourceDefinition
  const served = spec?.versions?.filter(version => version.served) ?? []
  return served.length !== 1 || (status?.storedVersions ?? []).some(stored => stored !== served[0]?.name)
}
