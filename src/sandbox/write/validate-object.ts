import type { KubeObject } from '../../api/object.ts'
import { type FieldError, invalid, invalidValue, requiredField } from '../answer/invalid.ts'
import type { ServedType } from '../types/served-type.ts'
import { fixedFieldErrors } from './fixed-fields.ts'
import { definitionErrors } from './validate-definition.ts'

interface EventFields extends KubeObject {
  readonly involvedObject?: { readonly namespace?: string }
  readonly eventTime?: string
  readonly reportingComponent?: string
  readonly reportingInstance?: string
  readonly action?: string
  readonly reason?: string
  readonly type?: string
}

/** The few rules of built-in kinds that a client of this program can run into; all others are taken as valid. */
export function validateObject(type: ServedType, object: KubeObject, current?: KubeObject): void {
  const errors = errorsOf(type, object, current)
  // Both events APIs validate the internal Event, which has no group.
  const named = type.storage === 'events' ? { group: '', kind: type.kind } : type
  if (errors.length > 0) throw invalid(named, object.metadata.name, errors)
}

function errorsOf(type: ServedType, object: KubeObject, current: KubeObject | undefined): FieldError[] {
  switch (type.storage) {
    case 'events':
      return current === undefined ? eventErrors(object as EventFields, type) : []
    case 'customresourcedefinitions.apiextensions.k8s.io':
      return definitionErrors(object)
    default:
      return current === undefined ? [] : fixedFieldErrors(type.storage, object, current)
  }
}

/** Without eventTime an event lies where its object lies (`default` for cluster-scoped ones); with it the rest is required (reference 9.9). */
function eventErrors(object: EventFields, type: ServedType): FieldError[] {
  const event = type.group === '' ? object : inCoreTerms(object)
  const errors: FieldError[] = []
  const { namespace = '' } = event.involvedObject ?? {}
  const home = event.metadata.namespace
  if (!event.eventTime) {
    const fits = namespace === '' ? home === 'default' || home === 'kube-system' : namespace === home
    if (!fits) errors.push(invalidValue('involvedObject.namespace', namespace, 'does not match event.namespace'))
  }
  if (!event.eventTime && type.group === '') return errors
  if (!event.eventTime) errors.push(requiredField('eventTime'))
  else {
    if (!event.reportingComponent) errors.push(requiredField('reportingController'))
    if (!event.reportingInstance) errors.push(requiredField('reportingInstance'))
    if (!event.action) errors.push(requiredField('action'))
    if (!event.reason) errors.push(requiredField('reason'))
  }
  if (event.type !== 'Normal' && event.type !== 'Warning') {
    errors.push(invalidValue('type', event.type ?? '', `has invalid value: ${event.type ?? ''}`))
  }
  return errors
}

function inCoreTerms(event: KubeObject): EventFields {
  const { regarding, reportingController } = event as unknown as { regarding?: object; reportingController?: string }
  return {
    ...event,
    ...(regarding && { involvedObject: regarding }),
    ...(reportingController && { reportingComponent: reportingController }),
  }
}
