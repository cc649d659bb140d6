import { inventoryResources } from '../inventories/awaited.ts'
import { ownedObjects } from '../ownership/owned-objects.ts'
import { inUse } from '../protections/held-by-users.ts'
import type { Rule } from '../stuck-object.ts'
import { volumeAttached } from '../volumes/consumers.ts'
import { volumeDetachFailing } from '../volumes/volume-detach-failing.ts'
import { apiServiceUnavailable } from './api-service-unavailable.ts'
import { attachmentAlive } from './attachment-alive.ts'
import { controller } from './controller.ts'
import { controllerManagerDown } from './controller-manager-down.ts'
import { conversionWebhookUnavailable } from './conversion-webhook-unavailable.ts'
import { definitionInstanceAlive, definitionInstances } from './definition-instances.ts'
import { dependentAlive, dependentDeadlock } from './dependent-alive.ts'
import { finalizerMisplaced } from './finalizer-misplaced.ts'
import { finalizerReadded } from './finalizer-readded.ts'
import { foregroundDeletion } from './foreground-deletion.ts'
import { namespaceContent, namespacePods } from './namespace-content.ts'
import { namespaceDeletionFailing } from './namespace-deletion-failing.ts'
import { namespaceMissing } from './namespace-missing.ts'
import { objectInvalid } from './object-invalid.ts'
import { objectTooLarge } from './object-too-large.ts'
import { podNodeLost } from './pod-node-lost.ts'
import { podDriverLost, podTerminating } from './pod-terminating.ts'
import { requestDenied } from './request-denied.ts'
import { toldToWait } from './told-to-wait.ts'
import { undecodable } from './undecodable.ts'
import { updateMadeInvalid } from './update-made-invalid.ts'
import { versionDropped } from './version-dropped.ts'
import { snapshotSource, volumeBound, volumeInUse } from './volume-in-use.ts'
import { webhookUnavailable } from './webhook-unavailable.ts'

/** Every rule; each decides by itself whether an object concerns it, and none depends on the order. */
export const rules: readonly Rule[] = [
  apiServiceUnavailable,
  attachmentAlive,
  controller,
  controllerManagerDown,
  conversionWebhookUnavailable,
  definitionInstanceAlive,
  definitionInstances,
  dependentAlive,
  dependentDeadlock,
  finalizerMisplaced,
  finalizerReadded,
  foregroundDeletion,
  inUse,
  inventoryResources,
  namespaceContent,
  namespaceDeletionFailing,
  namespaceMissing,
  namespacePods,
  objectInvalid,
  objectTooLarge,
  ownedObjects,
  podDriverLost,
  podNodeLost,
  podTerminating,
  requestDenied,
  snapshotSource,
  toldToWait,
  undecodable,
  updateMadeInvalid,
  versionDropped,
  volumeAttached,
  volumeBound,
  volumeDetachFailing,
  volumeInUse,
  webhookUnavailable,
]
