import { logWords } from '../words/log.ts'
import { paused } from '../words/paused.ts'

/** What a line of a log may claim, beside what any text may. */
export interface LogClaims {
  /** That a controller waits to lead, by which lock where that is said. */
  readonly 'not leading': { readonly lock: { readonly namespace: string; readonly name: string } | undefined }
  readonly leading: object
  /** That an object is another's to look after; `perhaps`: that it is left out, for whichever reason. */
  readonly 'out of scope': { readonly perhaps: boolean }
  /** That all work on an object is put off. */
  readonly 'all paused': object
  /** How much of the work is not done yet. */
  readonly counted: { readonly left: number }
  /** That a program does not reach the API server, or is not let in. */
  readonly 'cut off': { readonly by: 'network' | 'credentials' }
  readonly panic: object
  /** That it does not try again, skips what it should delete, or fails to end what has ended. */
  readonly 'gave up': { readonly next: 'never' | 'skips' | 'ended' }
  /** An error that the next try ends. */
  readonly 'passing error': object
}

type Readers = { readonly [Each in keyof LogClaims]: (text: string) => readonly LogClaims[Each][] }

export const LOG_READERS: Readers = {
  'not leading': text => {
    if (!logWords.has('not leading', text)) return []
    const [, namespace, name] = logWords.find('lock', text)
    return [{ lock: namespace === undefined || name === undefined ? undefined : { namespace, name } }]
  },
  leading: text => (logWords.has('leading', text) ? [{}] : []),
  'out of scope': text => {
    if (logWords.has('out of scope', text)) return [{ perhaps: false }]
    const isLeftOut = logWords.has('perhaps out of scope', text) && !logWords.has('gone before', text)
    return isLeftOut ? [{ perhaps: true }] : []
  },
  'all paused': text => (logWords.has('paused', text) || paused.has('all is paused', text) ? [{}] : []),
  counted: text => {
    const [, done, all] = logWords.find('counted', text)
    if (done !== undefined && all !== undefined) return [{ left: Number(all) - Number(done) }]
    const [, left] = logWords.find('remaining', text)
    return left === undefined ? [] : [{ left: Number(left) }]
  },
  'cut off': text => {
    if (logWords.has('not accepted', text)) return [{ by: 'credentials' }]
    return logWords.has('unreachable', text) ? [{ by: 'network' }] : []
  },
  panic: text => (logWords.has('panic', text) ? [{}] : []),
  'gave up': text => {
    if (logWords.has('gave up', text)) return [{ next: 'never' }]
    if (logWords.has('already ended', text)) return [{ next: 'ended' }]
    return logWords.has('skips the deletion', text) ? [{ next: 'skips' }] : []
  },
  'passing error': text => (logWords.has('passing error', text) ? [{}] : []),
}
