import type { VolumeMessages } from '../../messages/volumes.ts'
import type { WordsFor } from './words-for.ts'

export const volumeWords: WordsFor<VolumeMessages> = {
  ClaimNotDeleted: ({ claim }) => `claim ${claim} has no deletionTimestamp`,
}
