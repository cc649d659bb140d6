import type { Rejection } from '../../diagnosis/admission/rejection.ts'
import type { CauseCode } from '../../diagnosis/explanation.ts'
import { firstRemedy } from '../first-remedy.ts'
import type { Guard, Subject } from '../guard.ts'

/** Causes that make the server reject the patch; their remedies say how to repair it. */
const REJECTING: ReadonlySet<CauseCode> = new Set([
  'WebhookUnavailable',
  'RequestDenied',
  'ObjectInvalid',
  'ConversionWebhookUnavailable',
  'NamespaceMissing',
  'Undecodable',
])

/** The server's own dry run of the exact patch says no, or is known to say yes where the patch itself will fail. */
export const wouldBeRejected: Guard = subject => {
  const { probe, ref } = subject
  if (probe?.accepted === false) {
    return {
      guard: 'WouldBeRejected',
      why: `${whoRejects(probe.rejection)}: ${probe.message}`,
      instead: repairOf(subject),
    }
  }
  // A dry run does not write, and so does not convert to the version of storage.
  const conversion = subject.causes.find(({ cause }) => cause.code === 'ConversionWebhookUnavailable')
  if (conversion === undefined) return undefined
  return {
    guard: 'WouldBeRejected',
    why: `${conversion.cause.summary} A write of ${ref.kind} ${ref.name} fails, though its dry run does not`,
    instead: repairOf(subject),
  }
}

function whoRejects(rejection: Rejection): string {
  switch (rejection.by) {
    case 'silent webhook':
      return `webhook ${rejection.webhook} does not answer, and the server rejects every change without it`
    case 'webhook':
      return `webhook ${rejection.webhook} denies it`
    case 'policy':
      return `${rejection.kind} ${rejection.policy} denies it (binding ${rejection.binding})`
    case 'validation':
      return 'the object as it is stored does not validate any more'
    case 'conversion':
      return 'the conversion webhook does not answer'
    case 'storage':
      return 'the server cannot read what is stored'
    case 'probe':
      return 'you may not do this, or it cannot be tried'
    case 'something else':
      return 'the server rejects the patch'
  }
}

function repairOf({ causes }: Subject): string {
  const cause = causes.find(each => REJECTING.has(each.cause.code))?.cause
  return firstRemedy(cause, 'repair') ?? firstRemedy(cause) ?? 'let what rejects it accept it'
}
