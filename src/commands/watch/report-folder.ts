import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Of names of contexts that are this, no two are one folder on any file system, and none leads out of the directory. */
const PLAIN = /^[a-z0-9][a-z0-9.-]{0,79}$/

/** Where reports of a cluster are: of several, each has a folder of its own in the directory, by the name of its context. */
export function reportFolder(directory: string, context: string | undefined): string {
  if (context === undefined) return directory
  if (PLAIN.test(context)) return join(directory, context)
  const readable = context.replaceAll(/[^A-Za-z0-9.-]/g, '-').replace(/^\.+/, '-')
  return join(directory, `${readable.slice(0, 80)}-${createHash('sha256').update(context).digest('hex').slice(0, 8)}`)
}
