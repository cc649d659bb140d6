import { type ApiFailure, garbled } from '../../api/failure.ts'
import { METRICS_PATH } from '../../api/watchers.ts'
import { tooLong } from '../transport/collect.ts'

/** Decompressed. A server of 360 types has some 10 MB, one of 2,000 some 50; only the wanted lines are kept. */
const MAX_BYTES = 256 << 20
/** No line of an API server is nearly as long. */
const MAX_LINE = 1 << 16

const NEWLINE = 10

/**
 * Hands on the lines of these families, the last of which is the last in the text: the rest is not read. Rejects with
 * ApiFailure `garbled` where one is missing or this is no such text, `oversized` where it is too long, and as `body`.
 */
export async function readFamilies(
  body: AsyncIterable<Uint8Array>,
  families: readonly string[],
  onLine: (line: string, family: string) => void,
): Promise<void> {
  const starts = families.map(family => Buffer.from(`\n${family}`))
  const seen = new Set<string>()
  const last = families.at(-1)!
  let length = 0
  let open: Buffer = Buffer.from('\n')
  for await (const chunk of body) {
    length += chunk.length
    if (length > MAX_BYTES) throw tooLong(MAX_BYTES)
    const text = Buffer.concat([open, chunk])
    const end = text.lastIndexOf(NEWLINE)
    if (text.length - end > MAX_LINE) throw noMetrics('a line of it has no end')
    for (const [at, start] of starts.entries()) {
      const family = families[at]!
      for (const line of linesWith(text.subarray(0, end + 1), start)) {
        // A longer name may begin alike.
        if (!/^[ {]/.test(line.slice(family.length))) continue
        seen.add(family)
        onLine(line, family)
      }
    }
    if (seen.size === families.length && seen.has(last)) return
    open = text.subarray(end)
  }
  const missing = families.find(family => !seen.has(family))
  if (missing !== undefined) throw noMetrics(`${missing} is not in it`)
}

/** Whole lines that begin so; each line of the text has the end of the one before at its beginning. */
function* linesWith(text: Buffer, start: Buffer): Generator<string> {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    const end = text.indexOf(NEWLINE, at + 1)
    if (end < 0) return
    yield text.toString('utf8', at + 1, end)
  }
}

function noMetrics(why: string): ApiFailure {
  return garbled(`the answer to GET ${METRICS_PATH} is not that of an API server: ${why}`)
}
