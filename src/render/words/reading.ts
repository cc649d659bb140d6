import type { ReadingMessages } from '../../messages/reading.ts'
import type { WordsFor } from './words-for.ts'

export const readingWords: WordsFor<ReadingMessages> = {
  NotRead: ({ what, namespace, reason, why }) => {
    const where = namespace === undefined ? '' : ` in namespace ${namespace}`
    return `${what}${where} could not be read: ${reason === undefined ? '' : `${reason}: `}${why}`
  },
  TypesNotRead: ({ group }) => `the types of API group ${group} could not be read`,
  RunAsReader: ({ resource }) => `run this again as a user with permission to read ${resource}`,
  ApiServicesNotRead: () => 'the APIServices could not be read',
  WebhookConfigurationsNotRead: () => 'the webhook configurations could not be read',
}
