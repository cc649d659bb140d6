import type { Case } from '../dossier/dossier.ts'
import type { Holding } from '../held.ts'
import { withSuccessor } from '../obstacles/finalizer-unhandled.ts'
import { withLastResort } from './last-resort.ts'
import { withoutAttachment } from './volume-unattached.ts'
import { withWayOut } from './way-out.ts'
import { withAbsence } from './with-absence.ts'

/** An answer with what casts doubt on it, then with what its product, or the volume it is about, offers besides, and the last resort. */
export function amended(holding: Holding, found: Case): Holding {
  const doubted = withSuccessor(withAbsence(holding, found), found)
  return withLastResort(withoutAttachment(withWayOut(doubted, found), found), found)
}
