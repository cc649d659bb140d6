import type { Cause, CauseCode } from './explanation.ts'

/** What a root cause means for whoever plans a change. Every code has to be decided on: the compiler asks for it. */
export interface Policy {
  /**
   * Whether the cause is repaired before anything is removed, since the wait then ends as intended. `namespace`: only
   * before a namespace is finished, where it also stops what would empty it.
   */
  readonly repairFirst: 'always' | 'namespace' | 'never'
  /**
   * Whether something works on the deletion, be it in vain. `namespace`: on the content of one, not on a finalizer;
   * `unproven`: it may, unless the verdict is stuck.
   */
  readonly atWork: 'always' | 'namespace' | 'unproven' | 'never'
  /** Whether it makes the server reject a patch of the object: its remedies then say how to repair that. */
  readonly explainsRejection: boolean
  /** Whether its finalizers are removed without being named; `override`: only by --override ControllerUnknown. */
  readonly removable: 'default' | 'override' | 'named'
  /** Whether what it holds can be saved by a rescue: read whole, and created again. */
  readonly rescuable: boolean
  /** Whether the controller of the finalizer runs, and does not get on. */
  readonly runs: boolean
}

const nothing: Policy = {
  repairFirst: 'never',
  atWork: 'never',
  explainsRejection: false,
  removable: 'named',
  rescuable: true,
  runs: false,
}

export const policies: Readonly<Record<CauseCode, Policy>> = {
  ControllerMissing: { ...nothing, removable: 'default' },
  ControllerUnhealthy: { ...nothing, repairFirst: 'always' },
  // One that lacks a verb which it need not use may work.
  ControllerForbidden: { ...nothing, repairFirst: 'always', atWork: 'unproven' },
  CleanupFailing: { ...nothing, atWork: 'always', runs: true },
  CleanupInProgress: { ...nothing, atWork: 'always', runs: true },
  // What binds a claim again is a part of it.
  ControllerManagerDown: { ...nothing, repairFirst: 'always', rescuable: false },
  ControllerUnknown: { ...nothing, removable: 'override' },
  APIServiceUnavailable: { ...nothing, repairFirst: 'always' },
  WebhookUnavailable: { ...nothing, repairFirst: 'always', explainsRejection: true },
  // Who denies the deletions that empty a namespace can be made to allow them, and then nothing is stranded.
  RequestDenied: { ...nothing, repairFirst: 'namespace', explainsRejection: true },
  ConversionWebhookUnavailable: { ...nothing, repairFirst: 'always', explainsRejection: true, rescuable: false },
  ObjectInvalid: { ...nothing, explainsRejection: true },
  PodNodeLost: nothing,
  PodTerminating: { ...nothing, atWork: 'namespace' },
  VolumeInUse: nothing,
  // What an attacher that works and fails is called.
  VolumeDetachFailing: { ...nothing, atWork: 'always' },
  DependentAlive: nothing,
  InstanceAlive: nothing,
  NamespaceMissing: { ...nothing, explainsRejection: true, rescuable: false },
  FinalizerReadded: nothing,
  Undecodable: { ...nothing, explainsRejection: true, rescuable: false },
  // What is missing can be created again, and then the controller finishes.
  ReferenceMissing: { ...nothing, repairFirst: 'always', runs: true },
  // Whoever runs will never take the name off, and proof of that is asked for before it is said.
  FinalizerUnhandled: { ...nothing, atWork: 'unproven' },
  DrainBlocked: { ...nothing, atWork: 'always' },
  LeaderMissing: { ...nothing, repairFirst: 'always' },
  OutOfScope: { ...nothing, repairFirst: 'always' },
  Paused: { ...nothing, repairFirst: 'always' },
}

/** Whether, by this cause, something works on a finalizer, or may: it is asked before anything is removed. */
export function isAtWork({ code, verdict }: Pick<Cause, 'code' | 'verdict'>): boolean {
  const { atWork } = policies[code]
  return atWork === 'always' || (atWork === 'unproven' && verdict !== 'stuck')
}
