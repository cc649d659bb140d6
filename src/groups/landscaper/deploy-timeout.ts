import { parseDuration } from '../../api/duration.ts'
import type { Field } from '../document/field.ts'

/** What Landscaper gives a DeployItem that says nothing. */
export const DEFAULT_TIMEOUT_SECONDS = 600

/**
 * Seconds of `spec.timeout` of a DeployItem, in Go's form; undefined for `none`. That is documented as no limit and is
 * taken so; Landscaper's code makes it a limit of zero.
 */
export function readTimeout(item: Field): number | undefined {
  const timeout = item.down('spec', 'timeout')
  if (timeout === undefined) return DEFAULT_TIMEOUT_SECONDS
  const text = timeout.text()
  if (text === 'none') return undefined
  const seconds = /d/.test(text) ? undefined : parseDuration(text)
  if (seconds === undefined || seconds <= 0)
    timeout.fail(`"${text}" is not a duration greater than 0; write for example "10m" or "1h30m", or none`)
  return seconds
}
