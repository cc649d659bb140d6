import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { policies } from '../../diagnosis/policy.ts'
import { message } from '../../messages/sentence.ts'
import { everyRepair, firstRemedy } from '../first-remedy.ts'
import type { FinalizerSubject, Guard, Refusal, RefusedProbe } from '../guard.ts'

/** The server's own dry run of the exact patch says no, or is known to say yes where the patch itself will fail. */
export const wouldBeRejected: Guard = subject => {
  const { probe, ref } = subject
  if (probe?.accepted === false) {
    return {
      guard: 'WouldBeRejected',
      why: `${whoRejects(probe)}: ${probe.message}`,
      ...repairOf(subject),
    }
  }
  // A dry run does not write, and so does not convert to the version of storage.
  const conversion = subject.causes.find(({ cause }) => cause.code === 'ConversionWebhookUnavailable')
  if (conversion === undefined) return undefined
  return {
    guard: 'WouldBeRejected',
    why: message('WriteFailsBeyondDryRun', { cause: conversion.cause.summary, object: `${ref.kind} ${ref.name}` }),
    ...repairOf(subject),
  }
}

function whoRejects({ rejection, code }: RefusedProbe): string {
  switch (rejection.by) {
    case 'silent webhook':
      return `webhook ${rejection.webhook} does not answer, and the server rejects every change without it`
    case 'webhook':
      return `webhook ${rejection.webhook} denies it`
    case 'policy':
      return `${rejection.kind} ${rejection.policy} denies it${rejection.binding === undefined ? '' : ` (binding ${rejection.binding})`}`
    case 'mutation':
      return 'admission changes the object on every update into one that the server rejects'
    case 'validation':
      return 'the stored object is no longer valid'
    case 'conversion':
      return 'the conversion webhook does not answer'
    case 'storage':
      return 'the server cannot read what is stored'
    case 'probe':
      return isForbidden(code)
        ? 'you do not have permission'
        : 'a dry run of it is not possible, and it is not changed without one'
    case 'something else':
      return 'the server rejects the patch'
  }
}

function isForbidden(code: number): boolean {
  return code === 401 || code === 403
}

function repairOf({ causes, probe, ref, finalizer }: FinalizerSubject): Pick<Refusal, 'instead' | 'cause'> {
  if (probe?.accepted === false && probe.rejection.by === 'probe') {
    const verb = finalizer === FOREGROUND ? 'delete' : 'patch'
    const instead = isForbidden(probe.code)
      ? `run it as a user with permission to ${verb} ${ref.resource}`
      : 'if the webhook changes nothing in a dry run, set its sideEffects to NoneOnDryRun'
    return { instead }
  }
  const cause = causes.find(each => policies[each.cause.code].explainsRejection)?.cause
  if (cause === undefined) return { instead: 'fix the webhook or policy that rejects it' }
  return {
    instead: everyRepair(cause) ?? firstRemedy(cause) ?? 'fix the webhook or policy that rejects it',
    cause: cause.id,
  }
}
