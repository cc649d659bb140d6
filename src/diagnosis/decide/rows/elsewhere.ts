import { volumesDetaching } from '../../drains/detaching.ts'
import { drainBlocked } from '../../obstacles/drain-blocked.ts'
import {
  explainedByAttachments,
  keptFromRemoving,
  leftToManager,
  madeByIt,
  unreadInventory,
  usedByOthers,
} from '../../obstacles/elsewhere.ts'
import { controllerLeaving, rightLeaving } from '../../obstacles/leaving.ts'
import { type Row, some } from '../row.ts'

/**
 * What goes with the deletion and would be missing then, and what rules of their own say, of this object or of what it
 * waits for.
 */
export const elsewhereRows = {
  leaving: {
    cause: 'ControllerMissing',
    verdict: 'stuck',
    finds: controllerLeaving,
    over: ['perhapsLeaving'],
    because: 'what would be deleted before the object removes nothing from it, whatever else is in its way today',
  },
  perhapsLeaving: {
    cause: 'ControllerMissing',
    verdict: 'unknown',
    finds: controllerLeaving,
    over: ['rightLeaving', 'unhealthy'],
    because: 'what would be deleted at the same time has to be kept, before anything else of it matters',
  },
  rightLeaving: {
    cause: 'ControllerForbidden',
    verdict: 'unknown',
    finds: rightLeaving,
    over: ['attachments'],
    because: 'without the right to change the object a controller that stays removes nothing either',
  },
  attachments: {
    cause: 'elsewhere',
    verdict: 'varies',
    finds: explainedByAttachments,
    over: ['leftToManager', 'rejected'],
    because: 'the VolumeAttachments of a volume say what its attacher waits for or fails at',
  },
  leftToManager: {
    cause: 'elsewhere',
    verdict: 'varies',
    finds: leftToManager,
    over: ['rejected'],
    because: 'what only kube-controller-manager removes is its rule to explain',
  },
  rejected: {
    cause: 'elsewhere',
    verdict: 'varies',
    finds: keptFromRemoving,
    over: ['users', 'reportedUnanswered'],
    because:
      'a living controller whose removal the server rejects or undoes is not what is to be repaired, whatever it reports',
  },
  users: {
    cause: 'elsewhere',
    verdict: 'varies',
    finds: usedByOthers,
    over: ['drain'],
    because: 'a controller that waits until nothing uses the object does its work',
  },
  drain: {
    cause: 'DrainBlocked',
    verdict: 'varies',
    finds: found => some(drainBlocked(found)),
    over: ['detaching'],
    because: 'a node is drained before its volumes are detached',
  },
  detaching: {
    cause: 'elsewhere',
    verdict: 'waiting',
    finds: found => some(volumesDetaching(found)),
    over: ['cloudControllerDown', 'forbidden'],
    because: 'the attachments that it waits for are being deleted, and what holds those is the cause',
  },
  madeByIt: {
    cause: 'elsewhere',
    verdict: 'waiting',
    finds: madeByIt,
    over: ['cloudControllerSilent'],
    because:
      'a controller that lives and waits for what it made, which is being deleted, does its work: what holds that is the cause',
  },
  unreadInventory: {
    cause: 'elsewhere',
    verdict: 'unknown',
    finds: unreadInventory,
    over: ['perhapsWorking'],
    because:
      'what it made is known to be waited for, and could not be read: that is all there is to say of its silence',
  },
} as const satisfies Readonly<Record<string, Row>>
