import type { RemedyMessages } from '../../messages/remedies.ts'
import type { WordsFor } from './words-for.ts'

export const remedyWords: WordsFor<RemedyMessages> = {
  ManagerFirst: ({ next }, inWords) =>
    `start kube-controller-manager first, which is not running and has to do a part of it; then ${inWords(next).replace(/^or /, '')}`,
  StartServing: ({ names, what, by }, inWords) =>
    `start ${names}, which serves ${inWords(what)}: ${inWords(by).replace(/; it then finishes the deletion.*/, '')}`,
}
