import type { ReadingMessages } from '../../messages/reading.ts'
import type { WordsFor } from './words-for.ts'

export const readingWords: WordsFor<ReadingMessages> = {
  NotRead: ({ what, why }) => `${what} could not be read: ${why}`,
  ApiServicesNotRead: () => 'the APIServices could not be read',
  WebhookConfigurationsNotRead: () => 'the webhook configurations could not be read',
}
