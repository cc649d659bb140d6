import { absenceWords } from './absence.ts'
import { admissionWords } from './admission.ts'
import { backupWords } from './backups.ts'
import { changeWords } from './changes.ts'
import { cleanupWords } from './cleanup.ts'
import { controllerWords } from './controller.ts'
import { managerWords } from './controller-manager.ts'
import { dependentWords } from './dependents.ts'
import { drainWords } from './drains.ts'
import { guardWords } from './guards.ts'
import { missingControllerWords } from './missing-controller.ts'
import { namespaceWords } from './namespaces.ts'
import { pauseWords } from './pauses.ts'
import { planWords } from './plan.ts'
import { podWords } from './pods.ts'
import { questionWords } from './questions.ts'
import { readingWords } from './readings.ts'
import { referenceWords } from './references.ts'
import { replayWords } from './replays.ts'
import { rescueStepWords } from './rescue-steps.ts'
import { rescueWords } from './rescues.ts'
import { rightWords } from './rights.ts'
import { scopeWords } from './scope.ts'
import { servingWords } from './serving.ts'
import { silenceWords } from './silence.ts'
import { sourceWords } from './sources.ts'
import { storedObjectWords } from './stored-objects.ts'
import { togetherWords } from './together.ts'
import { unexplainedWords } from './unexplained.ts'
import { volumeWords } from './volumes.ts'
import { webhookWords } from './webhooks.ts'
import { workloadWords } from './workloads.ts'

/** The words of every sentence of the program, by its code. */
export const WORDS = {
  ...absenceWords,
  ...admissionWords,
  ...backupWords,
  ...changeWords,
  ...cleanupWords,
  ...managerWords,
  ...controllerWords,
  ...dependentWords,
  ...drainWords,
  ...guardWords,
  ...missingControllerWords,
  ...namespaceWords,
  ...pauseWords,
  ...planWords,
  ...podWords,
  ...questionWords,
  ...readingWords,
  ...referenceWords,
  ...replayWords,
  ...rescueStepWords,
  ...rescueWords,
  ...rightWords,
  ...scopeWords,
  ...servingWords,
  ...silenceWords,
  ...sourceWords,
  ...storedObjectWords,
  ...togetherWords,
  ...unexplainedWords,
  ...volumeWords,
  ...webhookWords,
  ...workloadWords,
}
