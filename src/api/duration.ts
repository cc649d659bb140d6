const UNIT_SECONDS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
}

/** Of a duration: longer ones are none. */
const MAX_LENGTH = 100

/**
 * Seconds of a Go duration (`1h30m`, `500ms`, `0`), with `d` for days as an addition; undefined when it is none.
 * To Go only `0` is a duration among plain numbers; kubectl's --request-timeout reads them as seconds: `parseTimeout`.
 */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0
  if (text.length > MAX_LENGTH) return undefined
  const parts = /^([+-]?)((?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:ns|us|µs|μs|ms|s|m|h|d))+$/.exec(text)
  if (parts === null) return undefined
  let seconds = 0
  for (const [, number, unit] of text.matchAll(/(\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(ns|us|µs|μs|ms|s|m|h|d)/g)) {
    seconds += Number(number) * (unit === 'd' ? 86_400 : UNIT_SECONDS[unit!]!)
  }
  return parts[1] === '-' ? -seconds : seconds
}

/** Seconds of a time limit as kubectl reads it: a whole number is seconds, anything else a Go duration. */
export function parseTimeout(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : parseDuration(text)
}
