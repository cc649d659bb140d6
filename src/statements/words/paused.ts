import { tableOf, type Words } from './words.ts'

/** How objects, their controllers and providers speak of a pause, and of a protection from deletion. */
// biome-ignore format: a table is read by its columns
const TABLE = [
  // A word of a condition by which the object says that it is paused.
  { says: 'paused', words: /paus/i, source: 'crossplane/crossplane#4839, ReconcilePaused; Strimzi, ReconciliationPaused', example: 'ReconcilePaused', counterexample: 'Reconciling' },
  { says: 'paused', words: /suspend|frozen/i, source: 'Flux, suspended', example: 'Suspended' },
  // A reason that has such a word and says the contrary.
  { says: 'resumed', words: /not|un-?paus|resum/i, source: 'English', example: 'NotPaused', counterexample: 'Paused' },
  // That all work on the object is put off, in a sentence: not that a part of it is, or was.
  { says: 'all is paused', words: /(?<!\b(?:not|no longer|was) )\b(?:reconcil\w*|object|resource|controller|deletion|cleanup|finali\w+|it|this)\b[\w /"'-]{0,40}\b(?:is|are|remains?|stays?|being) (?:currently |still )?(?:paused|suspended|frozen)\b/i, source: 'English', example: 'reconciliation of the object is paused', counterexample: 'the job was paused' },
  { says: 'all is paused', words: /^(?:is )?(?:paused|suspended|frozen)\b|\breconcil\w* (?:paused|suspended|frozen)\b/i, source: 'English', example: 'Reconciliation paused by annotation' },
  // By which a controller, or the provider behind it, refuses what is protected.
  { says: 'protected', words: /delet\w{0,20}[ -]?protect|delete protected/i, source: 'refusals of cloud providers', example: 'Cannot delete protected Cluster, please disable deletion protection and try again', counterexample: 'the volume is protected' },
  { says: 'protected', words: /protected (from|against) (delet|destr)|prevent\w{0,20}[ -](delet|destr)/i, source: 'English', example: 'is protected against deletion' },
] as const satisfies readonly Words[]

export const paused = tableOf(TABLE)
