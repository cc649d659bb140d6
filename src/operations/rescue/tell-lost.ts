import { message, type Sentence } from '../../messages/sentence.ts'
import { planLine } from '../../render/hanging.ts'
import { inWords } from '../../render/words/in-words.ts'
import type { Ports } from '../ports.ts'

/** So many are named at the end; the plan has counted them before. */
const MAX_TOLD = 40

/** Says at the end, on stderr, what a rescue does not bring back: */
export function tellLost(lost: readonly Sentence[], { terminal: { stderr } }: Pick<Ports, 'terminal'>): void {
  const more = lost.length > MAX_TOLD ? [message('MoreLost', { count: lost.length - MAX_TOLD })] : []
  for (const each of [...lost.slice(0, MAX_TOLD), ...more])
    stderr.write(
      planLine('lost', inWords(each), stderr.columns)
        .map(line => `${line}\n`)
        .join(''),
    )
}
