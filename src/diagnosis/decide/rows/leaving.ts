import { controllerLeaving, rightLeaving } from '../../obstacles/leaving.ts'
import type { Row } from '../row.ts'

/** What goes with the deletion, and would be missing then. */
export const leavingRows = {
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
} as const satisfies Readonly<Record<string, Row>>
