import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { policies } from '../../diagnosis/policy.ts'
import { message } from '../../messages/sentence.ts'
import { everyRepair, firstRemedy } from '../first-remedy.ts'
import type { FinalizerSubject, Guard, Refusal } from '../guard.ts'

/** The server's own dry run of the exact patch says no, or is known to say yes where the patch itself will fail. */
export const wouldBeRejected: Guard = subject => {
  const { probe, ref } = subject
  if (probe?.accepted === false) {
    return {
      guard: 'WouldBeRejected',
      why: message('PatchRejected', { by: probe.rejection, isForbidden: isForbidden(probe.code), said: probe.message }),
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

function isForbidden(code: number): boolean {
  return code === 401 || code === 403
}

function repairOf({ causes, probe, ref, finalizer }: FinalizerSubject): Pick<Refusal, 'instead' | 'cause'> {
  if (probe?.accepted === false && probe.rejection.by === 'probe') {
    const verb = finalizer === FOREGROUND ? 'delete' : 'patch'
    const instead = isForbidden(probe.code)
      ? message('RunAsAllowed', { verb, resource: ref.resource })
      : message('DeclareNoneOnDryRun')
    return { instead }
  }
  const cause = causes.find(each => policies[each.cause.code].explainsRejection)?.cause
  if (cause === undefined) return { instead: message('FixRejecter') }
  return { instead: everyRepair(cause) ?? firstRemedy(cause) ?? message('FixRejecter'), cause: cause.id }
}
