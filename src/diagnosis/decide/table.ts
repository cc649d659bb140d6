import type { Row } from './row.ts'
import { elsewhereRows } from './rows/elsewhere.ts'
import { logRows } from './rows/log.ts'
import { reportedRows } from './rows/reported.ts'
import { selectionRows } from './rows/selection.ts'
import { workRows } from './rows/work.ts'

const rows = { ...elsewhereRows, ...selectionRows, ...reportedRows, ...logRows, ...workRows }

export type RowName = keyof typeof rows

/**
 * Who should remove a finalizer that is not Kubernetes' own, and why they do not: each answer, by which it is told, and
 * the answers in place of which it is told where both are so. What is proven comes before the possible, what is in the
 * way of a controller before how it is itself, and what says more of the same before what says less.
 */
export const table: Readonly<Record<RowName, Row<RowName>>> = rows
