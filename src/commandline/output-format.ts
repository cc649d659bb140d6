import { UsageError } from '../exit-code.ts'

/** The value of -o when it is one of the allowed; undefined when -o was not given. Throws UsageError otherwise. */
export function outputFormat<Format extends string>(
  given: string | undefined,
  allowed: readonly Format[],
): Format | undefined {
  if (given === undefined) return undefined
  const format = allowed.find(candidate => candidate === given)
  if (format !== undefined) return format
  const formats = allowed.join(',')
  throw new UsageError(
    `unable to match a printer suitable for the output format "${given}", allowed formats are: ${formats}`,
  )
}
