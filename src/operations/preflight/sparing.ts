import type { Survey } from '../../cluster/survey.ts'
import type { DiagnosisRequest } from '../inspect/diagnose-cluster.ts'

/** Reads less: facts are shared by all groups, and what could only show that nothing is stuck is not asked for. */
export interface Sparing {
  /** What this run watches itself. */
  readonly watched: NonNullable<DiagnosisRequest['watched']>
  /** Told what was surveyed. */
  onSurvey(survey: Survey): void
  /** Asked before each group but the first. */
  mayGoOn(): boolean
}
