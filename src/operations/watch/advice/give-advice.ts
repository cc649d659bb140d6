import { resourceName } from '../../../api/resource-type.ts'
import { afterInterrupt } from '../../../cluster/transport/aborted.ts'
import { sentenceOf } from '../../../messages/sentence.ts'
import { ADVICE_POLICY_TYPE, type AdviceNote } from '../../../plan/own-types.ts'
import type { Watched } from '../watch-cluster.ts'
import type { AdviceTools, Texts } from './advice-objects.ts'
import type { FoundStuck } from './find-stuck.ts'
import { keepAdvice, removeAdvice } from './keep-advice.ts'

/** Seconds from the end of a look to the next one, and between two times that everything is seen to be in place. */
const RENEW_SECONDS = 60
/** So old, in seconds, may be what proves a text. */
const LIFE_SECONDS = 120
/** The same where a look found more to look at. */
const SOON_SECONDS = 5
/** One that failed is tried again after so many. */
const RETRY_SECONDS = 10
const TICK_SECONDS = 1
/** What one request may take that removes something at the end. */
const LATE_SECONDS = 1.5

/**
 * Warns at `kubectl delete` of what is proven to get stuck while the watch runs and `mayWrite`: no text is older than
 * two minutes. At the end it removes what it wrote. What goes wrong is reported, and ends nothing.
 */
export async function giveAdvice(
  { now }: { readonly now: Pick<Watched, 'isBegun' | 'kept'> },
  { tools, mayWrite, tell }: { tools(): AdviceTools; mayWrite(): boolean; tell(note: AdviceNote): void },
  find: () => Promise<FoundStuck>,
): Promise<void> {
  const { clock, signal } = tools()
  const told = new Set<string>()
  const note = (it: AdviceNote): void => {
    const key = JSON.stringify(it)
    if (!signal.aborted && !told.has(key)) tell(it)
    told.add(key)
  }
  const looks = new Looks(find, tools, note)
  const texts = new KeptTexts(tools, note)
  while (!signal.aborted) {
    if (now.isBegun && isUnserved(now)) return tell({ is: 'unserved' })
    if (!mayWrite()) texts.leave()
    else if (now.isBegun) {
      await texts.keep(looks.proven)
      looks.go()
    }
    await clock.sleep(TICK_SECONDS, signal)
  }
  await texts.end()
  await looks.ended
}

/** Looks for what is stuck, one look after the other; nothing waits for them. */
class Looks {
  ended: Promise<void> | undefined
  #last: { readonly at: number; readonly texts: Texts } = { at: Number.NEGATIVE_INFINITY, texts: {} }
  #nextAt = 0
  readonly #find: () => Promise<FoundStuck>
  readonly #tools: () => AdviceTools
  readonly #note: (note: AdviceNote) => void

  constructor(find: () => Promise<FoundStuck>, tools: () => AdviceTools, note: (note: AdviceNote) => void) {
    this.#find = find
    this.#tools = tools
    this.#note = note
  }

  /** What is proven now. */
  get proven(): Texts {
    const { clock } = this.#tools()
    return clock.elapsed() - this.#last.at <= LIFE_SECONDS ? this.#last.texts : {}
  }

  /** Begins the next look where it is due. */
  go(): void {
    if (this.ended !== undefined || this.#tools().clock.elapsed() < this.#nextAt) return
    this.ended = this.#look().then(pause => {
      this.ended = undefined
      this.#nextAt = this.#tools().clock.elapsed() + pause
    })
  }

  async #look(): Promise<number> {
    const { clock, signal } = this.#tools()
    const at = clock.elapsed()
    try {
      const { texts, left, isOpen } = await this.#find()
      if (!signal.aborted) this.#last = { at, texts }
      if (left > 0) this.#note({ is: 'many' })
      return isOpen ? SOON_SECONDS : RENEW_SECONDS
    } catch (error) {
      this.#note({ is: 'failed', why: sentenceOf(error) })
      return RENEW_SECONDS
    }
  }
}

/** The texts as this process has written them. */
class KeptTexts {
  #written: string | undefined
  #nextAt = 0
  /** This process is the one that wrote last, as far as it knows. */
  #isOurs = false
  readonly #tools: () => AdviceTools
  readonly #note: (note: AdviceNote) => void

  constructor(tools: () => AdviceTools, note: (note: AdviceNote) => void) {
    this.#tools = tools
    this.#note = note
  }

  /** Writes them where they are others, or were not looked at for a minute. */
  async keep(texts: Texts): Promise<void> {
    const { clock } = this.#tools()
    const wanted = JSON.stringify(texts)
    if (clock.elapsed() < this.#nextAt && (wanted === this.#written || this.#written === undefined)) return
    this.#isOurs = true
    const kept = await keepAdvice(texts, this.#tools()).catch(
      (error: unknown): AdviceNote => ({ is: 'failed', why: sentenceOf(error) }),
    )
    if (typeof kept !== 'string') this.#note(kept)
    this.#written = kept === 'done' ? wanted : undefined
    const pause = kept === 'done' ? RENEW_SECONDS : kept === 'later' ? 0 : RETRY_SECONDS
    this.#nextAt = clock.elapsed() + pause
  }

  /** Another process writes. */
  leave(): void {
    this.#isOurs = false
    this.#written = undefined
    this.#nextAt = 0
  }

  /** Removes them, after the interrupt too, where they are ours. */
  async end(): Promise<void> {
    if (!this.#isOurs) return
    const tools = this.#tools()
    const transport = afterInterrupt(tools.transport, LATE_SECONDS)
    await removeAdvice({ ...tools, transport, signal: new AbortController().signal })
  }
}

/** Unknown is not unserved. */
function isUnserved({ kept: { discovery } }: Pick<Watched, 'kept'>): boolean {
  const { group, version } = ADVICE_POLICY_TYPE
  const isServed = discovery.types.some(
    type => type.version === version && resourceName(type) === resourceName(ADVICE_POLICY_TYPE),
  )
  return !isServed && !discovery.unreadable.some(({ resource }) => resource === '*' || resource === `*.${group}`)
}
