import { randomBytes } from 'node:crypto'

/** A name nobody else uses on this target: suite files run side by side. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(4).toString('hex')}`
}
