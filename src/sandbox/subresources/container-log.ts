import type { LogOptions } from './log-options.ts'

/** What a container wrote: `TIME TEXT` each (RFC 3339), oldest first. */
export interface ContainerLog {
  readonly lines: readonly string[]
  /** Of the container before its last restart; absent: it never was restarted. */
  readonly previous?: readonly string[]
  /** The kubelet's answer in place of a log. */
  readonly fails?: { readonly code: number; readonly message: string }
}

/** As a kubelet sends it: the last lines, of those the ones since a time, with or without times, up to a byte limit. */
export function chosenText(lines: readonly string[], options: LogOptions, now: number): Buffer {
  const { tailLines = lines.length, limitBytes, timestamps } = options
  const last = tailLines === 0 ? [] : lines.slice(-tailLines)
  const since = sinceOf(options, now)
  const chosen = last.filter(line => Date.parse(line.split(' ', 1)[0]!) >= since)
  const told = timestamps ? chosen : chosen.map(line => line.slice(line.indexOf(' ') + 1))
  return Buffer.from(told.map(line => `${line}\n`).join('')).subarray(0, limitBytes)
}

function sinceOf({ sinceSeconds, sinceTime }: LogOptions, now: number): number {
  if (sinceSeconds !== undefined) return now - sinceSeconds * 1000
  return sinceTime === undefined ? Number.NEGATIVE_INFINITY : Date.parse(sinceTime)
}
