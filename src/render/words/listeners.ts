import type { ListenerMessages } from '../../messages/listeners.ts'
import type { WordsFor } from './words-for.ts'

export const listenerWords: WordsFor<ListenerMessages> = {
  WatchesNotRead: ({ resource, text }, inWords) =>
    `who watches ${resource}, which would show whether anything listens, could not be read${text === undefined ? '' : `: ${inWords(text)}`}`,
  OnlyManagerWatches: () => 'nothing but kube-controller-manager watches the type',
  WatchesProveNothing: ({ resource, doubts }, inWords) =>
    `who watches ${resource} proves nothing: ${doubts.map(inWords).join('; ')}`,
  SomethingListens: ({ resource, more, beside }) =>
    `${more === 1 ? '1 watch' : `${more} watches`} of ${resource} beside ${beside === 'manager' ? "kube-controller-manager's own" : 'those that every type has'}: something listens, in this cluster or outside of it, whether it works or not`,
  ManagerWatchNotOpen: () => "not even kube-controller-manager's own watch is open",
  EveryTypeHasAsMany: ({ count }) => `as many are open of every type (${count}), by a client that watches everything`,
  PodTemplatesUnwatched: () =>
    'PodTemplates have no watch, so the garbage collector does not watch every type: the one that is open may be a controller',
  OnlyOneLook: () => 'only one look was taken',
  RequestsBetweenLooks: ({ count, resource }) =>
    `${count === 1 ? '1 request' : `${count} requests`} for ${resource} ended between two looks: a controller may poll`,
  CountMoved: () => 'the count moved between two looks',
  DefinitionYoung: () => 'the CRD is younger than a minute',
  ManagerAgeUnknown: () => 'how long kube-controller-manager has run is not known',
  ManagerStarted: ({ ago }) => `kube-controller-manager started ${ago} ago`,
  ServerCountUnknown: () => 'how many API servers there are could not be read',
  NotAllServersAsked: ({ asked, alive }) =>
    `${asked} of ${alive} API servers could be asked (a Lease stays for an hour after its server)`,
  ServerStarted: ({ ago }) => `the API server started ${ago} ago, and clients may not be back`,
  WritesAnswered: ({ resource, within, counts }) =>
    `writes of ${resource} ${within === undefined ? 'between two looks' : `within ${within}`}: ${counts
      .map(({ verb, answer, count }) => `${count} ${verb} answered ${answer}`)
      .join(', ')}`,
  RunAgainForWatches: () => 'run this again in two minutes: who watches the type then shows whether anything listens',
  RunAgainForMetrics: () => 'run this again as a user who may get /metrics: it shows whether anything listens',
}
